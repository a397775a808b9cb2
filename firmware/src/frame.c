// Frames on the wire.
//
// COBS replaces every zero by the distance to the next one, so that a zero always and only ends a
// frame: a receiver that lost its place finds it again at the next zero, whatever was lost.

#include "frame.h"

// One byte at a time without a table: x^16 + x^12 + x^5 + 1, highest bit first. In bytes, each taken
// for itself: an older compiler computes the whole in twice the time.
static inline __attribute__((always_inline)) uint16_t
add(uint16_t crc, uint8_t byte)
{
    uint8_t high = (uint8_t)((uint8_t)(crc >> 8) ^ byte);
    uint8_t nibble = high >> 4;
    high ^= nibble;
    uint8_t shifted = (uint8_t)(high << 4);
    uint8_t new_high = (uint8_t)crc;
    new_high ^= shifted;
    shifted = (uint8_t)(shifted << 1);
    uint8_t new_low = high;
    new_low ^= shifted;
    high = (uint8_t)(high >> 3);
    new_high ^= high;
    return (uint16_t)((uint16_t)(new_high << 8) | new_low);
}

__attribute__((noinline)) uint16_t
crc16_add(uint16_t crc, uint8_t byte)
{
    return add(crc, byte);
}

uint8_t *
frame_check(const uint8_t *body, uint8_t *end)
{
    uint16_t crc = CRC_START;
    for (const uint8_t *at = body; at != end; at++) {
        crc = add(crc, *at);
    }
    *end++ = (uint8_t)(crc >> 8);
    *end++ = (uint8_t)crc;
    return end;
}

void
frame_pack(const uint8_t *body, const uint8_t *end, uint8_t *packed)
{
    uint8_t *run = packed++; // where the distance to the next zero goes
    do {
        uint8_t byte = *body++;
        *packed = byte;
        if (byte == 0) {
            *run = (uint8_t)(packed - run);
            run = packed;
        }
        packed++;
    } while (body != end);
    *run = (uint8_t)(packed - run);
    *packed = 0;
}

uint8_t
frame_read(const uint8_t *packed, uint8_t length, uint8_t *body)
{
    uint16_t crc = CRC_START;
    uint8_t made = 0;
    uint8_t run = 0; // bytes until the next zero, or until the end
    for (uint8_t at = 0; at < length; at++) {
        uint8_t byte = packed[at];
        if (byte == 0) {
            return 0;
        }
        if (run == 0) { // its length; before all but the first stood a zero
            run = byte;
            byte = 0;
        }
        run--;
        if (at == 0) {
            continue;
        }
        if (made == BODY_MOST + 2u) {
            return 0;
        }
        body[made++] = byte;
        crc = crc16_add(crc, byte);
    }
    // id, sequence, check; over body and check together the rest is zero
    return run || made < 4u || crc ? 0 : (uint8_t)(made - 2u);
}
