// What calibration found out about each pad, kept in EEPROM.
//
// Two slots, written in turn, so that the older survives whatever happens to the newer. A slot is
// spoiled first (its mark), filled, and marked whole last; a check sum over it is the second
// guard. Power may go at any byte: the board then starts with the slot before.

#include "settings.h"

#include "board.h" // board_eeprom_write
#include "frame.h" // crc16_add

#define SLOT_A_AT 16u
#define SLOT_B_AT 64u
#define SPOILED 0xffu
#define WHOLE 0xa1u // changes with the slot's layout

// A slot, byte by byte: its mark; its turn, which counts saves, so that the newer is one ahead; all
// settings as they lie in memory; a check over turn and settings, low byte first.
#define TURN_AT 1u
#define PADS_AT 2u
#define CHECK_AT ((uint8_t)(PADS_AT + sizeof settings))
#define CHECK_HIGH_AT ((uint8_t)(CHECK_AT + 1u))
#define STEPS ((uint8_t)(CHECK_AT + 3u)) // the mark is written last once more

// For pads of some 20 pF and bare copper under the fingers; one sample is 0.54 pF.
static const struct pad_settings defaults = {
    .base = 0,
    .step = 5, // 2.7 pF: twice the usual noise stays below, a finger adds 5 pF (9 samples) and more
    .soft = 37, // 20 pF: a hovering hand stays well below
    .off = 5,
    .near = 48, // 1.5 samples, 0.8 pF, as a mean over some 70 ms
    .present = 8,
};

struct pad_settings settings[PAD_COUNT];

static enum settings_origin origin;
static uint8_t turn;
static uint16_t check; // over what was written so far
static uint8_t saved; // bytes written so far; STEPS: nothing to do
static bool into_b;

static bool
is_whole(uint8_t slot)
{
    uint16_t crc = CRC_START;
    for (uint8_t at = TURN_AT; at < CHECK_AT; at++) {
        crc = crc16_add(crc, board_eeprom_read((uint8_t)(slot + at)));
    }
    return board_eeprom_read(slot) == WHOLE &&
           board_eeprom_read((uint8_t)(slot + CHECK_AT)) == (uint8_t)crc &&
           board_eeprom_read((uint8_t)(slot + CHECK_HIGH_AT)) == (uint8_t)(crc >> 8);
}

static void
take(uint8_t slot, enum settings_origin from)
{
    if (!is_whole(slot)) {
        return;
    }
    uint8_t found = board_eeprom_read((uint8_t)(slot + TURN_AT));
    if (origin != SETTINGS_DEFAULTS && (int8_t)(found - turn) <= 0) { // turns wrap
        return;
    }
    for (uint8_t at = 0; at < sizeof settings; at++) {
        ((uint8_t *)settings)[at] = board_eeprom_read((uint8_t)(slot + PADS_AT + at));
    }
    turn = found;
    origin = from;
}

void
settings_start(void)
{
    saved = STEPS;
    for (uint8_t pad = 0; pad < PAD_COUNT; pad++) {
        settings[pad] = defaults;
    }
    take(SLOT_A_AT, SETTINGS_SLOT_A);
    take(SLOT_B_AT, SETTINGS_SLOT_B);
}

enum settings_origin
settings_origin(void)
{
    return origin;
}

static uint8_t *
byte_field(uint8_t pad, uint8_t field)
{
    return (uint8_t *)&settings[pad] + sizeof(uint16_t) - 1 + field;
}

uint16_t
settings_get(uint8_t pad, uint8_t field)
{
    return field == FIELD_BASE ? settings[pad].base : *byte_field(pad, field);
}

bool
settings_set(uint8_t pad, uint8_t field, uint16_t value)
{
    if (field == FIELD_BASE) {
        if (value >= SAMPLES * 256u) {
            return false;
        }
        settings[pad].base = value;
        return true;
    }
    uint16_t least = field == FIELD_STEP ? 5u : 1u; // UNEVEN in touch.h; noise reaches 3
    uint16_t most = field == FIELD_NEAR ? 255u : SAMPLES;
    if (value < least || value > most) {
        return false;
    }
    *byte_field(pad, field) = (uint8_t)value;
    return true;
}

void
settings_save(void)
{
    if (saved >= STEPS) { // a save begun anew goes into the same slot
        into_b = origin == SETTINGS_SLOT_A;
        turn++;
    }
    saved = 0;
}

bool
settings_is_saving(void)
{
    return saved < STEPS;
}

// The next byte of the slot. What is set meanwhile is saved too, or not: the check is of what was.
static uint8_t
next_byte(void)
{
    if (saved == 0) {
        check = CRC_START;
        return SPOILED;
    }
    if (saved == STEPS - 1u) {
        return WHOLE;
    }
    if (saved >= CHECK_AT) {
        return (uint8_t)(saved == CHECK_AT ? check : check >> 8);
    }
    uint8_t byte = saved == TURN_AT ? turn : ((const uint8_t *)settings)[(uint8_t)(saved - PADS_AT)];
    check = crc16_add(check, byte);
    return byte;
}

bool
settings_step(void)
{
    if (saved >= STEPS || !board_eeprom_ready()) {
        return false;
    }
    uint8_t slot = into_b ? SLOT_B_AT : SLOT_A_AT;
    uint8_t byte = next_byte();
    uint8_t at = saved == STEPS - 1u ? 0u : saved;
    board_eeprom_write((uint8_t)(slot + at), byte);
    if (++saved == STEPS) {
        origin = into_b ? SETTINGS_SLOT_B : SETTINGS_SLOT_A;
    }
    return true;
}
