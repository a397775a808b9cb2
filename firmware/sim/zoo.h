// A zoo of hands and rooms, by physics: a hand is a plate that nears, C = eps A / d, with its person's
// capacitance to ground behind it and the dolphin's copper before it. Nothing of it was measured.
//
// Knows neither simavr nor the board: the races and the evenings on the desk computer share it.
#ifndef ZOO_H
#define ZOO_H

#include <stdbool.h> // bool
#include <stdint.h> // uint64_t

struct zoo_range {
    double from, to;
};

struct zoo_hand { // a sort of hand
    const char *name;
    struct zoo_range area_cm2; // that faces the copper
    struct zoo_range film_mm; // between skin and copper, over its relative permittivity; 0: bare copper
    struct zoo_range body_pf; // from its person to the table's ground
    struct zoo_range round_mm; // how much of it is not flat: so deep its nearest point lies before its rest
};

extern const struct zoo_hand zoo_hands[];
extern const int zoo_hand_count;
extern const struct zoo_range zoo_speed_m_s; // of every hand
extern const struct zoo_range zoo_pad_pf; // an empty pad, its wire included
extern const struct zoo_range zoo_threshold; // of an input pin, as a share of the supply

struct zoo_grab { // one hand on its way to one dolphin
    int hand;
    double area_pf_mm; // eps A
    double film_mm;
    double behind_pf; // body and dolphin in series: what it comes to when skin touches copper
    double round_mm;
    double speed_mm_us;
    double pace; // by which share the speed changes in a microsecond: + it was faster before
    double hover_mm; // never farther off than this
    double stops_mm; // and never nearer; 0: it touches
    double comes_us; // when it comes in from the side
    double contact_us; // when its nearest point meets film or copper
    double leaves_us; // the way it came; 0: it stays
};

// What befalls a table besides hands.
extern const struct zoo_range zoo_dolphin_pf; // one that stands on a pad that is not split
extern const struct zoo_range zoo_moved_pf; // more or less, as it stands where it did not before
extern const struct zoo_range zoo_air_pf; // between a pad and whoever sits there, no hand near
extern const struct zoo_range zoo_flaps_us; // so long a ring is off its wire, and on again

struct zoo_spill { // it creeps under a pad's film, and leaks to its neighbours and to ground
    double from_us, over_us; // it spreads so long
    double ohm, pf; // when it has spread
    double wiped_us, dries_us;
};

struct zoo_flap { // a ring comes off its wire, and with it the hand that is on it
    double from_us, until_us;
    double pf; // what is left of the pad
};

struct zoo_sag { // of the supply, when something else is plugged in
    double from_us, over_us, for_us; // down, and up again, in `over_us`
    double volt;
};

struct zoo_spill zoo_spill(uint64_t *random, double from_us); // not wiped yet
void zoo_wipe(struct zoo_spill *spill, double at_us);
double zoo_spilt(const struct zoo_spill *spill, double at_us); // how much of it is there, 0 to 1
struct zoo_flap zoo_flap(uint64_t *random, double from_us, double until_us);
bool zoo_is_off(const struct zoo_flap *flap, double at_us);
struct zoo_sag zoo_sag(uint64_t *random, double from_us);
double zoo_sagged_volt(const struct zoo_sag *sag, double at_us); // to be taken off the supply

double zoo_uniform(uint64_t *random); // in (0, 1)
double zoo_between(uint64_t *random, struct zoo_range range);
double zoo_even(uint64_t *random, struct zoo_range range); // even in its logarithm

// A hand of this sort, by chance.
struct zoo_grab zoo_draw(uint64_t *random, int hand, double contact_us);
// What it adds to its pad.
double zoo_pf(const struct zoo_grab *grab, double at_us);

#endif
