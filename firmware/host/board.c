// A chip for the desk computer: what board.h promises, as the tests put it. No registers, no time of
// its own.

#include "board.h"

#include <string.h> // memset

#include "desk.h"

uint8_t board_samples[SAMPLES + 1u];
struct desk desk;

void
desk_cross(const uint8_t *crossings)
{
    memset(board_samples, 0, sizeof board_samples);
    for (uint8_t pad = 0; pad < PAD_COUNT; pad++) {
        for (uint8_t at = crossings[pad]; at <= SAMPLES; at++) {
            board_samples[at] |= (uint8_t)(1u << pad);
        }
    }
    board_samples[SAMPLES] = 0xffu;
}

void
board_capture(bool presence)
{
    desk.ticks += DESK_SCAN_TICKS;
    desk_cross(presence ? desk.with_presence : desk.crossings);
}

uint16_t
board_capture_ticks(void)
{
    return (uint16_t)desk.ticks;
}

uint32_t
board_capture_us(void)
{
    return desk.ticks / 2u;
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
    return desk.eeprom[address];
}

bool
board_eeprom_ready(void)
{
    return true;
}

void
board_eeprom_write(uint16_t address, uint8_t value)
{
    desk.eeprom[address] = value;
}
