// Races of two hands from the zoo, on the board's own sensing compiled for the desk computer, by the
// hundred thousand. One line a race; who was first is not judged here.
//
// races COUNT SEED [NAME=VALUE ...]: see `words`. Each race has its own seed, so any one can be played
// again alone.

#include <math.h> // log
#include <stdio.h> // printf
#include <stdlib.h> // strtoull
#include <string.h> // memset

// The board's program, one file after the other, so that its statics can be put back to their start.
#include "../src/events.c"
#include "../src/frame.c"
#include "../src/sense.c"
#include "../src/settings.c"
#include "../src/touch.c"

#include "zoo.h"

#define SAMPLE_US 0.1875 // 3 cycles of 16 MHz
#define RESISTOR_OHM 470e3
#define SCAN_US 76.0 // the shortest; how much longer, `scan_us` says
#define LONG_SCAN_US 52.0
#define LONG_SCAN_CHANCE 0.03
#define HEAVY 110.0 // samples: a heavier pad is doubted by name, and no race is run on it
#define STEADY_PF 0.02 // a charge in which a pad changes by less is reckoned at once
#define POINTS_APART 4u // samples: 0.75 us, of a charger's 5 us or more
#define NEAR_MM 12.0 // a hand begins so far off
#define ARRIVES_US 6000.0
#define TELL_US 60000.0 // and has to be told so long after it touched: soft touches take their time
#define UNTOUCHED (-1)

uint8_t board_samples[SAMPLES + 1u];

static struct {
    int first, second; // hands; -1: by chance
    double gap_from_us, gap_to_us;
    double speed_from, speed_to; // metres a second; 0: as the zoo has them
    double noise_volt, mains_volt, impulse_chance, impulse_volt;
    double charger_volt, charger_hz; // at its worst; 0 hertz: by chance
    double pad_from_pf, pad_to_pf;
    double threshold; // 0: by chance
    double hover; // share of the hands that hover first
    double moved_pf; // a dolphin that came back at another place, at most
    double hold_us; // so long both hands stay, and their noise is counted
} words = {
    .first = -1, .second = -1, .gap_from_us = 20, .gap_to_us = 5000, .noise_volt = 0.010,
    .mains_volt = 30, .impulse_volt = 1.5, .pad_from_pf = 15, .pad_to_pf = 60, .hover = 0.2,
    .moved_pf = 1.5,
};

static struct {
    double us; // true time
    double charge_us; // when the charge at hand began
    uint64_t random;
    double threshold, supply;
    double empty_pf[PAD_COUNT], ohm[PAD_COUNT];
    int grab_of[PAD_COUNT]; // which of the grabs is on its way there
    struct zoo_grab grabs[2];
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

// What a hand's potential does against the table's ground: mains, and a charger's switching.
static double
common_volt(double at_us)
{
    double volt = world.mains_volt * sin(world.mains_rad_us * at_us + world.mains_phase);
    if (world.charger_volt > 0.0) {
        volt += world.charger_volt * sin(world.charger_rad_us * at_us + world.charger_phase);
    }
    return volt;
}

static double
hand_pf(int pad, double at_us)
{
    int grab = world.grab_of[pad];
    return grab == UNTOUCHED ? 0.0 : zoo_pf(&world.grabs[grab], at_us);
}

static double
threshold_volt(void)
{
    double volt = world.threshold * world.supply + words.noise_volt * normal();
    if (words.impulse_chance > 0.0 && zoo_uniform(&world.random) < words.impulse_chance) {
        volt += zoo_uniform(&world.random) < 0.5 ? words.impulse_volt : -words.impulse_volt;
    }
    return volt;
}

// The charge on a pad stays while its hand comes nearer, and the hand's own potential is shared out.
// Between the points that are looked at a hand comes nearer evenly, unless it touches there.
static void
charge_slowly(int pad, double volt_needed, uint8_t bit)
{
    double volt = 0.0;
    double hand = hand_pf(pad, world.charge_us);
    double pf = world.empty_pf[pad] + hand;
    double common = common_volt(world.charge_us);
    double touches_us = world.grabs[world.grab_of[pad]].contact_us;
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
        double half = 0.5 * SAMPLE_US / (world.ohm[pad] * now_pf * 1e-6);
        volt = volt * pf / now_pf + step_common * hand / now_pf;
        volt = world.supply - (world.supply - volt) * (1.0 - half) / (1.0 + half);
        pf = now_pf;
        if (volt >= volt_needed) {
            board_samples[at] |= bit;
        }
    }
}

static void
charge(int pad)
{
    uint8_t bit = (uint8_t)(1u << pad);
    double volt = threshold_volt();
    double hand = 0.0;
    if (world.grab_of[pad] != UNTOUCHED) {
        hand = hand_pf(pad, world.charge_us);
        double end_pf = hand_pf(pad, world.charge_us + SAMPLES * SAMPLE_US);
        if (end_pf - hand > STEADY_PF || (hand > 0.1 && world.charger_volt > 0)) {
            charge_slowly(pad, volt, bit);
            return;
        }
    }
    double tau_us = world.ohm[pad] * (world.empty_pf[pad] + hand) * 1e-6;
    if (hand > 0.1) { // mains change evenly within a charge
        double later = common_volt(world.charge_us + tau_us) - common_volt(world.charge_us);
        volt -= later * hand / (world.empty_pf[pad] + hand);
    }
    double us = -tau_us * log(1.0 - volt / world.supply);
    int first = (int)(us / SAMPLE_US);
    for (int at = first < 0 ? 0 : first; at < (int)SAMPLES; at++) {
        board_samples[at] |= bit;
    }
}

// --- a chip for the desk computer -----------------------------------------------------------

void
board_capture(bool presence)
{
    (void)presence; // these pads have no middles
    world.us += SCAN_US + 12.0 * zoo_uniform(&world.random);
    if (zoo_uniform(&world.random) < LONG_SCAN_CHANCE) {
        world.us += LONG_SCAN_US * zoo_uniform(&world.random);
    }
    world.charge_us = floor(world.us * 2.0) / 2.0;
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

// --- a race ---------------------------------------------------------------------------------

static void
switch_on(void)
{
    memset(pads, 0, sizeof pads);
    memset(kept, 0, sizeof kept);
    oldest = next = 0;
    dropped = 0;
    keeping = false;
    scans = last_ticks = longest_ticks = 0;
    look_due = blind = false;
    weighing = 0;
    told_ticks = 0;
    spread_us = 0;
    memset(looks, LOOK_NOTHING, sizeof looks);
    settings_start();
    for (int pad = 0; pad < (int)PAD_COUNT; pad++) {
        settings_set((uint8_t)pad, FIELD_PRESENT, SAMPLES); // no middles
        world.grab_of[pad] = UNTOUCHED;
    }
    sense_start();
    events_keep(true);
}

static void
scan_until(double us)
{
    while (world.us < us) {
        sense_scan();
        sense_work((uint8_t)sense_count());
    }
}

static void
furnish(void)
{
    uint64_t *random = &world.random;
    world.us = 1000.0 * zoo_uniform(random);
    world.supply = 5.0;
    world.threshold = words.threshold > 0 ? words.threshold : zoo_between(random, zoo_threshold);
    for (int pad = 0; pad < (int)PAD_COUNT; pad++) {
        world.ohm[pad] = RESISTOR_OHM * (0.99 + 0.02 * zoo_uniform(random));
        double most_pf = HEAVY * SAMPLE_US / (-log(1.0 - world.threshold) * world.ohm[pad] * 1e-6);
        double to_pf = words.pad_to_pf < most_pf ? words.pad_to_pf : most_pf;
        world.empty_pf[pad] = zoo_between(random, (struct zoo_range){ words.pad_from_pf, to_pf });
    }
    world.mains_volt = words.mains_volt * zoo_uniform(random);
    world.mains_rad_us = 2e-6 * M_PI * (zoo_uniform(random) < 0.5 ? 50 : 60);
    world.mains_phase = 2.0 * M_PI * zoo_uniform(random);
    double hz = zoo_even(random, (struct zoo_range){ 20e3, 200e3 });
    double volt = words.charger_volt * pow(zoo_uniform(random), 2.0);
    world.charger_volt = volt;
    world.charger_rad_us = 2e-6 * M_PI * (words.charger_hz > 0 ? words.charger_hz : hz);
    world.charger_phase = 2.0 * M_PI * zoo_uniform(random);
}

static void
send_hands(double gap_us)
{
    uint64_t *random = &world.random;
    double begin_us = world.us;
    double at_us = begin_us + 1000.0 * zoo_uniform(random);
    double longest_us = 0.0;
    for (int n = 0; n < 2; n++) {
        int hand = n ? words.second : words.first;
        int any = (int)(zoo_uniform(random) * zoo_hand_count);
        struct zoo_grab *grab = &world.grabs[n];
        *grab = zoo_draw(random, hand < 0 ? any : hand, 0.0);
        if (words.speed_from > 0) {
            struct zoo_range range = { words.speed_from, words.speed_to };
            grab->speed_mm_us = zoo_even(random, range) * 1e-3;
        }
        if (zoo_uniform(random) < words.hover) {
            grab->hover_mm = zoo_between(random, (struct zoo_range){ 3, 20 });
        }
        grab->comes_us = begin_us;
        double needs_us = ARRIVES_US + 1.3 * NEAR_MM / grab->speed_mm_us;
        longest_us = needs_us > longest_us ? needs_us : longest_us;
    }
    world.grabs[0].contact_us = at_us + longest_us;
    world.grabs[1].contact_us = at_us + longest_us + gap_us;
    int first = (int)(zoo_uniform(random) * PAD_COUNT);
    int second = (first + 1 + (int)(zoo_uniform(random) * (PAD_COUNT - 1))) % (int)PAD_COUNT;
    for (int n = 0; n < 2; n++) { // as calibrating has it: six tenths of a touch
        double sample_pf = SAMPLE_US / (RESISTOR_OHM * 1e-6 * -log(1.0 - world.threshold));
        double soft = 0.6 * world.grabs[n].behind_pf / sample_pf;
        settings_set((uint8_t)(n ? second : first), FIELD_SOFT, soft < 37.0 ? (uint16_t)soft : 37u);
    }
    world.grab_of[first] = 0;
    world.grab_of[second] = 1;
}

static int
pad_of(int grab)
{
    int pad = 0;
    while (world.grab_of[pad] != grab) {
        pad++;
    }
    return pad;
}

// Number, gap, and of each hand: its name, speed, body, pad, when it touched; how often and when it was
// told, and the event.
static void
show(int n, const struct event *event, double told_us, int told)
{
    const struct zoo_grab *grab = &world.grabs[n];
    int pad = pad_of(n);
    printf("\t%d\t%.2f\t%.1f\t%.1f\t%.2f\t%d\t%.2f", grab->hand, grab->speed_mm_us * 1e3,
           grab->behind_pf, world.empty_pf[pad], grab->contact_us, told, told_us);
    printf("\t%d\t%u\t%u", event->what >> 4, (unsigned)event->at_us, event->uncertain_us);
}

static void
race(uint64_t number, uint64_t seed)
{
    world.random = (seed + number) * 2654435769u + 88172645463325252ull;
    for (int n = 0; n < 8; n++) {
        zoo_uniform(&world.random);
    }
    furnish();
    do { // an impulse in the very scan that pads are first believed by is not what is raced here
        switch_on();
    } while (touch_states());
    double moved = zoo_uniform(&world.random);
    for (int pad = 0; pad < (int)PAD_COUNT && moved < 0.3; pad++) {
        world.empty_pf[pad] += words.moved_pf * (2.0 * zoo_uniform(&world.random) - 1.0);
    }
    scan_until(world.us + 3000.0);
    double gap_us = zoo_even(&world.random, (struct zoo_range){ words.gap_from_us, words.gap_to_us });
    events_acknowledge(events_next());
    send_hands(gap_us);
    struct event first[2] = { { 0 }, { 0 } };
    double told_us[2] = { 0, 0 };
    int told[2] = { 0, 0 };
    double end_us = world.grabs[1].contact_us + TELL_US;
    while (world.us < end_us && !(told[0] && told[1])) {
        sense_scan();
        sense_work((uint8_t)sense_count());
        for (uint8_t at = events_oldest(); at != events_next(); at++) {
            const struct event *event = events_get(at);
            int kind = event->what >> 4;
            int grab = world.grab_of[event->what & 15u];
            bool touch = kind == EVENT_TOUCH || kind == EVENT_SOFT || kind == EVENT_HELD;
            if (touch && grab >= 0 && !told[grab]++) {
                first[grab] = *event;
                told_us[grab] = world.us;
            }
        }
        events_acknowledge(events_next());
    }
    printf("%llu\t%.2f", (unsigned long long)number, gap_us);
    show(0, &first[0], told_us[0], told[0]);
    show(1, &first[1], told_us[1], told[1]);
    scan_until(world.us + words.hold_us);
    printf("\t%.3f\t%u\t%u\n", world.charger_volt, pads[pad_of(0)].lows, pads[pad_of(1)].lows);
}

static void
take_word(const char *word)
{
    static const struct {
        const char *name;
        double *to;
    } numbers[] = {
        { "gap_from_us", &words.gap_from_us }, { "gap_to_us", &words.gap_to_us },
        { "speed_from", &words.speed_from },   { "speed_to", &words.speed_to },
        { "noise_volt", &words.noise_volt },   { "mains_volt", &words.mains_volt },
        { "impulse_chance", &words.impulse_chance }, { "impulse_volt", &words.impulse_volt },
        { "charger_volt", &words.charger_volt }, { "charger_hz", &words.charger_hz },
        { "pad_from_pf", &words.pad_from_pf }, { "pad_to_pf", &words.pad_to_pf },
        { "threshold", &words.threshold },     { "hover", &words.hover },
        { "moved_pf", &words.moved_pf },
        { "hold_us", &words.hold_us },
    };
    const char *value = strchr(word, '=');
    size_t length = value ? (size_t)(value - word) : 0;
    if (value && strncmp(word, "first", length) == 0) {
        words.first = atoi(value + 1);
        return;
    }
    if (value && strncmp(word, "second", length) == 0) {
        words.second = atoi(value + 1);
        return;
    }
    for (size_t n = 0; value && n < sizeof numbers / sizeof numbers[0]; n++) {
        if (strlen(numbers[n].name) == length && strncmp(word, numbers[n].name, length) == 0) {
            *numbers[n].to = strtod(value + 1, NULL);
            return;
        }
    }
    fprintf(stderr, "races: %s is no word\n", word);
    exit(2);
}

int
main(int count, char **given)
{
    if (count < 3) {
        fprintf(stderr, "races COUNT SEED [NAME=VALUE ...]\n");
        return 2;
    }
    for (int n = 3; n < count; n++) {
        take_word(given[n]);
    }
    make_normals();
    uint64_t races = strtoull(given[1], NULL, 10);
    uint64_t seed = strtoull(given[2], NULL, 10);
    for (uint64_t number = 0; number < races; number++) {
        race(number, seed);
    }
    return 0;
}
