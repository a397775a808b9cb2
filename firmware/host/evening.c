// The board's whole program on the desk computer, but for its chip, in a room of the zoo: what an
// evening does to it. The caller decides how far time goes, as with sim/sim.h.
//
// Times are true time in microseconds. There is one board a process.

#include "room.h"

#include "../src/link.c"
#include "../src/say.c"

int board_main(void);
#define main board_main
#include "../src/main.c"
#undef main

#define BYTE_US 40.0 // 250,000 baud
#define OUT_MOST 65536u
#define IN_MOST 4096u
#define NEAR_US 60000.0 // a hand is on its way for so long

void desk_open(uint64_t seed, uint32_t image, double pad_to_pf);
double desk_now(void);
double desk_run(double until_us);
int desk_receive(uint8_t *bytes, double *ends_us, int most);
void desk_send(const uint8_t *bytes, int count);
void desk_grab(int pad, int hand, double at_us);
void desk_stop(int pad, double above_mm);
void desk_leave(int pad, double at_us);
double desk_dolphin_pf(void);
void desk_weigh(int pad, double more_pf);
void desk_wire(int pad, int is_on);
double desk_flap_us(void);
void desk_spill(int pad);
void desk_wipe(int pad);
void desk_sag(void);
void desk_charger(double volt, double hz);
void desk_noise(double noise_volt, double impulse_chance);
void desk_calibrate(double family_pf);
int desk_doubt_code(int us);

uint32_t board_boot;

static struct {
    uint32_t image;
    uint8_t frame[TX_FRAME_MOST];
    double ends_us, before_us; // of the last frame on the wire, and of the one before
    uint8_t out[OUT_MOST];
    double out_us[OUT_MOST];
    unsigned out_head, out_tail;
    uint8_t in[IN_MOST];
    unsigned in_head, in_tail;
    uint8_t heard[RX_FRAME_MOST];
    uint8_t heard_length;
    double heard_us, in_us;
    double family_pf;
} line;

// --- a chip with a serial line ------------------------------------------------------------------

uint8_t
board_reset_cause(void)
{
    return RESET_POWER;
}

uint32_t
board_image_crc(void)
{
    return line.image;
}

void
board_start(void)
{
}

void
board_light(bool on)
{
    (void)on;
}

uint16_t
board_buttons(void)
{
    return 0;
}

uint32_t
board_now_us(void)
{
    return board_capture_us();
}

uint8_t *
board_tx_frame(void)
{
    return world.us >= line.before_us ? line.frame : NULL;
}

void
board_tx_go(void)
{
    double at_us = fmax(world.us, line.ends_us);
    unsigned at = 0;
    do {
        at_us += BYTE_US;
        line.out[line.out_head % OUT_MOST] = line.frame[at];
        line.out_us[line.out_head++ % OUT_MOST] = at_us;
    } while (line.frame[at++]);
    line.before_us = line.ends_us;
    line.ends_us = at_us;
}

bool
board_tx_idle(void)
{
    return world.us >= line.ends_us;
}

uint8_t
board_rx_length(void)
{
    while (!line.heard_length && line.in_head != line.in_tail) {
        uint8_t length = 0;
        uint8_t byte;
        while ((byte = line.in[line.in_head++ % IN_MOST]) != 0) {
            line.heard[length++] = byte;
        }
        line.heard_length = length;
        line.heard_us = world.us;
    }
    return line.heard_length;
}

const uint8_t *
board_rx_bytes(void)
{
    return line.heard;
}

uint32_t
board_rx_us(void)
{
    return (uint32_t)(uint64_t)line.heard_us;
}

void
board_rx_done(void)
{
    line.heard_length = 0;
}

uint16_t
board_rx_lost(void)
{
    return 0;
}

// --- time and the line --------------------------------------------------------------------------

void
desk_open(uint64_t seed, uint32_t image, double pad_to_pf)
{
    make_normals();
    memset(&world, 0, sizeof world);
    memset(&line, 0, sizeof line);
    world.random = seed * 2654435769u + 88172645463325252ull;
    for (int n = 0; n < 8; n++) {
        zoo_uniform(&world.random);
    }
    line.image = image;
    board_boot++;
    world.us = 1000.0;
    world.supply = SUPPLY_VOLT;
    world.threshold = zoo_between(&world.random, zoo_threshold);
    world.noise_volt = 0.010;
    for (int pad = 0; pad < (int)PAD_COUNT; pad++) {
        struct zoo_range weighs = { zoo_pad_pf.from, pad_to_pf };
        world.ohm[pad] = RESISTOR_OHM * (0.99 + 0.02 * zoo_uniform(&world.random));
        world.air_pf[pad] = zoo_between(&world.random, zoo_air_pf);
        world.empty_pf[pad] = zoo_between(&world.random, weighs);
    }
    world.mains_volt = 30.0 * zoo_uniform(&world.random);
    world.mains_rad_us = 2e-6 * M_PI * (zoo_uniform(&world.random) < 0.5 ? 50 : 60);
    greeted = ping_waits = save_waits = written = false;
    now = heard = beat = health = told = streamed = 0;
    untold = stream_every = raw_number = 0;
    settings_start();
    link_start();
    switch_on();
    events_keep(false);
    worked = (uint8_t)sense_count();
}

double
desk_now(void)
{
    return world.us;
}

double
desk_run(double until_us)
{
    while (world.us < until_us) {
        sense_scan();
        one_piece();
    }
    return world.us;
}

int
desk_receive(uint8_t *bytes, double *ends_us, int most)
{
    int count = 0;
    while (count < most && line.out_tail != line.out_head &&
           line.out_us[line.out_tail % OUT_MOST] <= world.us) {
        ends_us[count] = line.out_us[line.out_tail % OUT_MOST];
        bytes[count++] = line.out[line.out_tail++ % OUT_MOST];
    }
    return count;
}

void
desk_send(const uint8_t *bytes, int count)
{
    for (int n = 0; n < count; n++) {
        line.in[line.in_tail++ % IN_MOST] = bytes[n];
    }
}

// --- what happens -------------------------------------------------------------------------------

void
desk_calibrate(double family_pf)
{
    line.family_pf = family_pf;
    for (int pad = 0; pad < (int)PAD_COUNT; pad++) {
        calibrate_soft(pad, family_pf);
    }
}

// A hand of somebody here: the weakest of them comes to `family_pf`, and calibrated the board.
void
desk_grab(int pad, int hand, double at_us)
{
    do {
        world.grabs[pad] = zoo_draw(&world.random, hand, at_us);
    } while (world.grabs[pad].behind_pf < line.family_pf);
    world.grabs[pad].comes_us = fmax(world.us, at_us - NEAR_US);
    world.comes[pad] = true;
}

// The same hand stops so far above: a fake-out.
void
desk_stop(int pad, double above_mm)
{
    world.grabs[pad].stops_mm = above_mm;
}

void
desk_leave(int pad, double at_us)
{
    world.grabs[pad].leaves_us = at_us;
}

double
desk_dolphin_pf(void)
{
    return zoo_between(&world.random, zoo_dolphin_pf);
}

void
desk_weigh(int pad, double more_pf)
{
    world.empty_pf[pad] += more_pf;
}

void
desk_wire(int pad, int is_on)
{
    if (is_on) {
        world.flaps[pad].until_us = world.us;
    } else {
        world.flaps[pad] = zoo_flap(&world.random, world.us, INFINITY);
    }
}

double
desk_flap_us(void)
{
    return zoo_even(&world.random, zoo_flaps_us);
}

void
desk_spill(int pad)
{
    world.spills[pad] = zoo_spill(&world.random, world.us);
}

void
desk_wipe(int pad)
{
    zoo_wipe(&world.spills[pad], world.us);
}

void
desk_sag(void)
{
    world.sag = zoo_sag(&world.random, world.us);
}

void
desk_charger(double volt, double hz)
{
    world.charger_volt = volt;
    world.charger_rad_us = 2e-6 * M_PI * hz;
}

void
desk_noise(double noise_volt, double impulse_chance)
{
    world.noise_volt = noise_volt;
    world.impulse_chance = impulse_chance;
    world.impulse_volt = 1.5;
}

// The byte that says so many microseconds of doubt.
int
desk_doubt_code(int us)
{
    return coded((uint16_t)us);
}
