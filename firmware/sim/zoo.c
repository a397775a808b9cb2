// A zoo of hands: their sizes as data, and what one on its way adds to a pad.

#include "zoo.h"

#include <math.h> // log

#define EPS_PF_MM_CM2 0.8854 // a square centimetre, a millimetre away
#define BELLY_PF 85.0 // between the dolphin's copper and its pad: 300 mm2 through 0.1 mm of film
#define PACE_MOST 1e-4 // a tenth of its speed in a millisecond: 100 m/s2 at 1 m/s
#define PACE_US 5000.0 // for so long
#define SKIN_MM 0.005 // what is rough about it
#define HOVER_MM 12.0
#define COMES_US 5000.0 // so long it takes from the side

const struct zoo_hand zoo_hands[] = {
    { "a fingertip", { 0.7, 1.5 }, { 0, 0 }, { 15, 200 }, { 0.2, 2 } },
    { "a child's fingertip", { 0.4, 0.8 }, { 0, 0 }, { 10, 90 }, { 0.2, 1.5 } },
    { "three fingers", { 3, 6 }, { 0, 0 }, { 15, 200 }, { 0, 2 } },
    { "a palm", { 8, 12 }, { 0, 0 }, { 15, 200 }, { 0, 2 } },
    { "a child's palm", { 4, 7 }, { 0, 0 }, { 10, 90 }, { 0, 1.5 } },
    { "a flat hand", { 18, 40 }, { 0, 0 }, { 15, 200 }, { 0, 2 } },
    { "a sweaty palm", { 10, 14 }, { 0, 0 }, { 150, 300 }, { 0, 1 } },
    { "a gloved hand", { 6, 14 }, { 0.3, 0.8 }, { 15, 200 }, { 0, 2 } },
    { "a fingertip through paint", { 0.7, 1.5 }, { 0.007, 0.03 }, { 15, 200 }, { 0.2, 2 } },
    { "a palm through film", { 8, 12 }, { 0.03, 0.06 }, { 15, 200 }, { 0, 2 } },
    { "a palm through cloth", { 8, 12 }, { 0.1, 0.3 }, { 15, 200 }, { 0, 2 } },
};
const int zoo_hand_count = sizeof zoo_hands / sizeof zoo_hands[0];
const struct zoo_range zoo_speed_m_s = { 0.3, 3.0 };
const struct zoo_range zoo_pad_pf = { 15, 60 };
const struct zoo_range zoo_threshold = { 0.44, 0.60 };
const struct zoo_range zoo_dolphin_pf = { 3, 12 };
const struct zoo_range zoo_moved_pf = { -1.5, 1.5 };
const struct zoo_range zoo_air_pf = { 0.15, 0.5 };
const struct zoo_range zoo_flaps_us = { 2e3, 500e3 };
static const struct zoo_range loose_pf = { 4, 9 };
static const struct zoo_range spill_ohm = { 0.2e6, 20e6 }; // tap water to a sweet drink
static const struct zoo_range spill_pf = { 1, 6 };
static const struct zoo_range spill_us = { 200e3, 3e6 };
static const struct zoo_range sag_volt = { 0.05, 0.8 };
static const struct zoo_range sag_over_us = { 100, 20e3 };
static const struct zoo_range sag_for_us = { 10e3, 2e6 };

double
zoo_uniform(uint64_t *random) // xorshift64*
{
    *random ^= *random >> 12;
    *random ^= *random << 25;
    *random ^= *random >> 27;
    return ((double)((*random * 2685821657736338717ull) >> 11) + 0.5) / 9007199254740992.0;
}

double
zoo_between(uint64_t *random, struct zoo_range range)
{
    return range.from + (range.to - range.from) * zoo_uniform(random);
}

double
zoo_even(uint64_t *random, struct zoo_range range)
{
    return range.from * pow(range.to / range.from, zoo_uniform(random));
}

struct zoo_grab
zoo_draw(uint64_t *random, int hand, double contact_us)
{
    const struct zoo_hand *sort = &zoo_hands[hand];
    double body_pf = zoo_even(random, sort->body_pf);
    return (struct zoo_grab){
        .hand = hand,
        .area_pf_mm = EPS_PF_MM_CM2 * zoo_between(random, sort->area_cm2),
        .film_mm = zoo_between(random, sort->film_mm),
        .behind_pf = 1.0 / (1.0 / body_pf + 1.0 / BELLY_PF),
        .round_mm = zoo_between(random, sort->round_mm),
        .speed_mm_us = zoo_even(random, zoo_speed_m_s) * 1e-3, // a metre a second is a millimetre a ms
        .pace = PACE_MOST * (2.0 * zoo_uniform(random) - 1.0),
        .hover_mm = HOVER_MM,
        .contact_us = contact_us,
    };
}

struct zoo_spill
zoo_spill(uint64_t *random, double from_us)
{
    return (struct zoo_spill){
        .from_us = from_us,
        .over_us = zoo_even(random, spill_us),
        .ohm = zoo_even(random, spill_ohm),
        .pf = zoo_between(random, spill_pf),
        .wiped_us = INFINITY,
        .dries_us = zoo_even(random, spill_us),
    };
}

void
zoo_wipe(struct zoo_spill *spill, double at_us)
{
    spill->wiped_us = at_us;
}

static double
share(double since_us, double of_us)
{
    return since_us <= 0.0 ? 0.0 : since_us < of_us ? since_us / of_us : 1.0;
}

double
zoo_spilt(const struct zoo_spill *spill, double at_us)
{
    double there = share(at_us - spill->from_us, spill->over_us);
    return there * (1.0 - share(at_us - spill->wiped_us, spill->dries_us));
}

struct zoo_flap
zoo_flap(uint64_t *random, double from_us, double until_us)
{
    return (struct zoo_flap){
        .from_us = from_us,
        .until_us = until_us,
        .pf = zoo_between(random, loose_pf),
    };
}

bool
zoo_is_off(const struct zoo_flap *flap, double at_us)
{
    return at_us >= flap->from_us && at_us < flap->until_us;
}

struct zoo_sag
zoo_sag(uint64_t *random, double from_us)
{
    return (struct zoo_sag){
        .from_us = from_us,
        .over_us = zoo_even(random, sag_over_us),
        .for_us = zoo_even(random, sag_for_us),
        .volt = zoo_between(random, sag_volt),
    };
}

double
zoo_sagged_volt(const struct zoo_sag *sag, double at_us)
{
    double down = share(at_us - sag->from_us, sag->over_us);
    return sag->volt * (down - share(at_us - sag->from_us - sag->for_us, sag->over_us));
}

static double
gap_mm(const struct zoo_grab *grab, double before_us)
{
    double bent_us = before_us < PACE_US ? before_us : PACE_US;
    double mean = 1.0 + grab->pace * bent_us * (1.0 - 0.5 * bent_us / before_us);
    double gap = grab->speed_mm_us * before_us * mean;
    return fmax(grab->stops_mm, gap < grab->hover_mm ? gap : grab->hover_mm);
}

// The plate's mean of 1 / gap, when its gaps are even from the nearest to `round_mm` more.
static double
mean_of_one_over(double gap, double round_mm)
{
    return round_mm < 1e-3 * gap ? 1.0 / gap : log1p(round_mm / gap) / round_mm;
}

// Skin on copper: the gap is no capacitor any more. Skin on film: it is pressed flat as it goes on, and
// the flat part grows with the way.
double
zoo_pf(const struct zoo_grab *grab, double at_us)
{
    if (grab->leaves_us > 0.0 && at_us > grab->leaves_us) {
        at_us = grab->contact_us - (at_us - grab->leaves_us);
    }
    double before_us = grab->contact_us - at_us;
    if (grab->stops_mm > 0.0) {
        before_us = fmax(before_us, 1.0);
    }
    double one_over;
    if (before_us > 0.0) {
        double gap = gap_mm(grab, before_us) + grab->film_mm + SKIN_MM;
        one_over = mean_of_one_over(gap, grab->round_mm);
    } else if (grab->film_mm <= 0.0) {
        return grab->behind_pf;
    } else {
        double gap = grab->film_mm + SKIN_MM;
        double pressed = -before_us * grab->speed_mm_us;
        double flat = grab->round_mm > pressed ? pressed / grab->round_mm : 1.0;
        double rest = grab->round_mm * (1.0 - flat);
        one_over = flat / gap + (1.0 - flat) * mean_of_one_over(gap, rest);
    }
    double there = fmax(1e-9, share(at_us - grab->comes_us, COMES_US));
    return 1.0 / (1.0 / (grab->area_pf_mm * one_over * there) + 1.0 / grab->behind_pf);
}
