// One scan.
//
// All pads charge at once from one pin, through a resistor each. So they share one moment: two
// contacts fall into the same scan or into different ones, and no pad is looked at first.

#include "sense.h"

#include "board.h" // board_capture
#include "touch.h" // pads
#include "trace.h" // trace_scan

#define NEAR_STEPS 3u // a crossing seldom moves further between two scans
#define LOOK_MASK 63u // every 64th scan asks who is at home, and is blind to contacts
#define LOOK_SCAN 15u
#define SHORT (85u * 2u) // in half microseconds
#define SLOTS_MASK 15u // slower work comes round every 16 scans
#define LOOK_ROUND 16u // of the 4 rounds between two looks
#define BLOCK_ROUND 32u // of the 16 rounds of a block
#define BLOCK_SCAN 15u // of 256

static uint16_t scans;
static uint16_t last_ticks;
static uint16_t longest_ticks;
static bool look_due;
static bool blind; // this scan
static uint8_t looks[PAD_COUNT]; // what the last look for dolphins saw: enum touch_look

static inline __attribute__((always_inline)) void
step(const uint8_t **at, uint8_t by, uint8_t mask)
{
    if (!((*at)[by - 1u] & mask)) {
        *at += by;
    }
}

// How many samples read 0 before the first 1: seven halvings, always. Five pads may need it at once.
static __attribute__((noinline)) uint8_t
bisect(uint8_t mask)
{
    const uint8_t *at = board_samples;
    step(&at, 64, mask);
    step(&at, 32, mask);
    step(&at, 16, mask);
    step(&at, 8, mask);
    step(&at, 4, mask);
    step(&at, 2, mask);
    step(&at, 1, mask);
    return (uint8_t)(at - board_samples);
}

// The first sample at which the pad reads 1, looked for where it was the last time. A hand that
// comes after the crossing of this charge can pull the pad under the threshold once more: that is
// not looked at, so a contact belongs to this scan only if it came before the crossing.
static inline uint8_t
find_crossing(uint8_t mask, uint8_t hint)
{
    const uint8_t *at = board_samples + hint;
    uint8_t left = NEAR_STEPS;
    if (*at & mask) {
        while (hint && (at[-1] & mask)) {
            at--;
            hint--;
            if (--left == 0) {
                return bisect(mask);
            }
        }
        return hint;
    }
    do {
        at++;
        hint++;
        if (--left == 0) {
            return bisect(mask);
        }
    } while (!(*at & mask));
    return hint;
}

static inline void
scan_pads(void)
{
    struct pad *pad = pads;
    uint8_t mask = 1;
    uint16_t ticks = scan_ticks;
    trace_row++;
    for (uint8_t i = 0; i < PAD_COUNT; i++, pad++, mask = (uint8_t)(mask << 1)) {
        uint8_t crossing = find_crossing(mask, pad->crossing);
        uint8_t calm = pad->calm;
        pad->crossing = crossing;
        pad->sum = (uint16_t)(pad->sum + crossing);
        uint8_t off = (uint8_t)(crossing - calm);
        if ((uint8_t)(off + (LOW - 1)) > LOW - 1 + UNEVEN - 1 || pad->seen) {
            touch_uneven(pad);
            continue;
        }
        if (off) {
            pad->calm = (off & 0x80u) ? (uint8_t)(calm - 1u) : (uint8_t)(calm + 1u);
        }
        pad->quiet_ticks = ticks;
        pad->uneven = 0;
    }
    trace_scan(ticks);
}

// With its middle charged along, a pad that has a dolphin crosses sooner by `present` samples and
// more: one sample tells. A full pad (a hand, and no crossing at all) says nothing.
static void
look_for_dolphins(void)
{
    uint8_t mask = 1;
    struct pad *pad = pads;
    for (uint8_t i = 0; i < PAD_COUNT; i++, pad++, mask = (uint8_t)(mask << 1)) {
        uint8_t alone = pad->crossing;
        uint8_t sooner = pad->limits->present;
        bool here = alone >= sooner && (board_samples[(uint8_t)(alone - sooner)] & mask);
        bool says = alone != SAMPLES && sooner != NO_MIDDLE;
        looks[i] = here ? LOOK_HERE : says ? LOOK_GONE : LOOK_NOTHING;
        pad->sum = (uint16_t)(pad->sum + pad->calm); // the mean wants 256 of them
    }
}

static void
keep_time(void)
{
    uint16_t ticks = board_capture_ticks();
    uint16_t took = (uint16_t)(ticks - last_ticks);
    longest_ticks = took > longest_ticks ? took : longest_ticks;
    last_ticks = ticks;
    scan_ticks = ticks;
}

static void
close_blocks(void)
{
    for (struct pad *pad = pads; pad != pads + PAD_COUNT; pad++) {
        pad->block = pad->sum;
        pad->sum = 0;
    }
}

// A look for dolphins is blind to contacts. It waits for a short scan before it, so that the moment of
// a contact stays known to two short scans.
static bool
is_blind(void)
{
    if ((scans & LOOK_MASK) == LOOK_SCAN) {
        look_due = true;
    }
    return look_due && board_capture_age() < SHORT && !touch_is_weighing();
}

void
sense_scan(void)
{
    scans++;
    blind = is_blind();
    board_capture(blind);
    keep_time();
    if (blind) {
        look_due = false;
        look_for_dolphins();
    } else {
        scan_pads();
    }
    if ((uint8_t)scans == BLOCK_SCAN) {
        close_blocks();
    }
}

bool
sense_wants_short(void)
{
    return blind || look_due || ((uint8_t)scans & LOOK_MASK) == LOOK_SCAN - 1u;
}

// Tick, look and block of one pad fall into different slots, so that no scan gets long. The look is
// behind the scan that looked, the block behind the one that closed it.
bool
sense_work(uint8_t slot)
{
    uint8_t pad = slot & SLOTS_MASK;
    if (pad < PAD_COUNT) {
        touch_tick(&pads[pad]);
        return true;
    }
    pad = (uint8_t)(pad - PAD_COUNT);
    if (pad >= PAD_COUNT) {
        return false;
    }
    uint8_t round = slot & (uint8_t)~SLOTS_MASK;
    if (round == BLOCK_ROUND) {
        touch_block(&pads[pad]);
    } else if ((round & LOOK_MASK) == LOOK_ROUND) {
        touch_presence(&pads[pad], (enum touch_look)looks[pad]);
        looks[pad] = LOOK_NOTHING; // the next may have to wait
    } else {
        return false;
    }
    return true;
}

// The pads' first crossings, and their sums for a first mean.
static void
look_at_all(void)
{
    board_capture(false);
    uint8_t mask = 1;
    for (struct pad *pad = pads; pad != pads + PAD_COUNT; pad++, mask = (uint8_t)(mask << 1)) {
        pad->crossing = bisect(mask);
        pad->sum = (uint16_t)(pad->sum + pad->crossing);
    }
    board_kick();
}

void
sense_start(void)
{
    uint8_t n = 0;
    do {
        look_at_all();
    } while (++n);
    touch_start();
    scans = BLOCK_SCAN; // whole blocks from here on
    do { // four looks for dolphins
        sense_scan();
        sense_work((uint8_t)scans);
        board_kick();
    } while (++n);
    touch_ready();
    longest_ticks = 0;
}

uint16_t
sense_longest_us(void)
{
    uint16_t us = longest_ticks >> 1;
    longest_ticks = 0;
    return us;
}

uint16_t
sense_count(void)
{
    return scans;
}
