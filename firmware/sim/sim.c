// The shipped binary on simulated pads: simavr for the chip, and the analogue world around it.
//
// What simavr says of time is not all to be believed; how each lie is met stands where it is met.

#include "sim.h"

#include <math.h> // log
#include <stdbool.h> // bool
#include <stdio.h> // freopen
#include <stdlib.h> // calloc
#include <string.h> // memset
#include <unistd.h> // dup

#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

#define CLOCK_HZ 16e6
#define STIMULI_MOST 65536u
#define WIRE_MOST 65536u // both powers of two
#define BITS_A_BYTE 10.0
#define BOARD_BAUD 250e3
#define PAINT 0xc5
#define RAMP_STEP_US 5.0
#define SEND_PIN 2
#define PRESENCE_PIN 3
#define TCCR1B 0x81

struct stimulus {
    double at_us;
    double ground_pf;
    double middle_pf;
    uint32_t order; // of equal times
    double hand;
    int pad;
};

struct pad_model {
    struct sim *sim;
    double ground_pf;
    double middle_pf;
    double volt; // while charging, at `since`
    double threshold_volt; // of this charge
    avr_cycle_count_t since;
    double hand; // how much of a hand's hum it has, 0 to 1
    bool charging;
    int level; // what the pin reads
    avr_irq_t *irq;
};

struct sim {
    avr_t *avr;
    struct sim_table table;
    struct pad_model pads[SIM_PADS];
    elf_firmware_t firmware;
    uint64_t random;
    double spare_normal;
    bool has_spare;
    bool send;
    bool presence;
    double hum_phase;

    struct stimulus *stimuli; // a heap, the soonest first
    uint32_t stimuli_count;
    uint32_t stimuli_order;

    struct sim_byte *out; // rings
    uint32_t out_head, out_tail;
    double out_end_us;
    uint8_t *in;
    uint32_t in_head, in_tail;
    avr_irq_t *rx;

    struct sim_figures figures;
    avr_cycle_count_t deaf_since;
    bool deaf;
    bool watching; // each instruction: half the speed
    uint16_t stack_least;
    int handler; // the vector being served, 0: none
    avr_cycle_count_t handler_since;
    uint16_t handler_stack;
    uint32_t spent[SIM_WORDS]; // since the last charge: cycles by word of the program
    uint32_t spent_longest[SIM_WORDS]; // the same of the longest scan

    double zero_us; // when the board's clock began; negative: not yet
    void (*chip_reset)(struct avr_t *avr);
    bool was_reset; // and its pins are still to be put right
    bool down[24]; // buttons
};

// --- time and chance ------------------------------------------------------------------------

static double
cycles_per_us(const struct sim *sim)
{
    return CLOCK_HZ * 1e-6 * (1.0 + sim->table.clock_ppm * 1e-6);
}

double
sim_zero(const struct sim *sim)
{
    return sim->zero_us;
}

double
sim_now(const struct sim *sim)
{
    return (double)sim->avr->cycle / cycles_per_us(sim);
}

static double
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

// --- the pads -------------------------------------------------------------------------------

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

static void
note_charge(struct sim *sim)
{
    struct sim_figures *figures = &sim->figures;
    double now = sim_now(sim);
    if (figures->charges++ == 0) {
        figures->charge_first_us = now;
    } else if (now - figures->charge_last_us > figures->charge_longest_us) {
        figures->charge_longest_us = now - figures->charge_last_us;
        memcpy(sim->spent_longest, sim->spent, sizeof sim->spent);
    }
    figures->charge_last_us = now;
    if (sim->watching) {
        memset(sim->spent, 0, sizeof sim->spent);
    }
}

// simavr raises the pins of a port in order, so PRESENCE (bit 3) comes after SEND (bit 2) in the
// same cycle: a charge is begun anew when it does.
static void
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
        note_charge(sim);
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
static void
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

// --- what is to come ------------------------------------------------------------------------

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

static void
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

// --- the serial line ------------------------------------------------------------------------

// simavr paces a byte by 11 bits instead of 10. This wire has the right length, beginning when the
// board writes a byte; a long frame still takes up to a tenth longer than on a real chip.
static void
byte_out(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    struct sim *sim = param;
    double now = sim_now(sim);
    double begin = now > sim->out_end_us ? now : sim->out_end_us;
    double baud = BOARD_BAUD * (1.0 + sim->table.clock_ppm * 1e-6);
    sim->out_end_us = begin + BITS_A_BYTE / baud * 1e6;
    if (sim->out_head - sim->out_tail < WIRE_MOST) {
        struct sim_byte *byte = &sim->out[sim->out_head++ % WIRE_MOST];
        byte->end_us = sim->out_end_us;
        byte->byte = (uint8_t)value;
    }
}

static avr_cycle_count_t
byte_in(struct avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)when;
    struct sim *sim = param;
    avr_raise_irq(sim->rx, sim->in[sim->in_tail++ % WIRE_MOST]);
    if (sim->in_tail == sim->in_head) {
        return 0;
    }
    double cycles = BITS_A_BYTE / sim->table.host_baud * 1e6 * cycles_per_us(sim);
    return avr->cycle + (avr_cycle_count_t)cycles;
}

void
sim_send(struct sim *sim, const uint8_t *bytes, int count)
{
    bool idle = sim->in_head == sim->in_tail;
    for (int i = 0; i < count && sim->in_head - sim->in_tail < WIRE_MOST; i++) {
        sim->in[sim->in_head++ % WIRE_MOST] = bytes[i];
    }
    if (idle && sim->in_head != sim->in_tail) {
        double cycles = BITS_A_BYTE / sim->table.host_baud * 1e6 * cycles_per_us(sim);
        avr_cycle_timer_register(sim->avr, (avr_cycle_count_t)cycles, byte_in, sim);
    }
}

int
sim_receive(struct sim *sim, struct sim_byte *bytes, int most)
{
    int count = 0;
    double now = sim_now(sim);
    while (count < most && sim->out_tail != sim->out_head) {
        const struct sim_byte *byte = &sim->out[sim->out_tail % WIRE_MOST];
        if (byte->end_us > now) {
            break;
        }
        bytes[count++] = *byte;
        sim->out_tail++;
    }
    return count;
}

// --- running --------------------------------------------------------------------------------

// A reset: simavr forgets all timers and all pins, ours too, and keeps RAM and EEPROM. Its own
// parts are reset after this, so the pins are put right by after_reset().
static void
reset_happened(struct avr_t *avr)
{
    struct sim *sim = avr->custom.data;
    if (sim->chip_reset) {
        sim->chip_reset(avr);
    }
    sim->was_reset = true;
}

// simavr puts a pulled-up pin high again whenever its port is written, unless told from outside.
static void
set_pin(struct sim *sim, int pin, bool high)
{
    static const char ports[] = "BCD";
    if (pin / 8 != 1) {
        uint8_t up = 0;
        for (int i = 0; i < 8; i++) {
            up = (uint8_t)(up | !sim->down[pin / 8 * 8 + i] << i);
        }
        avr_ioport_external_t outside = {
            .name = (unsigned)ports[pin / 8] & 0x7fu, .mask = 0xff, .value = up,
        };
        avr_ioctl(sim->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL((uint32_t)ports[pin / 8]), &outside);
    }
    uint32_t port = AVR_IOCTL_IOPORT_GETIRQ((uint32_t)ports[pin / 8]);
    avr_irq_t *irq = avr_io_getirq(sim->avr, port, pin % 8);
    avr_raise_irq(irq, !high); // simavr drops a value that it has seen last
    avr_raise_irq(irq, high);
}

static void
after_reset(struct sim *sim)
{
    sim->was_reset = false;
    sim->zero_us = -1.0;
    sim->avr->run_cycle_limit = 1; // not to miss it
    sim->send = sim->presence = false;
    for (int i = 0; i < SIM_PADS; i++) {
        sim->pads[i].charging = false;
        sim->pads[i].level = 0;
        set_pin(sim, 8 + i, false);
    }
    for (int pin = 0; pin < 24; pin++) {
        if (pin / 8 != 1) {
            set_pin(sim, pin, !sim->down[pin]);
        }
    }
    sim->send = sim->presence = false;
    sim->in_tail = sim->in_head;
    sim->handler = 0;
    sim->deaf = false;
    schedule(sim);
}

static uint16_t
stack_of(const avr_t *avr)
{
    return (uint16_t)(avr->data[R_SPL] | avr->data[R_SPH] << 8);
}

// An interrupt begins when the program counter stands in the vector table (each vector is 4 bytes)
// and ends when the stack is where it was before.
static void
watch_handler(struct sim *sim)
{
    avr_t *avr = sim->avr;
    uint16_t stack = stack_of(avr);
    if (sim->handler) {
        if (stack > sim->handler_stack) {
            double us = (double)(avr->cycle - sim->handler_since) / (CLOCK_HZ * 1e-6);
            struct sim_figures *figures = &sim->figures;
            figures->handler_us[sim->handler] += us;
            figures->handler_runs[sim->handler]++;
            if (us > figures->handler_longest_us[sim->handler]) {
                figures->handler_longest_us[sim->handler] = us;
            }
            sim->handler = 0;
        }
    } else if (avr->pc > 0 && avr->pc < 4 * 26 && !avr->sreg[S_I]) {
        sim->handler = (int)(avr->pc / 4);
        sim->handler_since = avr->cycle;
        sim->handler_stack = stack;
    }
    if (stack < sim->stack_least) {
        sim->stack_least = stack;
    }
}

static void
watch_deafness(struct sim *sim)
{
    avr_t *avr = sim->avr;
    bool deaf = !avr->sreg[S_I];
    if (deaf && !sim->deaf) {
        sim->deaf_since = avr->cycle;
    } else if (!deaf && sim->deaf) {
        double us = (double)(avr->cycle - sim->deaf_since) / (CLOCK_HZ * 1e-6);
        if (us > sim->figures.deaf_longest_us) {
            sim->figures.deaf_longest_us = us;
        }
    }
    sim->deaf = deaf;
}

int
sim_run_until(struct sim *sim, double at_us)
{
    avr_t *avr = sim->avr;
    avr_cycle_count_t until = (avr_cycle_count_t)ceil(at_us * cycles_per_us(sim));
    while (avr->cycle < until) {
        uint32_t word = avr->pc / 2 % SIM_WORDS;
        avr_cycle_count_t before = avr->cycle;
        int state = avr_run(avr);
        if (state == cpu_Crashed || state == cpu_Done) {
            return 1;
        }
        if (sim->was_reset) {
            sim->figures.resets++;
            after_reset(sim);
        }
        if (sim->zero_us < 0.0 && avr->data[TCCR1B]) {
            sim->zero_us = sim_now(sim);
            avr->run_cycle_limit = sim->watching ? 1 : 1000;
        }
        if (sim->watching) {
            sim->spent[word] += (uint32_t)(avr->cycle - before);
            watch_handler(sim);
            watch_deafness(sim);
        }
    }
    return 0;
}

static void
no_sleep(struct avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr;
    (void)cycles;
}

static void
connect_pins(struct sim *sim)
{
    avr_t *avr = sim->avr;
    for (int i = 0; i < SIM_PADS; i++) {
        sim->pads[i].irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), i);
    }
    int drives[] = { SEND_PIN, PRESENCE_PIN };
    for (int i = 0; i < 2; i++) {
        avr_irq_t *irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), drives[i]);
        avr_irq_register_notify(irq, drive_changed, sim);
    }
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_t *tx = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT);
    avr_irq_register_notify(tx, byte_out, sim);
    sim->rx = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
}

static void
usual_table(struct sim *sim)
{
    static const double ground_pf[SIM_PADS] = { 15.0, 18.0, 20.0, 24.0, 28.0 };
    sim->table = (struct sim_table){
        .supply_volt = 5.0,
        .threshold = 0.52, // 2.6 V: typical of the data sheet's figure of input thresholds
        .hum_idle = 0.15,
        .hum_hz = 50.0,
        .drift_s = 60.0,
        .host_baud = BOARD_BAUD,
    };
    for (int i = 0; i < SIM_PADS; i++) {
        sim->table.resistor_ohm[i] = 470e3;
        sim->pads[i].sim = sim;
        sim->pads[i].ground_pf = ground_pf[i];
    }
    sim->hum_phase = 2.0 * M_PI * uniform(sim);
}

// RAM is painted so that a stack shows.
static void
power_up(struct sim *sim)
{
    avr_t *avr = sim->avr;
    memset(avr->data + 0x100, PAINT, (size_t)avr->ramend + 1u - 0x100u);
    sim->stack_least = avr->ramend;
    avr->data[0x54] = 0x01; // MCUSR: power-on
    after_reset(sim);
}

static bool
load(struct sim *sim, const char *elf)
{
    // simavr tells of every file it loads on the standard output, which is the caller's.
    fflush(stdout);
    int out = dup(1);
    if (!freopen("/dev/null", "w", stdout)) {
        return false;
    }
    int rc = elf_read_firmware(elf, &sim->firmware);
    fflush(stdout);
    dup2(out, 1);
    close(out);
    return rc == 0;
}

struct sim *
sim_open(const char *elf, uint64_t seed)
{
    struct sim *sim = calloc(1, sizeof *sim);
    sim->random = seed * 2654435769u + 88172645463325252ull;
    sim->stimuli = calloc(STIMULI_MOST, sizeof *sim->stimuli);
    sim->out = calloc(WIRE_MOST, sizeof *sim->out);
    sim->in = calloc(WIRE_MOST, 1);
    avr_t *avr = avr_make_mcu_by_name("atmega328p");
    if (!avr || !load(sim, elf)) {
        sim_close(sim);
        return NULL;
    }
    sim->avr = avr;
    avr_init(avr);
    avr->frequency = (uint32_t)CLOCK_HZ;
    avr->log = LOG_ERROR;
    avr_load_firmware(avr, &sim->firmware);
    avr->frequency = (uint32_t)CLOCK_HZ; // load_firmware sets what the ELF says: nothing
    avr->sleep = no_sleep;
    avr->custom.data = sim;
    usual_table(sim);
    connect_pins(sim);
    sim->chip_reset = avr->reset;
    avr->reset = reset_happened;
    power_up(sim);
    return sim;
}

void
sim_close(struct sim *sim)
{
    if (sim->avr) {
        avr_terminate(sim->avr);
    }
    free(sim->stimuli);
    free(sim->out);
    free(sim->in);
    free(sim);
}

struct sim_table *
sim_table(struct sim *sim)
{
    return &sim->table;
}

void
sim_button(struct sim *sim, int pin, int down)
{
    if (sim->down[pin] != (down != 0)) {
        sim->down[pin] = down != 0;
        set_pin(sim, pin, !down);
    }
}

int
sim_pin(struct sim *sim, int pin)
{
    static const uint16_t port_registers[] = { 0x25, 0x28, 0x2b };
    return sim->avr->data[port_registers[pin / 8]] >> (pin % 8) & 1;
}

void
sim_eeprom_get(struct sim *sim, uint8_t *bytes)
{
    avr_eeprom_desc_t whole = { .ee = bytes, .offset = 0, .size = 1024 };
    avr_ioctl(sim->avr, AVR_IOCTL_EEPROM_GET, &whole); // says -1 though it did
}

void
sim_eeprom_set(struct sim *sim, const uint8_t *bytes)
{
    uint8_t copy[1024];
    memcpy(copy, bytes, sizeof copy);
    avr_eeprom_desc_t whole = { .ee = copy, .offset = 0, .size = 1024 };
    avr_ioctl(sim->avr, AVR_IOCTL_EEPROM_SET, &whole);
}

void
sim_ram_set(struct sim *sim, int address, const uint8_t *bytes, int count)
{
    memcpy(sim->avr->data + address, bytes, (size_t)count);
}

// The last word of the program is avr-libc's `rjmp .`, where a program that left main ends.
void
sim_hang(struct sim *sim)
{
    avr_t *avr = sim->avr;
    uint32_t at = sim->firmware.flashsize;
    while (at >= 2 && (avr->flash[at - 2] != 0xff || avr->flash[at - 1] != 0xcf)) {
        at -= 2;
    }
    avr->sreg[S_I] = 0;
    avr->pc = at - 2;
}

void
sim_power_cycle(struct sim *sim)
{
    avr_t *avr = sim->avr;
    avr_reset(avr);
    power_up(sim);
}

void
sim_watch(struct sim *sim, int each_instruction)
{
    sim->watching = each_instruction;
    sim->avr->run_cycle_limit = each_instruction ? 1 : 1000;
    memset(&sim->figures, 0, sizeof sim->figures);
    sim->stack_least = stack_of(sim->avr);
}

void
sim_figures(struct sim *sim, struct sim_figures *figures)
{
    const avr_t *avr = sim->avr;
    sim->figures.stack_most = (uint32_t)(avr->ramend - sim->stack_least);
    *figures = sim->figures;
}

void
sim_longest(const struct sim *sim, uint32_t *cycles)
{
    memcpy(cycles, sim->spent_longest, sizeof sim->spent_longest);
}
