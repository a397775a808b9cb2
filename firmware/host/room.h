// The board's program and a room round it, in one piece for the desk computer: what charges its pads
// there, by the zoo. For who includes it, statics and all; nothing of it was measured.
#ifndef ROOM_H
#define ROOM_H

#include <math.h> // log
#include <string.h> // memset

// The board's program, one file after the other, so that its statics can be put back to their start.
#include "../src/events.c"
#include "../src/frame.c"
#include "../src/sense.c"
#include "../src/settings.c"
#include "../src/touch.c"
#include "../src/trace.c"

#include "lengths.h" // scan_lengths_us
#include "zoo.h"

#define SAMPLE_US 0.1875 // 3 cycles of 16 MHz
#define RESISTOR_OHM 470e3
#define SUPPLY_VOLT 5.0
#define LOOK_US 66.0
#define HEAVY 110.0 // samples: a heavier pad is doubted by name, and no race is run on it
#define STEADY_PF 0.02 // a charge in which a pad changes by less is reckoned at once
#define POINTS_APART 4u // samples: 0.75 us, of a charger's 5 us or more

uint8_t board_samples[SAMPLES + 1u];

static struct { // of `scan_lengths_us`
    const uint8_t *next, *end;
    bool weighs; // a jump was being weighed in the last scan
    uint16_t told_ticks; // the last contact before that
    bool looks; // the last scan looked for dolphins
} pace;

static struct {
    double us; // true time
    double charge_us; // when the charge at hand began
    uint64_t random;
    double threshold, supply;
    double noise_volt, impulse_chance, impulse_volt;
    double empty_pf[PAD_COUNT], ohm[PAD_COUNT];
    double air_pf[PAD_COUNT]; // to whoever sits there: part of the empty pad
    bool comes[PAD_COUNT]; // a hand is on its way there
    struct zoo_grab grabs[PAD_COUNT];
    struct zoo_spill spills[PAD_COUNT]; // ohm 0: it is dry
    struct zoo_flap flaps[PAD_COUNT];
    struct zoo_sag sag;
    double mains_volt, mains_rad_us, mains_phase;
    double charger_volt, charger_rad_us, charger_phase;
} world;

// --- the room -------------------------------------------------------------------------------

#define NORMALS 4096u
static double normals[NORMALS];

static void
make_normals(void) // Box-Muller, once
{
    uint64_t random = 88172645463325252ull;
    for (unsigned n = 0; n < NORMALS; n++) {
        double radius = sqrt(-2.0 * log(zoo_uniform(&random)));
        normals[n] = radius * cos(2.0 * M_PI * zoo_uniform(&random));
    }
}

static double
normal(void)
{
    return normals[(unsigned)(zoo_uniform(&world.random) * NORMALS)];
}

static double
mains_volt(double at_us)
{
    return world.mains_volt * sin(world.mains_rad_us * at_us + world.mains_phase);
}

// What a hand's potential does against the table's ground: mains, and a charger's switching.
static double
common_volt(double at_us)
{
    double volt = mains_volt(at_us);
    if (world.charger_volt > 0.0) {
        volt += world.charger_volt * sin(world.charger_rad_us * at_us + world.charger_phase);
    }
    return volt;
}

static double
hand_pf(int pad, double at_us)
{
    return world.comes[pad] ? zoo_pf(&world.grabs[pad], at_us) : 0.0;
}

static double
threshold_volt(void)
{
    double volt = world.threshold * world.supply + world.noise_volt * normal();
    if (world.impulse_chance > 0.0 && zoo_uniform(&world.random) < world.impulse_chance) {
        volt += zoo_uniform(&world.random) < 0.5 ? world.impulse_volt : -world.impulse_volt;
    }
    return volt;
}

struct wet { // what a pad is charged through and to, and what lies on it beside hands
    double ohm, volt, pf;
};

static struct wet
wet_of(int pad)
{
    const struct zoo_spill *spill = &world.spills[pad];
    struct wet wet = { world.ohm[pad], world.supply, 0.0 };
    double spilt = spill->ohm > 0.0 ? zoo_spilt(spill, world.charge_us) : 0.0;
    if (spilt > 0.0) {
        double leak = spill->ohm / spilt;
        wet.pf = spill->pf * spilt;
        wet.volt *= leak / (wet.ohm + leak);
        wet.ohm *= leak / (wet.ohm + leak);
    }
    return wet;
}

// The charge on a pad stays while its hand comes nearer, and the hand's own potential is shared out.
// Between the points that are looked at a hand comes nearer evenly, unless it touches there.
static void
charge_slowly(int pad, struct wet wet, double volt_needed, uint8_t bit)
{
    double volt = 0.0;
    double hand = hand_pf(pad, world.charge_us);
    double pf = world.empty_pf[pad] + wet.pf + hand;
    double common = common_volt(world.charge_us);
    const struct zoo_grab *grab = &world.grabs[pad];
    bool leaves = grab->leaves_us > 0.0 && world.charge_us > grab->contact_us;
    double touches_us = leaves ? grab->leaves_us : grab->contact_us;
    double step_hand = 0.0;
    double step_common = 0.0;
    for (unsigned at = 0; at < SAMPLES; at++) {
        double us = world.charge_us + (at + 1u) * SAMPLE_US;
        if (at % POINTS_APART == 0) {
            double later_us = world.charge_us + (at + POINTS_APART) * SAMPLE_US;
            step_hand = (hand_pf(pad, later_us) - hand) / POINTS_APART;
            step_common = (common_volt(later_us) - common) / POINTS_APART;
            if (us - SAMPLE_US <= touches_us && touches_us < later_us) {
                step_hand = 0.0;
            }
        }
        double before = hand;
        hand = us >= touches_us && us - SAMPLE_US < touches_us ? hand_pf(pad, us) : hand + step_hand;
        common += step_common;
        double now_pf = pf + hand - before;
        double half = 0.5 * SAMPLE_US / (wet.ohm * now_pf * 1e-6);
        volt = volt * pf / now_pf + step_common * (hand + world.air_pf[pad]) / now_pf;
        volt = wet.volt - (wet.volt - volt) * (1.0 - half) / (1.0 + half);
        pf = now_pf;
        if (volt >= volt_needed) {
            board_samples[at] |= bit;
        }
    }
}

static void
fill(unsigned from, uint8_t bit)
{
    for (unsigned at = from; at < SAMPLES; at++) {
        board_samples[at] |= bit;
    }
}

// A sample `us` after the charge began, and later; the last of them never comes.
static unsigned
sample_after(double us)
{
    return us < 0.0 ? 0u : us >= SAMPLES * SAMPLE_US ? SAMPLES : (unsigned)(us / SAMPLE_US);
}

// When a pad that nothing shakes comes to so many volts.
static double
comes_to_us(double volt, double of_volt, double tau_us)
{
    if (volt <= 0.0) {
        return 0.0;
    }
    return volt >= of_volt ? INFINITY : -tau_us * log(1.0 - volt / of_volt);
}

// A hand that keeps still, and swings by a charger: the pad's answer to a sine, in one piece. Only where
// the swing decides is it reckoned.
static void
charge_shaken(double tau_us, double of_volt, double share, double volt_needed, uint8_t bit)
{
    double x = world.charger_rad_us * tau_us;
    double swing = share * world.charger_volt / (1.0 + x * x);
    double most = 2.0 * swing * x * sqrt(1.0 + x * x);
    unsigned from = sample_after(comes_to_us(volt_needed - most, of_volt, tau_us));
    unsigned to = sample_after(comes_to_us(volt_needed + most, of_volt, tau_us));
    double phase = world.charger_rad_us * world.charge_us + world.charger_phase;
    double began = swing * (x * x * sin(phase) + x * cos(phase));
    for (unsigned at = from; at < to; at++) {
        double us = (at + 1u) * SAMPLE_US;
        double angle = phase + world.charger_rad_us * us;
        double shaken = swing * (x * x * sin(angle) + x * cos(angle));
        double volt = of_volt - (of_volt + began) * exp(-us / tau_us) + shaken;
        if (volt >= volt_needed) {
            board_samples[at] |= bit;
        }
    }
    fill(to, bit);
}

static void
charge(int pad)
{
    uint8_t bit = (uint8_t)(1u << pad);
    double volt = threshold_volt();
    double hand = 0.0;
    struct wet wet = wet_of(pad);
    bool is_off = zoo_is_off(&world.flaps[pad], world.charge_us);
    if (world.comes[pad] && !is_off) {
        hand = hand_pf(pad, world.charge_us);
        double end_pf = hand_pf(pad, world.charge_us + SAMPLES * SAMPLE_US);
        if (fabs(end_pf - hand) > STEADY_PF) {
            charge_slowly(pad, wet, volt, bit);
            return;
        }
    }
    double pf = is_off ? world.flaps[pad].pf : world.empty_pf[pad] + wet.pf + hand;
    double share = is_off ? 0.0 : (hand + world.air_pf[pad]) / pf;
    double tau_us = wet.ohm * pf * 1e-6;
    // Mains change evenly within a charge.
    double later = mains_volt(world.charge_us + tau_us) - mains_volt(world.charge_us);
    if (world.charger_volt > 0.0) {
        charge_shaken(tau_us, wet.volt + later * share, share, volt, bit);
        return;
    }
    volt -= later * share;
    if (volt >= wet.volt) { // it leaks faster than it charges
        return;
    }
    fill(sample_after(-tau_us * log(1.0 - volt / wet.volt)), bit);
}

// --- a chip for the desk computer -----------------------------------------------------------

static void
set_pace(unsigned from, unsigned to)
{
    const uint8_t *row = scan_lengths_us[(unsigned)(zoo_uniform(&world.random) * CONTACTS)];
    pace.next = row + from;
    pace.end = row + to;
}

// From the begin of the last scan to that of the next, as the shipped program's are: while a contact is
// weighed, told and taken down they are others than before it.
static double
scan_us(void)
{
    if (pace.looks) {
        return LOOK_US + zoo_uniform(&world.random);
    }
    bool weighs = touch_is_weighing();
    if (weighs && !pace.weighs) {
        set_pace(SCANS_BEFORE, SCANS_BEFORE + SCANS_AFTER);
        pace.told_ticks = told_ticks;
    } else if (pace.next == pace.end ||
               (!weighs && pace.weighs && told_ticks == pace.told_ticks)) { // it was noise
        set_pace(0, SCANS_BEFORE);
    }
    pace.weighs = weighs;
    return *pace.next++ - 0.5 + zoo_uniform(&world.random);
}

void
board_capture(bool presence)
{
    world.us += scan_us();
    pace.looks = presence; // these pads have no middles
    world.charge_us = floor(world.us * 2.0) / 2.0;
    world.supply = SUPPLY_VOLT - zoo_sagged_volt(&world.sag, world.charge_us);
    memset(board_samples, 0, SAMPLES);
    for (int pad = 0; pad < (int)PAD_COUNT; pad++) {
        charge(pad);
    }
    board_samples[SAMPLES] = 0xffu;
}

uint16_t
board_capture_ticks(void)
{
    return (uint16_t)(uint64_t)(world.charge_us * 2.0);
}

uint32_t
board_capture_us(void)
{
    return (uint32_t)(uint64_t)world.charge_us;
}

uint16_t
board_capture_age(void)
{
    return 0;
}

void
board_kick(void)
{
}

uint8_t
board_eeprom_read(uint16_t address)
{
    (void)address;
    return 0xff;
}

bool
board_eeprom_ready(void)
{
    return false;
}

void
board_eeprom_write(uint16_t address, uint8_t value)
{
    (void)address;
    (void)value;
}

// --- a start of the board -----------------------------------------------------------------------

static void
switch_on(void)
{
    memset(&pace, 0, sizeof pace);
    memset(pads, 0, sizeof pads);
    memset(kept, 0, sizeof kept);
    oldest = next = 0;
    dropped = 0;
    keeping = false;
    scans = last_ticks = longest_ticks = 0;
    look_due = blind = false;
    weighing = 0;
    told_ticks = 0;
    memset(traces, 0, sizeof traces);
    to_tell = false;
    spread_us = 0;
    memset(looks, LOOK_NOTHING, sizeof looks);
    settings_start();
    for (int pad = 0; pad < (int)PAD_COUNT; pad++) {
        settings_set((uint8_t)pad, FIELD_PRESENT, SAMPLES); // no middles
        world.comes[pad] = false;
    }
    sense_start();
    events_keep(true);
}

// As calibrating has it: six tenths of a touch.
static void
calibrate_soft(int pad, double touch_pf)
{
    double sample_pf = SAMPLE_US / (RESISTOR_OHM * 1e-6 * -log(1.0 - world.threshold));
    double soft = 0.6 * touch_pf / sample_pf;
    settings_set((uint8_t)pad, FIELD_SOFT, soft < 37.0 ? (uint16_t)soft : 37u);
}

#endif
