// Two touch chips as models by their data sheets.

#include "chips.h"

// MPR121: four samples of 1 ms a look; touched at 12 of some 700 counts below its baseline. AT42QT1070:
// a burst each 8 ms, detection integrator 4; touched at 20 of some 500 counts.
const struct chip chips[] = {
    { "MPR121", 4000.0, 1, 12.0 / 700.0 },
    { "AT42QT1070", 8000.0, 4, 20.0 / 500.0 },
};
const int chip_count = sizeof chips / sizeof chips[0];

double
chip_told_us(
    const struct chip *chip, const struct zoo_grab *grab, double empty_pf, double phase, double end_us
)
{
    int above = 0;
    for (double us = phase * chip->period_us; us < end_us; us += chip->period_us) {
        above = zoo_pf(grab, us) >= chip->share * empty_pf ? above + 1 : 0;
        if (above == chip->looks) {
            return us;
        }
    }
    return 0;
}
