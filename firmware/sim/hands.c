// What hands will do: capacitances to come, the soonest first.

#include <math.h> // ceil

#include "parts.h"
#include "zoo.h"

#define RAMP_STEP_US 5.0
#define STEP_LEAST_PF 1e-3 // a hand that hovers or lies still takes no steps

static bool
sooner(const struct stimulus *a, const struct stimulus *b)
{
    return a->at_us < b->at_us || (a->at_us == b->at_us && a->order < b->order);
}

static void
swap(struct stimulus *a, struct stimulus *b)
{
    struct stimulus kept = *a;
    *a = *b;
    *b = kept;
}

static struct stimulus
take_soonest(struct sim *sim)
{
    struct stimulus *heap = sim->stimuli;
    struct stimulus soonest = heap[0];
    heap[0] = heap[--sim->stimuli_count];
    for (uint32_t at = 0;;) {
        uint32_t least = at;
        for (uint32_t child = 2 * at + 1; child <= 2 * at + 2; child++) {
            if (child < sim->stimuli_count && sooner(&heap[child], &heap[least])) {
                least = child;
            }
        }
        if (least == at) {
            return soonest;
        }
        swap(&heap[at], &heap[least]);
        at = least;
    }
}

static avr_cycle_count_t
next_stimulus(struct avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)when;
    struct sim *sim = param;
    while (sim->stimuli_count && sim->stimuli[0].at_us <= sim_now(sim)) {
        struct stimulus stimulus = take_soonest(sim);
        apply(sim, &stimulus);
    }
    if (!sim->stimuli_count) {
        return 0;
    }
    avr_cycle_count_t due = (avr_cycle_count_t)ceil(sim->stimuli[0].at_us * cycles_per_us(sim));
    return due > avr->cycle ? due : avr->cycle + 1;
}

void
schedule(struct sim *sim)
{
    avr_cycle_timer_cancel(sim->avr, next_stimulus, sim);
    avr_cycle_count_t due = next_stimulus(sim->avr, 0, sim);
    if (due) {
        avr_cycle_timer_register(sim->avr, due - sim->avr->cycle, next_stimulus, sim);
    }
}

int
sim_pad(struct sim *sim, double at_us, int pad, double ground_pf, double middle_pf, double hand)
{
    if (sim->stimuli_count == STIMULI_MOST || pad < 0 || pad >= SIM_PADS) {
        return -1;
    }
    uint32_t at = sim->stimuli_count++;
    sim->stimuli[at] = (struct stimulus){
        at_us, ground_pf, middle_pf, sim->stimuli_order++, hand, pad,
    };
    for (; at && sooner(&sim->stimuli[at], &sim->stimuli[(at - 1) / 2]); at = (at - 1) / 2) {
        swap(&sim->stimuli[at], &sim->stimuli[(at - 1) / 2]);
    }
    if (at == 0) { // it comes before all others
        schedule(sim);
    }
    return 0;
}

int
sim_ramp(
    struct sim *sim, double from_us, double for_us, int pad, double ground_pf, double added_pf,
    int power, double middle_pf, double full_hum_pf
)
{
    int steps = (int)(for_us / RAMP_STEP_US);
    for (int step = 1; step <= steps; step++) {
        double share = (double)step / steps;
        double added = added_pf * (power == 2 ? share * share : share);
        double hand = added < full_hum_pf ? added / full_hum_pf : 1.0;
        double at_us = from_us + share * for_us;
        at_us = at_us > sim_now(sim) ? at_us : sim_now(sim);
        if (sim_pad(sim, at_us, pad, ground_pf + added, middle_pf, hand)) {
            return -1;
        }
    }
    return 0;
}

// One of the steps falls on its touch.
int
sim_grab(
    struct sim *sim, int pad, double ground_pf, const struct zoo_grab *grab, double until_us,
    double full_hum_pf
)
{
    double from_us = fmax(sim_now(sim), grab->comes_us);
    double at_us = grab->contact_us - floor((grab->contact_us - from_us) / RAMP_STEP_US) * RAMP_STEP_US;
    double last_pf = 0.0;
    for (; at_us <= until_us; at_us += RAMP_STEP_US) {
        double added = zoo_pf(grab, at_us);
        if (fabs(added - last_pf) < STEP_LEAST_PF) {
            continue;
        }
        last_pf = added;
        double hand = added < full_hum_pf ? added / full_hum_pf : 1.0;
        if (sim_pad(sim, at_us, pad, ground_pf + added, 0.0, hand)) {
            return -1;
        }
    }
    return 0;
}
