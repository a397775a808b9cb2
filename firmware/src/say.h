// What the board says: each of its messages, written and sent. When is link.c's.
#ifndef SAY_H
#define SAY_H

#include <stdbool.h> // bool
#include <stdint.h> // uint8_t

#define NO_ANSWER 0xffu

struct answer { // to the host's last word; waits for its turn
    uint8_t message; // enum message
    uint8_t sequence;
    uint8_t length; // of the payload; NO_ANSWER: there is none
    uint8_t payload[3];
};

extern struct answer answer;

struct ping {
    uint8_t sequence;
    uint32_t heard_us; // when its last byte had arrived
};

void say_start(void);

// Written in one scan, checked and sent in two others by say_written: each is work enough. Only when
// nothing waits.
void say_hello(void);
void say_beat(void);
void say_answer(void); // what waits in `answer`
void say_health(void); // of one pad after the other
void say_raw(void);
void say_trace(uint8_t *part); // as trace.h has it
bool say_waits(void); // something is written and not sent
void say_written(void); // checks it, then sends it; only when the line is idle

// Written and sent at once; only with room for a frame.
void say_event(uint8_t number);
void say_pong(const struct ping *ping);

#endif
