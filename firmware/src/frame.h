// Frames: CRC-16/CCITT-FALSE over a body, the whole byte-stuffed by COBS and ended by one zero.
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h> // bool
#include <stdint.h> // uint8_t

#define BODY_MOST 20u // id, sequence and payload; the check is not counted
#define CRC_START 0xffffu

uint16_t crc16_add(uint16_t crc, uint8_t byte);

// Adds the check of what lies from `body` to `end`, and answers where it ends then.
uint8_t *frame_check(const uint8_t *body, uint8_t *end);
// Writes the frame of what has its check into `packed`: 2 bytes more, the last a zero.
void frame_pack(const uint8_t *body, const uint8_t *end, uint8_t *packed);

// Unpacks what stood between two zeros. Returns the length of the body written to `body` (room for
// BODY_MOST + 2), or 0 for anything that is no frame: any bytes may be given.
uint8_t frame_read(const uint8_t *packed, uint8_t length, uint8_t *body);

#endif
