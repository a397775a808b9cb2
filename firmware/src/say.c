// What the board says: each of its messages, written and sent.

#include "say.h"

#include "board.h" // board_tx_frame
#include "events.h" // events_get
#include "frame.h" // frame_pack
#include "link.h" // enum message
#include "settings.h" // settings_origin
#include "touch.h" // touch_states
#include "trace.h" // TRACE_BODY

#define HELD_UNIT_US 4u

struct answer answer;

static uint32_t image;
static uint8_t raw_number;
static struct pad *health_pad;

static uint8_t body[BODY_MOST + 2u];
static uint8_t *begins; // what is written, here or elsewhere
static uint8_t *end;
static bool checked; // and has its check
static bool written; // and waits to be sent

// Where its payload goes.
static __attribute__((noinline)) uint8_t *
begin(enum message message, uint8_t sequence)
{
    body[0] = (uint8_t)message;
    body[1] = sequence;
    return body + 2;
}

static __attribute__((noinline)) uint8_t *
put16(uint8_t *at, uint16_t value)
{
    *at++ = (uint8_t)(value >> 8);
    *at++ = (uint8_t)value;
    return at;
}

// Both chips and PCs keep the low byte first.
static __attribute__((noinline)) uint8_t *
put32(uint8_t *at, const uint32_t *value)
{
    const uint8_t *from = (const uint8_t *)value + sizeof *value;
    do {
        *at++ = *--from;
    } while (from != (const uint8_t *)value);
    return at;
}

static void
pack(const uint8_t *from, const uint8_t *to)
{
    frame_pack(from, to, board_tx_frame());
    board_tx_go();
}

// What lies from `from` to `to` is written, and waits to be sent.
static __attribute__((noinline)) void
leave(uint8_t *from, uint8_t *to)
{
    begins = from;
    end = to;
    written = true;
    checked = false;
}

void
say_start(void)
{
    image = board_image_crc();
    answer.length = NO_ANSWER;
    health_pad = pads;
}

static uint16_t
state_bits(void)
{
    uint16_t bits = touch_states();
    return events_dropped() ? (uint16_t)(bits | 0x8000u) : bits;
}

void
say_hello(void)
{
    uint8_t *at = begin(MESSAGE_HELLO, events_oldest());
    *at++ = PROTOCOL_VERSION;
    at = put32(at, &board_boot);
    at = put32(at, &image);
    *at++ = board_reset_cause();
    *at++ = (uint8_t)settings_origin();
    *at++ = (uint8_t)(PAD_COUNT << 4 | BUTTON_COUNT);
    leave(body, put16(at, state_bits()));
}

void
say_beat(void)
{
    leave(body, put16(begin(MESSAGE_BEAT, events_next()), state_bits()));
}

// Up to 191 the microseconds themselves: rounding would make neighbouring scans overlap. From 192 on
// (16 + low four bits) * 12, four times as much for each 16 above 192, rounded up. 255: unknown.
#define UNKNOWN_FROM_US 22956u

static uint8_t
coded(uint16_t us)
{
    if (us < 192u) {
        return (uint8_t)us;
    }
    if (us >= UNKNOWN_FROM_US) {
        return 0xffu;
    }
    uint8_t scale = 192u - 16u;
    while (us >= 32u * 12u) {
        us = (us >> 2) + 1u;
        scale = (uint8_t)(scale + 16u);
    }
    uint8_t size = (uint8_t)((uint16_t)(us * 171u) >> 11); // us / 12: exact below 384
    return (uint8_t)(scale + (size < 15u ? 16u : size + 1u));
}

// Every contact waits for this one, so it is written straight on.
void
say_event(uint8_t number)
{
    const struct event *event = events_get(number);
    const uint8_t *at = (const uint8_t *)&event->at_us; // both chips and PCs keep the low byte first
    static uint8_t told_body[8 + 2];
    told_body[0] = MESSAGE_EVENT;
    told_body[1] = number;
    told_body[2] = event->what;
    told_body[3] = at[3];
    told_body[4] = at[2];
    told_body[5] = at[1];
    told_body[6] = at[0];
    told_body[7] = coded(event->uncertain_us);
    pack(told_body, frame_check(told_body, told_body + 8));
}

// Between the ping's last byte and the pong's first lies a scan or a frame: told with it, it does
// not disturb the host's clock. Later than a byte can say, the host had better ask again.
void
say_pong(const struct ping *ping)
{
    uint16_t held_us = (uint16_t)((uint16_t)board_now_us() - (uint16_t)ping->heard_us);
    if (held_us > 255u * HELD_UNIT_US) {
        return;
    }
    uint8_t *at = put32(begin(MESSAGE_PONG, ping->sequence), &ping->heard_us);
    *at++ = (uint8_t)(held_us / HELD_UNIT_US);
    pack(body, frame_check(body, at));
}

void
say_answer(void)
{
    uint8_t *at = begin((enum message)answer.message, answer.sequence);
    for (uint8_t i = 0; i < answer.length; i++) {
        *at++ = answer.payload[i];
    }
    answer.length = NO_ANSWER;
    leave(body, at);
}

void
say_health(void)
{
    struct pad *pad = health_pad;
    health_pad = pad + 1 == pads + PAD_COUNT ? pads : pad + 1;
    uint8_t *at = put16(begin(MESSAGE_HEALTH, pad->number), (uint16_t)pad->base);
    *at++ = pad->calm;
    *at++ = (pad->state & PAD_TOUCHED) ? pad->lows : pad->noise;
    pad->noise = 0;
    leave(body, at);
}

void
say_raw(void)
{
    uint8_t *at = begin(MESSAGE_RAW, raw_number++);
    for (const struct pad *pad = pads; pad != pads + PAD_COUNT; pad++) {
        *at++ = pad->crossing;
    }
    leave(body, at);
}

void
say_trace(uint8_t *part)
{
    leave(part, part + TRACE_BODY);
}

bool
say_waits(void)
{
    return written;
}

void
say_written(void)
{
    if (!checked) {
        end = frame_check(begins, end);
        checked = true;
        return;
    }
    written = false;
    pack(begins, end);
}
