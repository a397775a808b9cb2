// Any bytes for the board's decoder: it harms nothing, and what it takes packs to what it was.

#include <stddef.h> // size_t
#include <stdlib.h> // abort
#include <string.h> // memcmp

#include "board.h" // RX_FRAME_MOST
#include "frame.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > RX_FRAME_MOST) {
        return 0;
    }
    uint8_t body[BODY_MOST + 2u];
    uint8_t length = frame_read(data, (uint8_t)size, body);
    if (length) {
        uint8_t packed[TX_FRAME_MOST];
        frame_pack(body, frame_check(body, body + length), packed);
        if (packed[size] != 0 || memcmp(packed, data, size) != 0) {
            abort();
        }
    }
    return 0;
}
