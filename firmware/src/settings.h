// What calibration found out about each pad, kept through power cuts in two EEPROM slots.
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h> // bool
#include <stdint.h> // uint8_t

#include "pins.h" // PAD_COUNT

struct __attribute__((packed)) pad_settings { // as it lies in EEPROM
    uint16_t base; // the empty pad: crossing in 1/256 sample; 0: never calibrated
    uint8_t step; // samples that a contact jumps at least
    uint8_t soft; // samples above base where a slow hand counts as a touch
    uint8_t off; // samples above base below which a touch has ended
    uint8_t near; // 1/32 sample above base where a hand hovers
    uint8_t present; // samples by which a dolphin shortens the charge when PRESENCE helps
};

#define NO_MIDDLE 127u // as `present`: the pad is not split, and nobody looks for its dolphin

enum settings_origin {
    SETTINGS_DEFAULTS = 0, // no slot was whole
    SETTINGS_SLOT_A = 1,
    SETTINGS_SLOT_B = 2,
};

enum pad_field { // as the wire names them, in the order of the bytes above
    FIELD_BASE = 0,
    FIELD_STEP = 1,
    FIELD_SOFT = 2,
    FIELD_OFF = 3,
    FIELD_NEAR = 4,
    FIELD_PRESENT = 5,
    FIELD_COUNT,
};

extern struct pad_settings settings[PAD_COUNT];

void settings_start(void); // the newest whole slot, else the defaults
enum settings_origin settings_origin(void);
uint16_t settings_get(uint8_t pad, uint8_t field);
bool settings_set(uint8_t pad, uint8_t field, uint16_t value); // false: out of its limits

void settings_save(void); // begins; what was being saved begins anew
bool settings_is_saving(void);
bool settings_step(void); // writes one byte; call every 4 ms or less often; false: nothing to do

#endif
