// Ticks that turn: two moments are compared with ticks_before() and nothing else.
#ifndef CLOCK_H
#define CLOCK_H

#include <stdbool.h> // bool
#include <stdint.h> // uint16_t

// Whether `a` lies before `b`. Right as long as they are less than half a turn apart.
static inline bool
ticks_before(uint16_t a, uint16_t b)
{
    return (int16_t)(a - b) < 0;
}

#endif
