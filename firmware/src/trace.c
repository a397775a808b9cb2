// The shape of each contact.
//
// Every scan's crossings are taken down in a ring. Of a contact those from eight scans before its stamp
// to sixteen after are kept, and told when nothing else is urgent. While it comes a large hand looks like
// one that touches; afterwards its rise has a kink where it did.

#include "trace.h"

#include <stddef.h> // NULL

#include "link.h" // MESSAGE_TRACE
#include "touch.h" // pads

#define ROWS 64u // 5 ms: so late may a part be kept, when five hands come at once

struct row {
    uint8_t crossings[PAD_COUNT];
    uint8_t us;
};

static struct row rows[ROWS];
static struct row *next_row = rows + 1; // that of the next `trace_row`
_Static_assert(PAD_COUNT == 5, "trace_scan takes down five pads");
static struct trace { // of a pad's last contact
    uint8_t event; // its number
    uint8_t base; // the empty pad, in samples
    uint8_t row; // where its next part begins
    uint8_t kept, told; // parts
    bool comes; // there are more to come
    uint8_t parts[TRACE_PARTS][TRACE_BODY + 2u]; // messages, and room for their checks
} traces[PAD_COUNT];
static uint8_t looked_at; // a pad
static bool to_tell; // there may be parts to tell

uint8_t trace_row;

void
trace_scan(uint16_t ticks)
{
    struct row *row = next_row;
    row->crossings[0] = pads[0].crossing; // every scan: a loop would take twice as long
    row->crossings[1] = pads[1].crossing;
    row->crossings[2] = pads[2].crossing;
    row->crossings[3] = pads[3].crossing;
    row->crossings[4] = pads[4].crossing;
    row->us = (uint8_t)(ticks >> 1);
    next_row = row + 1 == rows + ROWS ? rows : row + 1;
}

// What the pad had to tell of its last contact is of no use any more.
void
trace_begin(uint8_t pad, uint8_t row, uint8_t event, uint8_t base)
{
    struct trace *trace = &traces[pad];
    trace->event = event;
    trace->base = base;
    trace->row = (uint8_t)(row - TRACE_BEFORE);
    trace->kept = trace->told = 0;
    trace->comes = true;
}

static void
keep_part(struct trace *trace, uint8_t pad)
{
    uint8_t *into = trace->parts[trace->kept++];
    *into++ = MESSAGE_TRACE;
    *into++ = trace->event;
    *into++ = (uint8_t)(trace->kept - 1u);
    *into++ = trace->base;
    const struct row *row = &rows[trace->row % ROWS];
    trace->row = (uint8_t)(trace->row + TRACE_PART);
    for (uint8_t left = TRACE_PART; left; left--, into++) {
        into[0] = row->crossings[pad];
        into[TRACE_PART] = row->us;
        row = row + 1 == rows + ROWS ? rows : row + 1;
    }
    trace->comes = trace->kept != TRACE_PARTS;
    to_tell = true;
}

// One pad after the other: five at once would make a scan long.
bool
trace_keep(void)
{
    struct trace *trace = &traces[looked_at];
    uint8_t pad = looked_at;
    looked_at = pad == PAD_COUNT - 1u ? 0u : (uint8_t)(pad + 1u);
    uint8_t since = (uint8_t)(trace_row - trace->row);
    if (!trace->comes || since < TRACE_PART) {
        return false;
    }
    if (since >= ROWS) { // too late: it was overwritten
        trace->comes = false;
        return false;
    }
    keep_part(trace, pad);
    return true;
}

uint8_t *
trace_to_tell(void)
{
    if (!to_tell) {
        return NULL;
    }
    for (struct trace *trace = traces; trace != traces + PAD_COUNT; trace++) {
        if (trace->told != trace->kept) {
            return trace->parts[trace->told++];
        }
    }
    to_tell = false;
    return NULL;
}
