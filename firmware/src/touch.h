// One pad's story: when it was touched, let go, lifted, put back; whether a hand hovers.
//
// A contact is a jump between two scans. A level says nothing about the moment: a hand that nears
// over 10 ms charges a pad long before it touches, and a large hand earlier than a small one.
#ifndef TOUCH_H
#define TOUCH_H

#include <stdbool.h> // bool
#include <stdint.h> // uint8_t

#include "settings.h" // struct pad_settings

// A crossing this many samples off the calm one is no longer quiet. Noise and a hand that nears reach
// 3; a contact shows whole in its first scan, so nothing of one hides below.
#define UNEVEN 5
// So far below it no hand that nears or holds on brings it: a hand only adds, noise goes both ways.
#define LOW 3

enum pad_state { // bits
    PAD_TOUCHED = 0x01,
    PAD_BY_JUMP = 0x02, // a touch that was seen to begin
    PAD_NEAR = 0x04,
    PAD_LIFTED = 0x08,
    PAD_WAS_HOME = 0x10, // has had a dolphin since the start
    PAD_FRESH = 0x20, // has a new base, to be refined by the next block
    PAD_REBASE = 0x40, // the next tick takes the pad as it is for empty
};

enum presence { PRESENCE_UNKNOWN, PRESENCE_HOME, PRESENCE_AWAY };

enum touch_look { LOOK_GONE, LOOK_HERE, LOOK_NOTHING };

struct pad {
    uint8_t crossing; // of the newest scan, in samples
    uint8_t calm; // follows it by one sample a scan at most: deaf to jumps, awake to approach
    uint8_t seen; // scans of a jump so far; 0: none
    uint8_t uneven; // scans since the last quiet one, 255: as many or more
    uint16_t sum; // of the block so far
    uint16_t block; // the last whole one
    uint16_t quiet_ticks; // the last scan that lay close to calm
    uint8_t missed; // scans since a jump's first that did not show it
    uint8_t noise; // uneven scans since the host was last told, 255: as many or more
    uint8_t lows; // low scans of late: of the last some five ticks
    uint8_t step; // samples that a jump has to have just now
    uint8_t tick_calm; // `calm` at the last tick
    uint8_t number;
    uint8_t state;
    const struct pad_settings *limits;
    uint16_t at_ticks; // the scan of the jump being weighed
    uint8_t at_row; // and its row in the trace
    uint8_t below; // ticks below the end of a touch
    uint32_t low_us; // the first of them
    uint32_t look_us; // when the dolphin first looked gone, or back
    uint8_t looks; // that contradict `presence`
    uint8_t presence;
    uint8_t settle; // ticks after a return in which nothing is a touch
    uint8_t above; // ticks above the soft level
    uint8_t risen; // ticks since the level left the base
    uint8_t low; // blocks below the base
    uint8_t near_blocks;
    int16_t base; // 1/256 sample; full is 127, so there is room for the sign
    int16_t mean; // of the last 70 ms, 1/256 sample
    uint16_t doubt; // blocks of a touch without a jump
};

extern struct pad pads[PAD_COUNT];

// When the scan was that the calls below speak of; set by sense.c.
extern uint16_t scan_ticks;

void touch_start(void); // with each pad's crossing, and in sum those of the first 256 scans
void touch_ready(void); // dolphins found so far were there all along
void touch_uneven(struct pad *pad); // a scan that was not quiet, or came while a jump is being weighed
void touch_tick(struct pad *pad); // every 16 scans
void touch_block(struct pad *pad); // every 256 scans, with a new block
void touch_presence(struct pad *pad, enum touch_look look); // every 64 scans
void touch_rebase(struct pad *pad); // the pad as it is now counts as empty

bool touch_is_stirring(void); // a hand may be nearing
bool touch_is_weighing(void); // a contact may be told within two scans
uint16_t touch_states(void); // bits 0 to 4: touched, 5 to 9: lifted, 10 to 14: near

#endif
