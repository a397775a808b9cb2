// What is measured on the way: scans, interrupts, the stack, and where the longest scan went.

#include <string.h> // memset

#include "parts.h"

void
watch_charge(struct sim *sim)
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

void
watch_instruction(struct sim *sim, uint32_t word, avr_cycle_count_t since)
{
    sim->spent[word] += (uint32_t)(sim->avr->cycle - since);
    watch_handler(sim);
    watch_deafness(sim);
}

void
sim_watch(struct sim *sim, int each_instruction)
{
    sim->watching = each_instruction;
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
