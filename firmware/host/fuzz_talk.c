// A host that says anything, while hands come and go: messages of any sort, length and order, bytes that
// are none, times between. It harms nothing, all that the board says are frames, and it answers a ping.

#include <stddef.h> // size_t
#include <stdlib.h> // abort

#include "evening.c"

#define STEP_US 100.0
#define ANSWERS_US 5e3
#define WAITS_MOST 60
#define ASKED_MOST 40
#define OTHER 255u // the sequence of the last ping

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct {
    const uint8_t *at, *end;
} input;

static struct {
    uint8_t frame[TX_FRAME_MOST];
    uint8_t length;
    uint8_t pong; // the sequence of the last one
} host;

static uint8_t
any_byte(void)
{
    return input.at < input.end ? *input.at++ : 0;
}

static void
send(uint8_t message, uint8_t sequence, const uint8_t *payload, uint8_t length)
{
    uint8_t words[BODY_MOST + 2u] = { message, sequence };
    uint8_t packed[RX_FRAME_MOST + 1u];
    memcpy(words + 2, payload, length);
    uint8_t *end = frame_check(words, words + 2 + length);
    frame_pack(words, end, packed);
    desk_send(packed, (int)(end - words) + 2);
}

static void
take_in(void)
{
    uint8_t bytes[256];
    double ends_us[256];
    int count;
    while ((count = desk_receive(bytes, ends_us, 256)) > 0) {
        for (int n = 0; n < count; n++) {
            if (bytes[n]) {
                if (host.length == sizeof host.frame - 1u) {
                    abort(); // longer than any frame
                }
                host.frame[host.length++] = bytes[n];
                continue;
            }
            uint8_t words[BODY_MOST + 2u];
            bool is_whole = frame_read(host.frame, host.length, words) != 0;
            // A rise that is told may be overwritten by the next touch between its check and its sending:
            // it is lost as on a bad line.
            if (!is_whole && host.frame[1] != MESSAGE_TRACE) {
                abort();
            }
            if (is_whole && words[0] == MESSAGE_PONG) {
                host.pong = words[1];
            }
            host.length = 0;
        }
    }
}

static void
send_any(uint8_t what)
{
    uint8_t payload[BODY_MOST - 2u];
    uint8_t message = what & 15u; // some are none
    uint8_t sequence = any_byte();
    bool is_known = message < sizeof payloads && !(what & 0x10u);
    uint8_t length = is_known ? payloads[message] : (uint8_t)(any_byte() % sizeof payload);
    for (uint8_t at = 0; at < length; at++) {
        payload[at] = any_byte();
    }
    send((uint8_t)(MESSAGE_GREET + message), sequence, payload, length);
}

static void
greet_rightly(void)
{
    uint8_t payload[4];
    for (unsigned at = 0; at < sizeof payload; at++) {
        payload[at] = (uint8_t)(board_boot >> (24u - 8u * at));
    }
    send(MESSAGE_GREET, any_byte(), payload, sizeof payload);
}

static void
spoil(void)
{
    uint8_t bytes[RX_FRAME_MOST + 1u];
    int count = 1 + any_byte() % (int)RX_FRAME_MOST;
    for (int n = 0; n < count; n++) {
        uint8_t byte = any_byte();
        bytes[n] = byte ? byte : 1u;
    }
    bytes[count] = 0;
    desk_send(bytes, count + 1);
}

static void
touch_or_leave(void)
{
    uint8_t which = any_byte();
    int pad = which % (int)PAD_COUNT;
    if (which & 0x80u) {
        desk_leave(pad, world.us);
    } else {
        desk_grab(pad, (which >> 3) % zoo_hand_count, world.us + STEP_US * any_byte());
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input.at = data;
    input.end = data + size;
    memset(&host, 0, sizeof host);
    desk_open(any_byte(), 0, 45.0);
    while (input.at < input.end) {
        uint8_t what = any_byte();
        switch (what & 7u) {
        case 0: greet_rightly(); break;
        case 1: spoil(); break;
        case 2: touch_or_leave(); break;
        case 3: desk_run(world.us + STEP_US * (any_byte() % WAITS_MOST)); break;
        default: send_any((uint8_t)(what >> 3)); break;
        }
        desk_run(world.us + STEP_US);
        take_in();
    }
    for (int asked = 0; host.pong != OTHER; asked++) { // one that had to wait is not answered
        if (asked == ASKED_MOST) {
            abort(); // nobody is there any more
        }
        send(MESSAGE_PING, OTHER, input.end, 0);
        desk_run(world.us + ANSWERS_US);
        take_in();
    }
    return 0;
}
