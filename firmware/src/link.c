// The conversation with the host.
//
// Only events are told until they are acknowledged; whatever else is lost is told again by its
// nature, or asked for again. One frame at a time: nothing else is begun while a contact is being
// weighed, so an event never waits behind more than what was already on the wire.

#include "link.h"

#include "board.h" // board_rx_bytes
#include "buttons.h" // buttons_down
#include "clock.h" // ticks_before
#include "events.h" // events_next
#include "frame.h" // frame_read
#include "say.h" // say_event
#include "sense.h" // sense_count
#include "settings.h" // settings_set
#include "touch.h" // touch_is_weighing
#include "trace.h" // trace_to_tell

// Whoever may wait counts in 256 us: 16 bits of it turn after 16 s, and are cheap to compare.
#define UNITS(ms) ((uint16_t)((ms) * 1000ul / 256u))
#define BEAT UNITS(100u)
#define HEALTH UNITS(40u) // one pad each; all five in a fifth of a second
#define SILENCE UNITS(2000u) // without a word from the host nobody is there
#define RETRY_FIRST UNITS(20u)
#define RETRY_MOST UNITS(80u) // doubled up to here
#define STREAM_LEAST 8u // a RAW frame fills the wire for six scans

static bool greeted;
static uint16_t now;
static uint16_t heard;
static uint16_t beat;
static uint16_t health;
static uint16_t told; // when the oldest event was last told
static uint16_t retry_after;
static uint16_t rx_bad;
static uint16_t streamed; // the scan of the last RAW
static uint8_t stream_every; // scans; 0: no stream
static uint8_t untold; // the number of the next event to be told
static struct ping ping;
static bool ping_waits;
static bool save_waits; // for its end, to be answered
static uint8_t save_sequence;

static uint8_t said[BODY_MOST + 2u]; // the host's message: id, sequence, payload

// --- host to board --------------------------------------------------------------------------

// To what was just said.
static __attribute__((noinline)) void
reply(enum message message, uint8_t first, uint16_t second, uint8_t length)
{
    answer.message = (uint8_t)message;
    answer.sequence = said[1];
    answer.payload[0] = first;
    answer.payload[1] = (uint8_t)(second >> 8);
    answer.payload[2] = (uint8_t)second;
    answer.length = length;
}

static __attribute__((noinline)) void
done(void)
{
    reply(MESSAGE_DONE, said[0], 0, 1);
}

static __attribute__((noinline)) void
refuse(enum refusal why)
{
    reply(MESSAGE_REFUSED, (uint8_t)why, 0, 1);
}

static uint16_t
reading(uint8_t parameter)
{
    switch (parameter) {
    case READING_SCANS: return sense_count();
    case READING_LONGEST_US: return sense_longest_us();
    case READING_DROPPED: return events_dropped();
    case READING_RX_LOST: return board_rx_lost();
    case READING_RX_BAD: return rx_bad;
    default: return buttons_down();
    }
}

static void
get_or_set(bool set)
{
    uint8_t parameter = said[2];
    uint8_t pad = parameter >> 4;
    uint8_t field = parameter & 15u;
    uint16_t value;
    if (pad < PAD_COUNT && field < FIELD_COUNT) {
        if (set && !settings_set(pad, field, (uint16_t)((uint16_t)(said[3] << 8) | said[4]))) {
            refuse(REFUSAL_VALUE);
            return;
        }
        value = settings_get(pad, field);
    } else if (!set && parameter >= READING_FIRST && parameter < READING_FIRST + READING_COUNT) {
        value = reading(parameter);
    } else {
        refuse(REFUSAL_UNKNOWN);
        return;
    }
    reply(MESSAGE_VALUE, parameter, value, 3);
}

static bool
is_this_boot(void)
{
    const uint8_t *ours = (const uint8_t *)&board_boot + sizeof board_boot;
    for (uint8_t at = 2; at < 2 + sizeof board_boot; at++) { // the wire has the highest byte first
        if (said[at] != *--ours) {
            return false;
        }
    }
    return true;
}

// The number of the event that the host wants next comes with the greeting: everything before it
// is acknowledged.
static void
greet(void)
{
    if (!is_this_boot()) {
        refuse(REFUSAL_BOOT);
        return;
    }
    greeted = true;
    events_keep(true);
    events_acknowledge(said[1]);
    untold = events_oldest();
    retry_after = RETRY_FIRST;
    done();
}

static void
acknowledge(void)
{
    uint8_t before = events_oldest();
    events_acknowledge(said[1]);
    uint8_t oldest = events_oldest();
    if (oldest != before) {
        retry_after = RETRY_FIRST;
        told = now;
    }
    if ((uint8_t)(untold - oldest) > (uint8_t)(events_next() - oldest)) {
        untold = oldest;
    }
}

static void
stream(uint8_t every)
{
    if (every && every < STREAM_LEAST) {
        refuse(REFUSAL_VALUE);
        return;
    }
    stream_every = every;
    done();
}

static void
rebase(uint8_t mask)
{
    for (struct pad *pad = pads; pad != pads + PAD_COUNT; pad++, mask >>= 1) {
        if (mask & 1u) {
            pad->state |= PAD_REBASE; // within a tick: five at once would make a scan long
        }
    }
    done();
}

// How many bytes of payload each of the host's messages has, from GREET to LIGHT.
static const uint8_t payloads[] = { 4, 0, 0, 1, 3, 0, 1, 1, 1 };

static void
obey(void)
{
    switch (said[0]) {
    case MESSAGE_GREET: greet(); break;
    case MESSAGE_ACK: acknowledge(); break;
    case MESSAGE_PING:
        ping_waits = true;
        ping.sequence = said[1];
        ping.heard_us = board_rx_us();
        break;
    case MESSAGE_GET: get_or_set(false); break;
    case MESSAGE_SET: get_or_set(true); break;
    case MESSAGE_SAVE:
        settings_save();
        save_waits = true;
        save_sequence = said[1];
        break;
    case MESSAGE_STREAM: stream(said[2]); break;
    case MESSAGE_REBASE: rebase(said[2]); break;
    default:
        board_light(said[2]);
        done();
    }
}

static void
hear(uint8_t packed)
{
    uint8_t length = frame_read(board_rx_bytes(), packed, said);
    if (length == 0) {
        rx_bad++;
        return;
    }
    heard = now;
    uint8_t message = (uint8_t)(said[0] - MESSAGE_GREET);
    if (message >= sizeof payloads) {
        refuse(REFUSAL_UNKNOWN);
    } else if (length != payloads[message] + 2u) {
        refuse(REFUSAL_LENGTH);
    } else {
        obey();
    }
}

// --- turn by turn ---------------------------------------------------------------------------

void
link_start(void)
{
    say_start();
    beat = (uint16_t)(0u - BEAT); // the first HELLO at once
}

bool
link_is_urgent(void)
{
    return greeted && untold != events_next() && board_tx_frame();
}

void
link_tell(void)
{
    if (untold == events_oldest()) { // from now on its answer is due
        told = now;
    }
    say_event(untold++);
}

static __attribute__((noinline)) bool
is_due(uint16_t since, uint16_t after)
{
    return !ticks_before(now, (uint16_t)(since + after));
}

// Everything unacknowledged is told again, oldest first, ever more seldom.
static void
retry(void)
{
    if (events_oldest() != events_next() && is_due(told, retry_after)) {
        untold = events_oldest();
        retry_after = retry_after >= RETRY_MOST / 2u ? RETRY_MOST : (uint16_t)(retry_after * 2u);
    }
}

static void
tell_in_turn(void)
{
    uint8_t *part;
    if (is_due(beat, BEAT)) {
        beat = (uint16_t)(beat + BEAT);
        if (greeted) {
            say_beat();
        } else {
            say_hello();
        }
    } else if (greeted && (part = trace_to_tell())) {
        say_trace(part);
    } else if (answer.length != NO_ANSWER) {
        say_answer();
    } else if (save_waits && !settings_is_saving()) {
        save_waits = false;
        reply(MESSAGE_DONE, MESSAGE_SAVE, 0, 1);
        answer.sequence = save_sequence;
    } else if (greeted && is_due(health, HEALTH) && !touch_is_stirring()) {
        health = now;
        say_health();
    } else if (stream_every && (uint16_t)(sense_count() - streamed) >= stream_every) {
        streamed = sense_count();
        say_raw();
    }
}

static __attribute__((noinline)) void
look_at_the_clock(void)
{
    now = (uint16_t)(board_capture_us() >> 8);
}

// What must not wait for a scan with nothing else to do.
bool
link_answer(void)
{
    if ((say_waits() || ping_waits) && board_tx_idle() && !touch_is_weighing()) {
        if (say_waits()) {
            say_written();
        } else {
            ping_waits = false;
            say_pong(&ping);
        }
        return true;
    }
    uint8_t packed = board_rx_length();
    if (answer.length != NO_ANSWER || packed == 0) {
        return false;
    }
    look_at_the_clock();
    hear(packed);
    board_rx_done();
    return true;
}

void
link_say(void)
{
    look_at_the_clock();
    if (greeted && is_due(heard, SILENCE)) {
        greeted = false; // what happens is still kept, for whoever greets next
        stream_every = 0;
    }
    retry();
    if (!say_waits() && board_tx_idle()) {
        tell_in_turn();
    }
}
