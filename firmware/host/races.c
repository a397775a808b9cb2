// Races of two hands from the zoo, on the board's own sensing compiled for the desk computer, by the
// hundred thousand. One line a race; who was first is not judged here.
//
// races COUNT SEED [NAME=VALUE ...]: see `words`. Each race has its own seed, so any one can be played
// again alone.

#include <math.h> // pow
#include <stdio.h> // printf
#include <stdlib.h> // strtoull
#include <string.h> // strchr

#include "chips.h"
#include "room.h"

#define NEAR_MM 12.0 // a hand begins so far off
#define ARRIVES_US 6000.0
#define TRACE_US 2500.0 // until a contact's rise is known, too
#define SPILT_MOST_US 200e3 // a spill spreads for so long before hands come
#define FLAPS_MOST_US 60e3 // an evening's wires are off for longer
#define AGAIN_US 100.0 // a scan
#define TELL_US 60000.0 // and has to be told so long after it touched: soft touches take their time

static struct {
    int first, second; // hands; -1: by chance
    double gap_from_us, gap_to_us;
    double speed_from, speed_to; // metres a second; 0: as the zoo has them
    double noise_volt, mains_volt, impulse_chance, impulse_volt;
    double charger_volt, charger_least_volt, charger_hz; // at its worst, and at its best; 0 hertz: by chance
    double pad_from_pf, pad_to_pf;
    double threshold; // 0: by chance
    double hover; // share of the hands that hover first
    double stops_mm; // both hands stop so far off and never touch; 0: they touch
    double moved_pf; // a dolphin that came back at another place, at most
    double hold_us; // so long both hands stay, and their noise is counted
    double again; // 1: the first race over and over, each time in other noise and at another moment of a scan
    double mishaps; // share of the races in which something befalls the table
    double mishap; // which, in the order of `befall`; -1: by chance
} words = {
    .first = -1, .second = -1, .gap_from_us = 20, .gap_to_us = 5000, .noise_volt = 0.010,
    .mains_volt = 30, .impulse_volt = 1.5, .pad_from_pf = 15, .pad_to_pf = 60, .hover = 0.2,
    .moved_pf = 1.5, .mishap = -1,
};

static int on_pad[2]; // where the two hands go

// --- a race ---------------------------------------------------------------------------------

static void
scan_until(double us)
{
    while (world.us < us) {
        sense_scan();
        trace_keep();
        sense_work((uint8_t)sense_count());
    }
}

static void
furnish(void)
{
    uint64_t *random = &world.random;
    memset(world.spills, 0, sizeof world.spills);
    memset(world.flaps, 0, sizeof world.flaps);
    memset(&world.sag, 0, sizeof world.sag);
    world.us = 1000.0 * zoo_uniform(random);
    world.noise_volt = words.noise_volt;
    world.impulse_chance = words.impulse_chance;
    world.impulse_volt = words.impulse_volt;
    world.threshold = words.threshold > 0 ? words.threshold : zoo_between(random, zoo_threshold);
    for (int pad = 0; pad < (int)PAD_COUNT; pad++) {
        world.ohm[pad] = RESISTOR_OHM * (0.99 + 0.02 * zoo_uniform(random));
        world.air_pf[pad] = zoo_between(random, zoo_air_pf);
        double most_pf = HEAVY * SAMPLE_US / (-log(1.0 - world.threshold) * world.ohm[pad] * 1e-6);
        double to_pf = words.pad_to_pf < most_pf ? words.pad_to_pf : most_pf;
        world.empty_pf[pad] = zoo_between(random, (struct zoo_range){ words.pad_from_pf, to_pf });
    }
    world.mains_volt = words.mains_volt * zoo_uniform(random);
    world.mains_rad_us = 2e-6 * M_PI * (zoo_uniform(random) < 0.5 ? 50 : 60);
    world.mains_phase = 2.0 * M_PI * zoo_uniform(random);
    double hz = zoo_even(random, (struct zoo_range){ 20e3, 200e3 });
    double least = words.charger_least_volt;
    double volt = least + (words.charger_volt - least) * pow(zoo_uniform(random), 2.0);
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
    on_pad[0] = (int)(zoo_uniform(random) * PAD_COUNT);
    on_pad[1] = (on_pad[0] + 1 + (int)(zoo_uniform(random) * (PAD_COUNT - 1))) % (int)PAD_COUNT;
    for (int n = 0; n < 2; n++) {
        int hand = n ? words.second : words.first;
        int any = (int)(zoo_uniform(random) * zoo_hand_count);
        struct zoo_grab *grab = &world.grabs[on_pad[n]];
        *grab = zoo_draw(random, hand < 0 ? any : hand, 0.0);
        if (words.speed_from > 0) {
            struct zoo_range range = { words.speed_from, words.speed_to };
            grab->speed_mm_us = zoo_even(random, range) * 1e-3;
        }
        if (zoo_uniform(random) < words.hover) {
            grab->hover_mm = zoo_between(random, (struct zoo_range){ 3, 20 });
        }
        grab->stops_mm = words.stops_mm;
        grab->comes_us = begin_us;
        double needs_us = ARRIVES_US + 1.3 * NEAR_MM / grab->speed_mm_us;
        longest_us = needs_us > longest_us ? needs_us : longest_us;
    }
    for (int n = 0; n < 2; n++) {
        struct zoo_grab *grab = &world.grabs[on_pad[n]];
        grab->contact_us = at_us + longest_us + (n ? gap_us : 0.0);
        calibrate_soft(on_pad[n], grab->behind_pf);
        world.comes[on_pad[n]] = true;
    }
}

// What befalls a table just before two hands come, or while they do: to one of their pads, or to all.
// While a spill spreads they wait.
static void
befall(void)
{
    uint64_t *random = &world.random;
    int pad = on_pad[zoo_uniform(random) < 0.5];
    double touch_us = world.grabs[on_pad[0]].contact_us;
    double wait_us = SPILT_MOST_US * zoo_uniform(random);
    double about_us = touch_us + zoo_between(random, (struct zoo_range){ -20e3, 5e3 });
    double off_us = fmin(zoo_even(random, zoo_flaps_us), FLAPS_MOST_US);
    int chosen = (int)(4.0 * zoo_uniform(random));
    switch (words.mishap < 0 ? chosen : (int)words.mishap) {
    case 0:
        world.spills[pad] = zoo_spill(random, world.us);
        for (int n = 0; n < 2; n++) {
            world.grabs[on_pad[n]].contact_us += wait_us;
            world.grabs[on_pad[n]].comes_us += wait_us;
        }
        break;
    case 1:
        world.flaps[pad] = zoo_flap(random, about_us - off_us, about_us);
        break;
    case 2:
        world.sag = zoo_sag(random, about_us);
        break;
    default:
        world.impulse_chance = zoo_even(random, (struct zoo_range){ 1e-3, 2e-2 });
        break;
    }
}

// The hands are as they were drawn; what chance does to them from here on is not.
static void
vary(uint64_t number)
{
    world.random ^= number * 0x9e3779b97f4a7c15ull;
    for (int n = 0; n < 8; n++) {
        zoo_uniform(&world.random);
    }
    double later_us = AGAIN_US * zoo_uniform(&world.random);
    for (int n = 0; n < 2; n++) {
        world.grabs[on_pad[n]].contact_us += later_us;
        world.grabs[on_pad[n]].comes_us += later_us;
    }
}

// Number, gap, and of each hand: its name, speed, body, pad, when it touched; how often and when it was
// told, and the event.
static void
show(int n, const struct event *event, double told_us, int told)
{
    int pad = on_pad[n];
    const struct zoo_grab *grab = &world.grabs[pad];
    printf("\t%d\t%.2f\t%.1f\t%.1f\t%.2f\t%d\t%.2f", grab->hand, grab->speed_mm_us * 1e3,
           grab->behind_pf, world.empty_pf[pad], grab->contact_us, told, told_us);
    printf("\t%d\t%u\t%u", event->what >> 4, (unsigned)event->at_us, event->uncertain_us);
}

// The empty pad, then each scan's crossing, then when it was: bytes in hex, as the board tells them.
static void
show_rise(const struct trace *trace, bool has_one)
{
    printf("\t");
    if (!has_one || trace->kept != TRACE_PARTS) {
        printf("-");
        return;
    }
    printf("%02x", trace->base);
    for (unsigned at = 0; at < TRACE_PARTS * 2 * TRACE_PART; at++) {
        unsigned of = at % (TRACE_PARTS * TRACE_PART);
        bool later = at >= TRACE_PARTS * TRACE_PART;
        printf("%02x", trace->parts[of / TRACE_PART][4 + of % TRACE_PART + (later ? TRACE_PART : 0)]);
    }
}

// What it takes to play the race elsewhere: threshold, of each pad its resistor and its weight when
// empty, of each hand its pad and all that the zoo drew of it.
static void
show_room(void)
{
    printf("\t%.9g", world.threshold);
    for (int pad = 0; pad < (int)PAD_COUNT; pad++) {
        printf(" %.9g %.9g", world.ohm[pad], world.empty_pf[pad]);
    }
    for (int n = 0; n < 2; n++) {
        const struct zoo_grab *grab = &world.grabs[on_pad[n]];
        printf(" %d %d %.9g %.9g", on_pad[n], grab->hand, grab->area_pf_mm, grab->film_mm);
        printf(" %.9g %.9g %.9g", grab->behind_pf, grab->round_mm, grab->speed_mm_us);
        printf(" %.9g %.9g %.9g", grab->pace, grab->hover_mm, grab->stops_mm);
        printf(" %.9g %.9g %.9g", grab->comes_us, grab->contact_us, grab->leaves_us);
    }
}

static void
race(uint64_t number, uint64_t seed)
{
    world.random = (seed + (words.again > 0.0 ? 0 : number)) * 2654435769u + 88172645463325252ull;
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
    if (words.mishaps > 0.0 && zoo_uniform(&world.random) < words.mishaps) {
        befall();
    }
    if (words.again > 0.0 && number) {
        vary(number);
    }
    struct event first[2] = { { 0 }, { 0 } };
    double told_us[2] = { 0, 0 };
    int told[2] = { 0, 0 };
    double end_us = world.grabs[on_pad[1]].contact_us + TELL_US;
    while (world.us < end_us && !(told[0] && told[1])) {
        sense_scan();
        trace_keep();
        sense_work((uint8_t)sense_count());
        for (uint8_t at = events_oldest(); at != events_next(); at++) {
            const struct event *event = events_get(at);
            int kind = event->what >> 4;
            int pad = event->what & 15;
            int grab = pad == on_pad[0] ? 0 : pad == on_pad[1] ? 1 : -1;
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
    scan_until(world.us + TRACE_US);
    struct trace rises[2] = { traces[on_pad[0]], traces[on_pad[1]] };
    scan_until(world.us + words.hold_us);
    for (int chip = 0; chip < chip_count; chip++) { // when it would tell the first, the second
        double phase = zoo_uniform(&world.random);
        for (int n = 0; n < 2; n++) {
            int pad = on_pad[n];
            double empty_pf = world.empty_pf[pad];
            printf("\t%.2f", chip_told_us(&chips[chip], &world.grabs[pad], empty_pf, phase, end_us));
        }
    }
    printf("\t%.3f\t%u\t%u", world.charger_volt, pads[on_pad[0]].lows, pads[on_pad[1]].lows);
    show_rise(&rises[0], told[0] && first[0].what >> 4 == EVENT_TOUCH);
    show_rise(&rises[1], told[1] && first[1].what >> 4 == EVENT_TOUCH);
    show_room();
    printf("\n");
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
        { "charger_least_volt", &words.charger_least_volt },
        { "pad_from_pf", &words.pad_from_pf }, { "pad_to_pf", &words.pad_to_pf },
        { "threshold", &words.threshold },     { "hover", &words.hover },
        { "moved_pf", &words.moved_pf },       { "again", &words.again },
        { "hold_us", &words.hold_us },         { "mishaps", &words.mishaps },
        { "mishap", &words.mishap },           { "stops_mm", &words.stops_mm },
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
