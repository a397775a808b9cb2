// The shipped binary on simulated pads, in lock-step: the caller decides how far time goes.
//
// All times are true time in microseconds since the start, as double; the board's own clock may be
// wrong (`clock_ppm`). Capacitance is in picofarad. Nothing here sleeps or asks the real clock.
#ifndef SIM_H
#define SIM_H

#include <stdint.h> // uint8_t

#define SIM_PADS 5
#define SIM_WORDS 16384 // of two bytes: the flash of the chip

struct sim; // one board
struct zoo_grab; // of zoo.h

struct sim_table { // what the board lives with; may be changed while it runs
    double clock_ppm; // the board's clock against true time
    double supply_volt;
    double threshold; // of an input pin, as a share of the supply
    double resistor_ohm[SIM_PADS];
    double noise_volt; // standard deviation at the threshold, per charge and pad
    double hum_volt; // amplitude of the mains on a touched pad
    double hum_idle; // share of it on an untouched one
    double hum_hz;
    double impulse_chance; // per charge and pad
    double impulse_volt; // up or down
    double drift; // share of each pad's capacitance, up and down
    double drift_s; // period of that
    double host_baud;
};

struct sim_byte { // one byte on the wire to the host
    double end_us; // when its stop bit had gone by
    uint8_t byte;
};

struct sim_figures {
    uint64_t charges;
    double charge_first_us;
    double charge_last_us;
    double charge_longest_us; // between the starts of two charges
    double deaf_longest_us; // with interrupts off
    double handler_longest_us[32]; // by interrupt vector, from its entry to its return
    uint64_t handler_runs[32];
    double handler_us[32]; // in all
    uint32_t stack_most; // bytes of stack ever used
    uint32_t resets; // by the watchdog
};

struct sim *sim_open(const uint8_t *program, uint32_t size, uint64_t seed); // NULL: too large
void sim_close(struct sim *sim);
struct sim_table *sim_table(struct sim *sim);
double sim_now(const struct sim *sim);
double sim_zero(const struct sim *sim); // when the board's clock began to count

// Returns 0, or 1 if the processor has crashed.
int sim_run_until(struct sim *sim, double at_us);

// Puts a capacitance at a time to come: of the pad to ground, or from its middle to its ring.
// `hand`, 0 to 1, says how much of its hum a hand brings along. 0, or -1: too many are waiting.
int sim_pad(struct sim *sim, double at_us, int pad, double ground_pf, double middle_pf, double hand);
// A pad whose capacitance grows for `for_us`, by up to `added_pf`, evenly (power 1) or ever faster (2),
// in steps of 5 us: coarser ones would round the distance of two touches. Hum grows along, up to 1 at
// `full_hum_pf`.
int sim_ramp(
    struct sim *sim, double from_us, double for_us, int pad, double ground_pf, double added_pf,
    int power, double middle_pf, double full_hum_pf
);
// A hand of the zoo on its way to a pad that weighs so much when empty, in steps of 5 us until then;
// hum grows along, as above. Its times are true times.
int sim_grab(
    struct sim *sim, int pad, double ground_pf, const struct zoo_grab *grab, double until_us,
    double full_hum_pf
);
void sim_button(struct sim *sim, int pin, int down); // port * 8 + bit, B = 0, C = 1, D = 2
int sim_pin(struct sim *sim, int pin); // what the board drives

void sim_send(struct sim *sim, const uint8_t *bytes, int count); // from now on, at the host's baud
int sim_receive(struct sim *sim, struct sim_byte *bytes, int most); // what has arrived by now

void sim_eeprom_get(struct sim *sim, uint8_t *bytes); // 1024 of them
void sim_eeprom_set(struct sim *sim, const uint8_t *bytes);
void sim_ram_set(struct sim *sim, int address, const uint8_t *bytes, int count); // as a debugger does
void sim_hang(struct sim *sim); // the program goes astray: an endless loop, interrupts off
void sim_power_cycle(struct sim *sim); // RAM is lost, EEPROM stays
void sim_watch(struct sim *sim, int each_instruction); // all figures begin anew; at half the speed when 1
void sim_figures(struct sim *sim, struct sim_figures *figures); // deaf, handler, stack: if watched
void sim_longest(const struct sim *sim, uint32_t *cycles); // where the longest scan went: by word; if watched

#endif
