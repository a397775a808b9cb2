// What was felt and not yet acknowledged: a queue of the board's facts, numbered from 0 round 256.
#ifndef EVENTS_H
#define EVENTS_H

#include <stdbool.h> // bool
#include <stdint.h> // uint8_t

// A power of two below 128, so that a number says by itself on which side of another it lies.
#define EVENTS_MOST 32u

enum event_kind {
    EVENT_TOUCH = 1, // a contact, seen as a jump
    EVENT_RELEASE = 2,
    EVENT_LIFT = 3,
    EVENT_HOME = 4,
    EVENT_NEAR = 5,
    EVENT_PRESS = 6, // a button went down
    EVENT_LET_GO = 7,
    EVENT_SOFT = 8, // a touch without a jump: its time is wide
    EVENT_HELD = 9, // a hand that was there before the board could look: it has no time
};

struct event {
    uint8_t what; // kind and place (pad or button, from 0), four bits each, as on the wire
    uint16_t uncertain_us; // it happened at most so long before at_us
    uint32_t at_us;
};

void events_keep(bool keep); // while nobody has greeted the board, what happens is not kept
// When full the oldest stay, and the loss is counted.
void events_add(enum event_kind kind, uint8_t place, uint32_t at_us, uint16_t uncertain_us);
const struct event *events_get(uint8_t number); // of one that is kept
uint8_t events_oldest(void); // the number of the oldest kept, or of the next when none is
uint8_t events_next(void); // the number the next will have
void events_acknowledge(uint8_t next); // forgets all before `next`; nonsense is ignored
uint16_t events_dropped(void);

#endif
