// The serial line, both ways.

#include "parts.h"

#define BITS_A_BYTE 10.0

// simavr paces a byte by 11 bits instead of 10. This wire has the right length, beginning when the
// board writes a byte; a long frame still takes up to a tenth longer than on a real chip.
void
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
