// Table buttons.
//
// A closing contact bounces for some milliseconds: its first edge is the press. One look that
// differs may be interference, so a press needs a second one within 2 ms, and keeps the time of
// the first. What you lose: a press that closes for less than two looks.

#include "buttons.h"

#include "board.h" // board_buttons
#include "events.h" // events_add

#define LOCK_TICKS 20u // 24 to 30 ms: longer than a button bounces, shorter than a finger
#define DOUBT_TICKS 2u
#define UNCERTAIN_US 190u // two looks, should one fall on a long scan

static uint16_t down;
static uint16_t locked;
static uint32_t first_us[BUTTON_COUNT];
static uint8_t wait[BUTTON_COUNT]; // ticks until a lock ends, or a doubt: without a lock

static void
take(uint8_t button, uint16_t mask)
{
    down ^= mask;
    locked |= mask;
    wait[button] = LOCK_TICKS;
    events_add((down & mask) ? EVENT_PRESS : EVENT_LET_GO, button, first_us[button], UNCERTAIN_US);
}

void
buttons_start(void)
{
    down = board_buttons(); // one that is held at the start was not pressed
}

static __attribute__((noinline)) void
look_closer(uint16_t differ)
{
    uint16_t mask = 1;
    for (uint8_t i = 0; differ; i++, mask = (uint16_t)(mask << 1), differ >>= 1) {
        if (!(differ & 1u)) {
            continue;
        }
        if (wait[i]) { // it differed before
            take(i, mask);
        } else {
            first_us[i] = board_now_us();
            wait[i] = DOUBT_TICKS;
        }
    }
}

void
buttons_scan(void)
{
    uint16_t differ = (uint16_t)(board_buttons() ^ down) & (uint16_t)~locked;
    if (differ) { // seldom, and what saves the registers is not worth it every scan
        look_closer(differ);
    }
}

void
buttons_tick(void)
{
    uint16_t mask = 1;
    for (uint8_t i = 0; i < BUTTON_COUNT; i++, mask = (uint16_t)(mask << 1)) {
        if (wait[i] && --wait[i] == 0) {
            locked &= (uint16_t)~mask;
        }
    }
}

uint16_t
buttons_down(void)
{
    return down;
}
