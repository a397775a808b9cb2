// Two touch chips that can be bought, as models by their data sheets: what they would make of a hand of
// the zoo. Nothing of it was measured; noise and all that they do against it is left out.
#ifndef CHIPS_H
#define CHIPS_H

#include "zoo.h" // struct zoo_grab

struct chip {
    const char *name;
    double period_us; // between two looks at all its electrodes
    int looks; // in a row that have to be above its threshold
    double share; // its threshold, of what the empty electrode weighs
};

extern const struct chip chips[];
extern const int chip_count;

// When the look comes that tells this hand, 0 for none by `end_us`; the first look is at `phase` of a period.
double chip_told_us(
    const struct chip *chip, const struct zoo_grab *grab, double empty_pf, double phase, double end_us
);

#endif
