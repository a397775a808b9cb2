// Which wire is where. Made from hardware/pinout.toml by firmware/pins.py: do not edit.
#ifndef PINS_H
#define PINS_H

#define PAD_COUNT 5u // port C, bits 0 to 4: A0 is the first
#define PIN_SEND 2u // port D: D2, the five charging resistors
#define PIN_PRESENCE 3u // port D: D3, the middles of the split pads
#define BUTTON_COUNT 9u // ports D and B side by side, from bit 4 up
#define BUTTON_FIRST_BIT 4u
#define BUTTON_SEAT_0 0u // D4
#define BUTTON_SEAT_1 1u // D5
#define BUTTON_SEAT_2 2u // D6
#define BUTTON_SEAT_3 3u // D7
#define BUTTON_SEAT_4 4u // D8
#define BUTTON_SEAT_5 5u // D9
#define BUTTON_START 6u // D10
#define BUTTON_YES 7u // D11
#define BUTTON_NO 8u // D12

#endif
