// The conversation with the host.
//
// Only events are told until they are acknowledged; whatever else is lost is told again by its
// nature, or asked for again. One frame at a time: nothing else is begun while a contact is being
// weighed, so an event never waits behind more than what was already on the wire.

#include "link.h"

#include "board.h" // board_tx_frame
#include "buttons.h" // buttons_down
#include "clock.h" // ticks_before
#include "events.h" // events_get
#include "frame.h" // frame_pack
#include "sense.h" // sense_count
#include "settings.h" // settings_set
#include "touch.h" // touch_touched

// Whoever may wait counts in 256 us: 16 bits of it turn after 16 s, and are cheap to compare.
#define UNITS(ms) ((uint16_t)((ms) * 1000ul / 256u))
#define BEAT UNITS(100u)
#define HEALTH UNITS(200u) // one pad each; all five in a second
#define SILENCE UNITS(2000u) // without a word from the host nobody is there
#define RETRY_FIRST UNITS(20u)
#define RETRY_MOST UNITS(80u) // doubled up to here
#define STREAM_LEAST 8u // a RAW frame fills the wire for six scans
#define HELD_UNIT_US 4u

struct answer {
    uint8_t message;
    uint8_t sequence;
    uint8_t length;
    uint8_t payload[3];
};

static bool greeted;
static uint16_t now;
static uint16_t heard;
static uint16_t beat;
static uint16_t health;
static uint16_t told; // when the oldest event was last told
static uint16_t retry_after;
static uint32_t image;
static uint16_t rx_bad;
static uint16_t streamed; // the scan of the last RAW
static uint8_t stream_every; // scans; 0: no stream
static uint8_t stream_number;
static uint8_t untold; // the number of the next event to be told
static struct pad *health_pad;
static struct answer answer; // length 0xff: none
static uint8_t ping_sequence;
static uint32_t ping_us;
static bool ping_waits;
static bool save_waits; // for its end, to be answered
static uint8_t save_sequence;

#define NO_ANSWER 0xffu

static uint8_t body[BODY_MOST + 2u];
static uint8_t *end; // of what is written of it
static bool written; // and waits to be packed
static uint8_t said[BODY_MOST + 2u]; // the host's message: id, sequence, payload

static __attribute__((noinline)) void
begin(enum message message, uint8_t sequence)
{
    body[0] = (uint8_t)message;
    body[1] = sequence;
    end = body + 2;
}

static void
add8(uint8_t value)
{
    *end++ = value;
}

static __attribute__((noinline)) void
add16(uint16_t value)
{
    add8((uint8_t)(value >> 8));
    add8((uint8_t)value);
}

static void
add32(uint32_t value)
{
    add16((uint16_t)(value >> 16));
    add16((uint16_t)value);
}

static void
pack(const uint8_t *from, uint8_t *to)
{
    frame_pack(from, to, board_tx_frame());
    board_tx_go();
}

// Writing and packing are work for two scans.
static void
send(void)
{
    written = true;
}

// --- board to host --------------------------------------------------------------------------

static uint16_t
state_bits(void)
{
    uint16_t bits = touch_states();
    return events_dropped() ? (uint16_t)(bits | 0x8000u) : bits;
}

static void
tell_hello(void)
{
    begin(MESSAGE_HELLO, events_oldest());
    add8(PROTOCOL_VERSION);
    add32(board_boot_id());
    add32(image);
    add8(board_reset_cause());
    add8((uint8_t)settings_origin());
    add8((uint8_t)(PAD_COUNT << 4 | BUTTON_COUNT));
    add16(state_bits());
    send();
}

static void
tell_beat(void)
{
    begin(MESSAGE_BEAT, events_next());
    add16(state_bits());
    send();
}

// Up to 191 the microseconds themselves: rounding would make neighbouring scans overlap. From 192 on
// (16 + low four bits) * 12, four times as much for each 16 above 192, rounded up. 255: unknown.
static uint8_t
coded(uint16_t us)
{
    if (us < 192u) {
        return (uint8_t)us;
    }
    uint8_t scale = 192u - 16u;
    while (us >= 32u * 12u) {
        if (scale == 240u - 16u) {
            return 0xffu;
        }
        us = (us >> 2) + 1u;
        scale = (uint8_t)(scale + 16u);
    }
    uint8_t size = (uint8_t)((uint16_t)(us * 171u) >> 11); // us / 12: exact below 384
    return (uint8_t)(scale + (size < 15u ? 16u : size + 1u));
}

// Every contact waits for this one, so it is written straight on.
static void
tell_event(uint8_t number)
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
    pack(told_body, told_body + 8);
}

// Between the ping's last byte and the pong's first lies a scan or a frame: told with it, it does
// not disturb the host's clock. Later than a byte can say, the host had better ask again.
static void
tell_pong(void)
{
    uint32_t held = board_now_us() - ping_us;
    ping_waits = false;
    if (held > 255u * HELD_UNIT_US) {
        return;
    }
    begin(MESSAGE_PONG, ping_sequence);
    add32(ping_us);
    add8((uint8_t)((uint16_t)held / HELD_UNIT_US));
    pack(body, end);
}

static void
tell_answer(void)
{
    begin((enum message)answer.message, answer.sequence);
    for (uint8_t i = 0; i < answer.length; i++) {
        add8(answer.payload[i]);
    }
    answer.length = NO_ANSWER;
    send();
}

static void
tell_health(void)
{
    struct pad *pad = health_pad;
    health_pad = pad + 1 == pads + PAD_COUNT ? pads : pad + 1;
    begin(MESSAGE_HEALTH, pad->number);
    add16((uint16_t)pad->base);
    add8(pad->calm);
    add8(pad->noise);
    pad->noise = 0;
    send();
}

static void
tell_raw(void)
{
    streamed = sense_count();
    begin(MESSAGE_RAW, stream_number++);
    for (uint8_t i = 0; i < PAD_COUNT; i++) {
        add8(pads[i].crossing);
    }
    send();
}

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
    uint32_t boot = board_boot_id();
    const uint8_t *least = (const uint8_t *)&boot; // the wire has the highest byte first
    return said[5] == least[0] && said[4] == least[1] && said[3] == least[2] && said[2] == least[3];
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
        ping_sequence = said[1];
        ping_us = board_rx_us();
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
    image = board_image_crc();
    answer.length = NO_ANSWER;
    health_pad = pads;
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
    tell_event(untold++);
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
    if (is_due(beat, BEAT)) {
        beat = (uint16_t)(beat + BEAT);
        if (greeted) {
            tell_beat();
        } else {
            tell_hello();
        }
    } else if (answer.length != NO_ANSWER) {
        tell_answer();
    } else if (save_waits && !settings_is_saving()) {
        save_waits = false;
        reply(MESSAGE_DONE, MESSAGE_SAVE, 0, 1);
        answer.sequence = save_sequence;
    } else if (greeted && is_due(health, HEALTH) && !touch_is_stirring()) {
        health = now;
        tell_health();
    } else if (stream_every && (uint16_t)(sense_count() - streamed) >= stream_every) {
        tell_raw();
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
    if ((written || ping_waits) && board_tx_idle() && !touch_is_weighing()) {
        if (written) {
            written = false;
            pack(body, end);
        } else {
            tell_pong();
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
    if (!written && board_tx_idle()) {
        tell_in_turn();
    }
}
