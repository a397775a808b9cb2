// What the tests put on the pretended chip.
#ifndef DESK_H
#define DESK_H

#include <stdint.h> // uint8_t

#include "pins.h" // PAD_COUNT

#define DESK_SCAN_TICKS 160u
#define DESK_EEPROM 1024u

struct desk {
    uint8_t crossings[PAD_COUNT];
    uint8_t with_presence[PAD_COUNT];
    uint32_t ticks; // of half a microsecond
    uint8_t *eeprom; // DESK_EEPROM bytes, which outlive a start of the board
};

extern struct desk desk;

void desk_cross(const uint8_t *crossings); // the port readings of such a charge

#endif
