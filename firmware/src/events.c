// What was felt and not yet acknowledged.

#include "events.h"

static struct event kept[EVENTS_MOST];
static uint8_t oldest;
static uint8_t next;
static uint16_t dropped;
static bool keeping;

void
events_keep(bool keep)
{
    keeping = keep;
}

void
events_add(enum event_kind kind, uint8_t place, uint32_t at_us, uint16_t uncertain_us)
{
    if (!keeping) {
        return;
    }
    if ((uint8_t)(next - oldest) == EVENTS_MOST) {
        if (dropped < 0xffffu) {
            dropped++;
        }
        return;
    }
    struct event *event = &kept[next % EVENTS_MOST];
    event->what = (uint8_t)(((uint8_t)kind << 4) | place);
    event->uncertain_us = uncertain_us;
    event->at_us = at_us;
    next++;
}

const struct event *
events_get(uint8_t number)
{
    return &kept[number % EVENTS_MOST];
}

uint8_t
events_oldest(void)
{
    return oldest;
}

uint8_t
events_next(void)
{
    return next;
}

void
events_acknowledge(uint8_t upto)
{
    if ((uint8_t)(upto - oldest) <= (uint8_t)(next - oldest)) {
        oldest = upto;
    }
}

uint16_t
events_dropped(void)
{
    return dropped;
}
