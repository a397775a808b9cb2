// One pad's story.
//
// Two baselines. `calm` follows the crossing by one sample a scan (7 pF a millisecond): it keeps up with
// any approach and with hum, and a contact leaves it behind. `base` is the empty pad, slowly.
//
// A hand that nears fast is large, and its contact jumps far: the faster a pad rises, the larger a jump
// has to be. Else noise on top of the rise would now and then look like the jump of a fingertip.
//
// A contact has to show in three of four scans: interference of one scan neither makes a contact nor
// moves its stamp. What you lose: two scans of latency (0.15 ms), and contacts shorter than that.

#include "touch.h"

#include "board.h" // board_capture_us
#include "events.h" // events_add
#include "settings.h" // settings
#include "trace.h" // trace_begin

#define SHOWN 3u // scans that have to show a jump
#define MISSED_MOST 1u // between them
#define RISE_LEAST 3 // samples in a tick: less is noise
#define LOWS_NOISY 2u // a moment in such noise is not known
#define TICK_US 1400u // 16 scans that find nothing; with hands on they take up to 1.3 times as long: doubts.py
// In ticks of 16 scans, 1.4 ms.
#define RELEASE_TICKS 18u // more than a period of the mains: hum on a light touch is no release
#define SOFT_TICKS 16u
#define STAYS_TICKS 128u // a fifth of a second: a level that is there so long is no hand that comes
#define SETTLE_TICKS 60u // a hand puts the dolphin down, shakes it, lets go
#define HOME_CONFIRM 2u // looks, each 64 scans apart
// In blocks of 256 scans, 22 ms.
#define LOW_BLOCKS 4u // a pad this long below its base was poisoned by a hand at power-on
#define NEAR_BLOCKS_MOST 255u // 5 s: nobody hovers so long; the pad itself has changed
#define DOUBT_BLOCKS 3000u // a minute of a touch that nobody saw begin
#define SOFT_UNCERTAIN_US 5000u // a soft touch cannot say more about its moment

// Crossings of different pads lie apart within a charge. Up to 8 us that is below what the stamps
// promise (10 us); beyond, it widens the uncertainty.
#define SPREAD_FREE_US 8u
#define CROSSING_US 12u // a contact counts for a scan until the pad crosses, so long after its start

struct pad pads[PAD_COUNT];
uint16_t scan_ticks;
static uint8_t weighing; // pads that weigh a jump
static uint16_t told_ticks; // the last scan that told a contact
static uint8_t spread_us; // beyond SPREAD_FREE_US

static void
tell(const struct pad *pad, enum event_kind kind, uint32_t at_us, uint16_t uncertain_us)
{
    events_add(kind, pad->number, at_us, uncertain_us);
}

static __attribute__((noinline)) void
tell_now(const struct pad *pad, enum event_kind kind, uint16_t uncertain_us)
{
    tell(pad, kind, board_capture_us(), uncertain_us);
}

static uint16_t
no_more_than_16_bits(uint32_t us)
{
    return us > 0xffffu ? 0xffffu : (uint16_t)us;
}

static uint8_t
level_above(const struct pad *pad, uint8_t samples)
{
    uint8_t level = (uint8_t)((pad->base >> 8) + samples); // two of seven bits at most
    return level < SAMPLES ? level : (uint8_t)(SAMPLES - 1u); // a full pad still tells
}

// --- contact by jump ------------------------------------------------------------------------

static void
set_moment(struct pad *pad)
{
    pad->at_ticks = scan_ticks;
    pad->at_row = trace_row;
}

static void
begin_weighing(struct pad *pad)
{
    pad->seen = 1;
    pad->missed = 0;
    set_moment(pad);
    weighing++;
}

static void
stop_weighing(struct pad *pad)
{
    pad->seen = 0;
    weighing--;
}

// The contact lay after the last scan that was quiet. One microsecond less than their distance, so
// that the spans of neighbouring scans never overlap.
static uint16_t
since_quiet_us(const struct pad *pad)
{
    if (pad->uneven > 200u || pad->lows >= LOWS_NOISY) { // the tick counter may have turned
        return 0xffffu;
    }
    uint16_t us = (uint16_t)(pad->at_ticks - pad->quiet_ticks) >> 1;
    return us ? (uint16_t)(us - 1u + spread_us) : 0u;
}

static __attribute__((noinline)) void // seldom: its registers are not to be saved every scan
touch_by_jump(struct pad *pad)
{
    // As if the microseconds had been taken down then: rounding included.
    uint16_t ago_ticks = (uint16_t)(scan_ticks - pad->at_ticks);
    uint16_t ago_us = (uint16_t)(ago_ticks + 1u - (scan_ticks & 1u)) >> 1;
    uint32_t at_us = board_capture_us() - ago_us;
    trace_begin(pad->number, pad->at_row, events_next(), (uint8_t)(pad->base >> 8));
    tell(pad, EVENT_TOUCH, at_us + CROSSING_US, since_quiet_us(pad));
    stop_weighing(pad);
    pad->state |= PAD_TOUCHED | PAD_BY_JUMP;
    pad->state &= (uint8_t)~PAD_NEAR;
    pad->below = 0;
    pad->calm = pad->crossing;
    pad->risen = 0;
    told_ticks = scan_ticks;
}

static bool
can_be_touched(struct pad *pad)
{
    return !(pad->state & (PAD_TOUCHED | PAD_LIFTED)) && pad->settle == 0;
}

// Whether the scan belongs to a jump that is being weighed, so that calm has to wait.
static bool
weigh(struct pad *pad, int8_t above)
{
    if (above >= (int)pad->step) {
        if (!pad->seen) {
            if (!can_be_touched(pad)) {
                return false;
            }
            begin_weighing(pad);
            return true;
        }
        if (pad->missed) { // which of the scans was the odd one? The contact may have come since
            set_moment(pad);
        }
        if (pad->seen < SHOWN) {
            pad->seen++;
        }
        // One a scan, or five hands would make it long: the stamp stands, the rest can wait.
        if (pad->seen == SHOWN && told_ticks != scan_ticks) {
            touch_by_jump(pad);
        }
        return true;
    }
    if (pad->seen && ++pad->missed <= MISSED_MOST) {
        return true;
    }
    if (pad->seen) {
        stop_weighing(pad);
    }
    return false;
}

void
touch_uneven(struct pad *pad)
{
    int8_t above = (int8_t)(pad->crossing - pad->calm); // both have seven bits
    bool quiet = above < UNEVEN && above > -UNEVEN;
    if (!quiet && pad->noise < 255u) {
        pad->noise++;
    }
    if (weigh(pad, above)) {
        if (pad->uneven < 255u) {
            pad->uneven++;
        }
        return;
    }
    if (above > 0) {
        pad->calm++;
    } else if (above < 0) {
        pad->calm--;
        if (!pad->uneven) { // a hand that leaves falls but once
            pad->lows++;
        }
    }
    if (quiet) {
        pad->quiet_ticks = scan_ticks;
        pad->uneven = 0;
    } else if (pad->uneven < 255u) {
        pad->uneven++;
    }
}

// --- the slower things ----------------------------------------------------------------------

static void
end_touch(struct pad *pad)
{
    pad->state &= (uint8_t)~(PAD_TOUCHED | PAD_BY_JUMP);
    pad->mean = pad->base;
    pad->above = 0;
    pad->risen = 0;
    pad->doubt = 0;
}

static void
tick_touched(struct pad *pad, uint8_t level)
{
    if (level >= level_above(pad, pad->limits->off)) {
        pad->below = 0;
        return;
    }
    uint32_t now_us = board_capture_us();
    if (pad->below++ == 0) {
        pad->low_us = now_us;
    }
    if (pad->below == RELEASE_TICKS) {
        // A tick, and a little more: dividing by 17 takes 40 us, longer than a scan can bear.
        uint16_t tick_us = (uint16_t)((uint16_t)(now_us - pad->low_us) >> 4);
        tell(pad, EVENT_RELEASE, pad->low_us, tick_us);
        end_touch(pad);
    }
}

static void
touch_without_jump(struct pad *pad, enum event_kind kind, uint16_t uncertain_us)
{
    tell_now(pad, kind, uncertain_us);
    if (pad->seen) {
        stop_weighing(pad);
    }
    pad->state |= PAD_TOUCHED;
    pad->state &= (uint8_t)~PAD_NEAR;
    pad->below = 0;
    pad->risen = 0;
    pad->doubt = 0;
}

static void
tick_soft(struct pad *pad, uint8_t level)
{
    if (level < level_above(pad, 2)) {
        pad->risen = 0;
    } else if (pad->risen < 255u) {
        pad->risen++;
    }
    if (level < level_above(pad, pad->limits->soft)) {
        pad->above = 0;
        return;
    }
    if (++pad->above < SOFT_TICKS || pad->seen) {
        return;
    }
    // Since the level left the base.
    uint16_t wide = pad->risen > 0xffffu / TICK_US ? 0xffffu : (uint16_t)(pad->risen * TICK_US);
    touch_without_jump(pad, EVENT_SOFT, wide < SOFT_UNCERTAIN_US ? SOFT_UNCERTAIN_US : wide);
}

static void
settled(struct pad *pad, uint8_t level)
{
    if (!(pad->state & PAD_WAS_HOME)) { // its first dolphin: what the pad was before is not its base
        pad->state |= PAD_WAS_HOME;
        touch_rebase(pad);
    } else if (!(pad->state & PAD_TOUCHED) && level >= level_above(pad, pad->limits->soft)) {
        touch_without_jump(pad, EVENT_HELD, 0xffffu);
    }
    pad->mean = pad->base; // what is there now the blocks will tell: one scan is hum and noise
}

// Half of what the pad has risen in a tick is asked for on top.
static void
set_step(struct pad *pad, uint8_t level)
{
    uint8_t step = pad->limits->step;
    int8_t risen = (int8_t)(level - pad->tick_calm);
    pad->tick_calm = level;
    if (risen >= RISE_LEAST) {
        step = (uint8_t)(step + ((uint8_t)risen >> 1));
    }
    pad->step = step;
}

void
touch_tick(struct pad *pad)
{
    uint8_t level = pad->calm;
    set_step(pad, level);
    pad->lows = (uint8_t)(pad->lows - ((uint8_t)(pad->lows + 3u) >> 2));
    if (pad->state & PAD_REBASE) {
        touch_rebase(pad);
    }
    if (pad->settle) {
        if (--pad->settle == 0) {
            settled(pad, level);
        }
    } else if (pad->state & PAD_TOUCHED) {
        tick_touched(pad, level);
    } else if (pad->state & PAD_LIFTED) {
        pad->above = 0;
    } else {
        tick_soft(pad, level);
    }
}

// --- baseline and hovering ------------------------------------------------------------------

static void
follow(struct pad *pad, int16_t mean)
{
    int16_t off = (int16_t)(mean - pad->base);
    if (off < -2 * 256) {
        if (++pad->low >= LOW_BLOCKS) {
            pad->base = (int16_t)(pad->base + (off >> 2));
        }
        return;
    }
    pad->low = 0;
    // 1/256 of the way a block: 5 s. Below one sample a step of 1/256 sample keeps it moving.
    int16_t by = (int16_t)(off >> 8);
    if (by == 0 && off > 0) {
        by = 1;
    }
    pad->base = (int16_t)(pad->base + by);
}

static void
hover(struct pad *pad)
{
    int16_t above = (int16_t)(pad->mean - pad->base);
    int16_t limit = (int16_t)(pad->limits->near * 8);
    if (!(pad->state & PAD_NEAR)) {
        if (above >= limit) {
            pad->state |= PAD_NEAR;
            pad->near_blocks = 0;
            tell_now(pad, EVENT_NEAR, 0xffffu);
        }
        return;
    }
    if (above < limit / 2) {
        pad->state &= (uint8_t)~PAD_NEAR;
    } else if (++pad->near_blocks == NEAR_BLOCKS_MOST) {
        touch_rebase(pad);
    }
}

// How far apart the pads cross within one charge, as far as it matters.
static void
measure_spread(void)
{
    uint8_t first = SAMPLES;
    uint8_t last = 0;
    for (uint8_t i = 0; i < PAD_COUNT; i++) {
        uint8_t base = (uint8_t)(pads[i].base >> 8);
        first = base < first ? base : first;
        last = base > last ? base : last;
    }
    uint8_t us = (uint8_t)((uint16_t)((last - first) * 3) >> 4); // a sample is 3/16 us
    spread_us = us > SPREAD_FREE_US ? (uint8_t)(us - SPREAD_FREE_US) : 0u;
}

void
touch_block(struct pad *pad)
{
    int16_t mean = (int16_t)pad->block; // 256 samples of 8 bits: the sum is the mean in 1/256
    if (pad->number == 0) {
        measure_spread();
    }
    if (pad->state & PAD_TOUCHED) {
        if (!(pad->state & PAD_BY_JUMP) && ++pad->doubt == DOUBT_BLOCKS) {
            touch_rebase(pad);
        }
        return;
    }
    if ((pad->state & PAD_LIFTED) || pad->settle || pad->seen) {
        return;
    }
    if (pad->state & PAD_FRESH) { // one scan's level may be off by as much as hum is large
        pad->state &= (uint8_t)~PAD_FRESH;
        pad->base = pad->mean = mean;
    }
    pad->mean = (int16_t)(pad->mean + ((mean - pad->mean) >> 2));
    hover(pad);
    if (!(pad->state & PAD_NEAR)) {
        follow(pad, mean);
    }
}

// --- the dolphin's presence -----------------------------------------------------------------

// A dolphin's copper couples the pad's middle to its ring.
void
touch_presence(struct pad *pad, enum touch_look look)
{
    if (look == LOOK_NOTHING) {
        if (pad->limits->present == NO_MIDDLE) { // whatever was seen before was noise
            pad->state &= (uint8_t)~PAD_LIFTED;
        }
        return;
    }
    bool here = look == LOOK_HERE;
    // Perhaps it is no split pad at all: a dolphin that was never seen cannot be lifted.
    bool was = pad->presence == PRESENCE_HOME;
    if (here == was) {
        pad->looks = 0;
        return;
    }
    uint32_t now_us = board_capture_us();
    if (pad->looks++ == 0) {
        pad->look_us = now_us;
        return;
    }
    if (pad->looks < HOME_CONFIRM) {
        return;
    }
    uint16_t look_us = no_more_than_16_bits(now_us - pad->look_us); // since the look before the first
    pad->looks = 0;
    pad->presence = here ? PRESENCE_HOME : PRESENCE_AWAY;
    tell(pad, here ? EVENT_HOME : EVENT_LIFT, pad->look_us, look_us);
    if (pad->seen) {
        stop_weighing(pad);
    }
    pad->state &= (uint8_t)~PAD_NEAR;
    if (here) {
        pad->state &= (uint8_t)~PAD_LIFTED;
        pad->settle = SETTLE_TICKS;
    } else {
        pad->state |= PAD_LIFTED;
    }
}

// --- start and state ------------------------------------------------------------------------

// A calibrated pad that comes up far above its empty level has a hand on it; one that was never
// calibrated is taken as empty, and found out when the hand leaves.
void
touch_start(void)
{
    struct pad *pad = pads;
    const struct pad_settings *limits = settings;
    for (uint8_t i = 0; i < PAD_COUNT; i++, pad++, limits++) {
        uint16_t mean = pad->sum;
        uint8_t level = (uint8_t)(mean >> 8);
        pad->sum = 0;
        pad->number = i;
        pad->limits = limits;
        pad->step = limits->step;
        pad->calm = pad->crossing; // hum may be far from the mean just now
        pad->base = pad->mean = (int16_t)mean;
        uint16_t stored = limits->base;
        if (stored && level >= (uint8_t)(stored >> 8) + limits->soft) {
            pad->base = (int16_t)stored;
            touch_without_jump(pad, EVENT_HELD, 0xffffu);
        }
    }
    measure_spread();
}

void
touch_ready(void)
{
    for (uint8_t i = 0; i < PAD_COUNT; i++) {
        pads[i].settle = 0;
        if (pads[i].presence == PRESENCE_HOME) {
            pads[i].state |= PAD_WAS_HOME;
        }
    }
}

void
touch_rebase(struct pad *pad)
{
    uint8_t level = pad->calm;
    if (pad->state & PAD_TOUCHED) {
        tell_now(pad, EVENT_RELEASE, 0xffffu);
    }
    pad->base = (int16_t)(level << 8);
    end_touch(pad);
    pad->state = (uint8_t)((pad->state | PAD_FRESH) & (uint8_t)~(PAD_NEAR | PAD_REBASE));
    pad->low = 0;
}

bool
touch_is_stirring(void)
{
    for (uint8_t i = 0; i < PAD_COUNT; i++) {
        if (pads[i].risen && pads[i].risen < STAYS_TICKS) {
            return true;
        }
    }
    return false;
}

bool
touch_is_weighing(void)
{
    return weighing != 0;
}

uint16_t
touch_states(void)
{
    uint16_t bits = 0;
    for (const struct pad *pad = pads + PAD_COUNT; pad-- != pads;) {
        bits = (uint16_t)(bits << 1);
        if (pad->state & PAD_TOUCHED) {
            bits |= 1u;
        }
        if (pad->state & PAD_LIFTED) {
            bits |= 1u << 5;
        }
        if (pad->state & PAD_NEAR) {
            bits |= 1u << 10;
        }
    }
    return bits;
}
