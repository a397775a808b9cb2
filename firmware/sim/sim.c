// The shipped binary on simulated pads: simavr for the chip, and the analogue world around it.
//
// What simavr says of time is not all to be believed; how each lie is met stands where it is met.

#include "sim.h"

#include <math.h> // ceil
#include <stdlib.h> // calloc
#include <string.h> // memset

#include <simavr/avr_eeprom.h>
#include <simavr/avr_uart.h>

#include "parts.h"

#define PAINT 0xc5
#define TCCR1B 0x81
#define EICRA 0x69
#define EDGES 0x0f // INT0 and INT1 are in no use: else simavr looks at each that is low at every cycle

double
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
    sim->avr->run_cycle_limit = sim->avr->run_cycle_count = 1; // a run ends when it should
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
    sim->avr->data[EICRA] = EDGES;
    schedule(sim);
}

int
sim_run_until(struct sim *sim, double at_us)
{
    avr_t *avr = sim->avr;
    avr_cycle_count_t until = (avr_cycle_count_t)ceil(at_us * cycles_per_us(sim));
    until += (double)until / cycles_per_us(sim) < at_us; // rounded, it was that moment already
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
        }
        if (sim->watching) {
            watch_instruction(sim, word, before);
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

struct sim *
sim_open(const uint8_t *program, uint32_t size, uint64_t seed)
{
    struct sim *sim = calloc(1, sizeof *sim);
    sim->random = seed * 2654435769u + 88172645463325252ull;
    sim->stimuli = calloc(STIMULI_MOST, sizeof *sim->stimuli);
    sim->out = calloc(WIRE_MOST, sizeof *sim->out);
    sim->in = calloc(WIRE_MOST, 1);
    avr_t *avr = avr_make_mcu_by_name("atmega328p");
    if (!avr || size > avr->flashend) {
        sim_close(sim);
        return NULL;
    }
    sim->avr = avr;
    avr_init(avr);
    avr->run_cycle_limit = avr->run_cycle_count = 1;
    avr->frequency = (uint32_t)CLOCK_HZ;
    avr->log = LOG_ERROR;
    memcpy(avr->flash, program, size);
    avr->codeend = sim->program_size = size;
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
    uint32_t at = sim->program_size;
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
