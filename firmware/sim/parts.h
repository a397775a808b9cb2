// What the parts of the simulated board know of each other: one struct, and who does what to it.
#ifndef PARTS_H
#define PARTS_H

#include <stdbool.h> // bool

#include <simavr/avr_ioport.h>
#include <simavr/sim_avr.h>

#include "sim.h"

#define CLOCK_HZ 16e6
#define STIMULI_MOST 65536u
#define WIRE_MOST 65536u // both powers of two
#define BOARD_BAUD 250e3
#define SEND_PIN 2
#define PRESENCE_PIN 3

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
    uint32_t program_size; // bytes, from address 0
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

double cycles_per_us(const struct sim *sim);

// pads.c
double uniform(struct sim *sim); // in (0, 1)
void drive_changed(struct avr_irq_t *irq, uint32_t value, void *param); // SEND or PRESENCE
void apply(struct sim *sim, const struct stimulus *stimulus);

// hands.c
void schedule(struct sim *sim); // the soonest of what is to come

// wire.c
void byte_out(struct avr_irq_t *irq, uint32_t value, void *param);

// watch.c
void watch_charge(struct sim *sim); // one begins
void watch_instruction(struct sim *sim, uint32_t word, avr_cycle_count_t since); // of the program

#endif
