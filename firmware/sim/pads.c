// The pads: capacitances charged through resistors, with noise, hum and impulses at the threshold.

#include <math.h> // log

#include "parts.h"

double
uniform(struct sim *sim) // xorshift64*, in (0, 1)
{
    sim->random ^= sim->random >> 12;
    sim->random ^= sim->random << 25;
    sim->random ^= sim->random >> 27;
    uint64_t mixed = sim->random * 2685821657736338717ull;
    return ((double)(mixed >> 11) + 0.5) / 9007199254740992.0;
}

static double
normal(struct sim *sim) // Box-Muller
{
    if (sim->has_spare) {
        sim->has_spare = false;
        return sim->spare_normal;
    }
    double radius = sqrt(-2.0 * log(uniform(sim)));
    double angle = 2.0 * M_PI * uniform(sim);
    sim->spare_normal = radius * sin(angle);
    sim->has_spare = true;
    return radius * cos(angle);
}

static double
farads(const struct pad_model *pad)
{
    const struct sim_table *table = &pad->sim->table;
    double drift = 0.0;
    if (table->drift > 0.0) {
        drift = table->drift * sin(2e-6 * M_PI * sim_now(pad->sim) / table->drift_s);
    }
    return (pad->ground_pf * (1.0 + drift) + pad->middle_pf) * 1e-12;
}

static int
number_of(const struct pad_model *pad)
{
    return (int)(pad - pad->sim->pads);
}

static void
set_level(struct pad_model *pad, int level)
{
    if (level != pad->level) {
        pad->level = level;
        avr_raise_irq(pad->irq, (uint32_t)level);
    }
}

static avr_cycle_count_t
crossed(struct avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr;
    (void)when;
    set_level(param, 1);
    return 0;
}

// Brings the voltage up to now and says when the threshold will be reached.
static void
advance(struct pad_model *pad)
{
    struct sim *sim = pad->sim;
    double seconds = (double)(sim->avr->cycle - pad->since) / cycles_per_us(sim) * 1e-6;
    double tau = sim->table.resistor_ohm[number_of(pad)] * farads(pad);
    double supply = sim->table.supply_volt;
    pad->volt = supply - (supply - pad->volt) * exp(-seconds / tau);
    pad->since = sim->avr->cycle;
}

static void
arm(struct pad_model *pad)
{
    struct sim *sim = pad->sim;
    double supply = sim->table.supply_volt;
    avr_cycle_timer_cancel(sim->avr, crossed, pad);
    if (pad->volt >= pad->threshold_volt) {
        set_level(pad, 1);
        return;
    }
    set_level(pad, 0); // a hand that comes late pulls a pad under the threshold once more
    if (pad->threshold_volt >= supply) {
        return;
    }
    double tau = sim->table.resistor_ohm[number_of(pad)] * farads(pad);
    double seconds = tau * log((supply - pad->volt) / (supply - pad->threshold_volt));
    double cycles = seconds * 1e6 * cycles_per_us(sim);
    if (cycles < 1e6) {
        avr_cycle_timer_register(sim->avr, (avr_cycle_count_t)cycles + 1, crossed, pad);
    }
}

static double
disturbance(struct pad_model *pad)
{
    struct sim *sim = pad->sim;
    const struct sim_table *table = &sim->table;
    double volt = 0.0;
    if (table->noise_volt > 0.0) {
        volt += table->noise_volt * normal(sim);
    }
    if (table->hum_volt > 0.0) {
        double phase = 2e-6 * M_PI * table->hum_hz * sim_now(sim) + sim->hum_phase;
        volt += table->hum_volt * (table->hum_idle + (1.0 - table->hum_idle) * pad->hand) * sin(phase);
    }
    if (table->impulse_chance > 0.0 && uniform(sim) < table->impulse_chance) {
        volt += uniform(sim) < 0.5 ? table->impulse_volt : -table->impulse_volt;
    }
    return volt;
}

// SEND has risen. With PRESENCE risen along, a dolphin's coupling lifts the pad at once.
static void
begin_charge(struct pad_model *pad)
{
    struct sim *sim = pad->sim;
    const struct sim_table *table = &sim->table;
    double share = pad->middle_pf * 1e-12 / farads(pad);
    pad->charging = true;
    pad->since = sim->avr->cycle;
    pad->volt = sim->presence ? table->supply_volt * share : 0.0;
    pad->threshold_volt = table->threshold * table->supply_volt + disturbance(pad);
    arm(pad);
}

static void
end_charge(struct pad_model *pad)
{
    pad->charging = false;
    avr_cycle_timer_cancel(pad->sim->avr, crossed, pad);
    set_level(pad, 0); // the board drives the pads low
}

// simavr raises the pins of a port in order, so PRESENCE (bit 3) comes after SEND (bit 2) in the
// same cycle: a charge is begun anew when it does.
void
drive_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct sim *sim = param;
    bool is_send = irq->irq == SEND_PIN;
    bool *drive = is_send ? &sim->send : &sim->presence;
    if (*drive == (value != 0)) {
        return;
    }
    *drive = value != 0;
    if (is_send && value) {
        watch_charge(sim);
    }
    for (int i = 0; i < SIM_PADS; i++) {
        if (!sim->send) {
            end_charge(&sim->pads[i]);
        } else if (value) {
            begin_charge(&sim->pads[i]);
        }
    }
}

// The charge on a pad stays while its capacitance changes: the voltage falls.
void
apply(struct sim *sim, const struct stimulus *stimulus)
{
    struct pad_model *pad = &sim->pads[stimulus->pad];
    if (pad->charging) {
        advance(pad);
    }
    double before = farads(pad);
    pad->ground_pf = stimulus->ground_pf;
    pad->middle_pf = stimulus->middle_pf;
    pad->hand = stimulus->hand;
    if (pad->charging) {
        pad->volt *= before / farads(pad);
        arm(pad);
    }
}
