// The touch board: five pads and nine buttons felt, stamped and told over the serial line.
//
// One loop, one scan a turn, some 11,000 turns a second. Every turn does one small piece of the
// slower work, so that all turns are about equally long: a long one would be a long tie.

#include "board.h" // board_start
#include "buttons.h" // buttons_scan
#include "link.h" // link_step
#include "sense.h" // sense_scan
#include "settings.h" // settings_step
#include "touch.h" // touch_is_weighing
#include "trace.h" // trace_keep

#define SLOTS 15u
#define BUTTONS_SLOT 10u // 0 to 9 are the pads'
#define SAVE_SLOTS 63u // 64 scans are 4.8 ms, one byte of EEPROM takes 3.4
#define SAVE_SLOT 11u

// In half microseconds. Five contacts in one scan make it long: everything else waits for the next.
#define ROOM (86u * 2u)
#define BEHIND_MOST 12u // slots, 1 ms: then the slower work goes before the host's words

static uint8_t worked; // the last slot whose work is done

static bool
work(uint8_t slot)
{
    if ((slot & SLOTS) == BUTTONS_SLOT) {
        buttons_tick();
        return true;
    }
    if ((slot & SAVE_SLOTS) == SAVE_SLOT) {
        return settings_step();
    }
    return sense_work(slot);
}

static bool
work_off(void)
{
    while (worked != (uint8_t)sense_count()) {
        if (work(++worked)) {
            return true;
        }
    }
    return false;
}

// Whatever is not feeling: one piece a scan, the most pressing one.
static void
one_piece(void)
{
    if (board_capture_age() >= ROOM) {
        return;
    }
    if (link_is_urgent()) {
        link_tell();
        return;
    }
    if (sense_wants_short()) {
        return;
    }
    bool behind = (uint8_t)((uint8_t)sense_count() - worked) > BEHIND_MOST;
    if (!behind && (link_answer() || trace_keep())) {
        return;
    }
    if (!work_off() && !touch_is_weighing()) {
        link_say();
    }
}

int
main(void)
{
    board_start();
    settings_start();
    link_start();
    buttons_start();
    sense_start();
    worked = (uint8_t)sense_count();
    for (;;) {
        sense_scan();
        buttons_scan();
        one_piece();
        board_kick();
    }
}
