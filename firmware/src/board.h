// The chip: registers, interrupts and time. The only module that knows an ATmega328P; everything
// else also compiles on a desk computer, where the tests stand in for this one.
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h> // bool
#include <stdint.h> // uint8_t

#include "pins.h" // PAD_COUNT

// One charge is watched for 127 samples of 3 cycles: 23.8 us. With 470 kilo-ohm that is a pad of
// 69 pF. What you lose with a longer watch: every scan, and so every tie, gets longer.
#define SAMPLES 127u // with a last one that is always 1: 128, halved seven times

// A frame's longest form on the wire, without its delimiter.
#define RX_FRAME_MOST 24u
#define TX_FRAME_MOST 24u // with its delimiter

enum reset_cause { // bits, as MCUSR of the data sheet has them
    RESET_POWER = 0x01,
    RESET_PIN = 0x02,
    RESET_BROWN_OUT = 0x04,
    RESET_WATCHDOG = 0x08,
};

void board_start(void);
uint8_t board_reset_cause(void);
extern uint32_t board_boot; // differs from boot to boot
uint32_t board_image_crc(void); // CRC-32 of the program in flash, as zlib.crc32 of the .bin

// Charges all pads at once and writes each port reading to board_samples. With `presence` the
// middles of the split pads are charged along.
void board_capture(bool presence);
uint16_t board_capture_ticks(void); // when the last charge began, in half microseconds
uint32_t board_capture_us(void);
uint16_t board_capture_age(void); // half microseconds since
extern uint8_t board_samples[SAMPLES + 1u]; // the last is all ones: a search ends there

uint16_t board_buttons(void); // bit n: button n is down
uint32_t board_now_us(void); // within a turn of the timer from the last charge
void board_kick(void); // within 60 ms, or the board starts anew
void board_light(bool on);

uint8_t *board_tx_frame(void); // where the next frame may be written; NULL while two are waiting
void board_tx_go(void); // it is written, up to and with its zero
bool board_tx_idle(void);

uint8_t board_rx_length(void); // of the frame that has arrived; 0: none
const uint8_t *board_rx_bytes(void);
uint32_t board_rx_us(void); // when its delimiter had arrived; to be asked within 30 ms
void board_rx_done(void); // its bytes may be overwritten
uint16_t board_rx_lost(void); // frames the receiver could not take, and stretches of broken bytes

uint8_t board_eeprom_read(uint16_t address);
bool board_eeprom_ready(void);
void board_eeprom_write(uint16_t address, uint8_t value); // only when ready; takes 3.4 ms

#endif
