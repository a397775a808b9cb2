// The shape of each contact: a pad's crossings in the scans round it, for the host to find its moment.
#ifndef TRACE_H
#define TRACE_H

#include <stdbool.h> // bool
#include <stdint.h> // uint8_t

#define TRACE_PART 8u // scans in a message
#define TRACE_PARTS 3u
#define TRACE_BEFORE 8u // scans before the one that the contact is stamped by

#define TRACE_BODY (4u + 2u * TRACE_PART) // id, event, part, empty pad; crossings; times

extern uint8_t trace_row; // of the scan at hand: counts those that are not blind

void trace_scan(uint16_t ticks); // takes down the pads' crossings, at the end of such a scan
void trace_begin(uint8_t pad, uint8_t row, uint8_t event, uint8_t base); // a contact, stamped by `row`
bool trace_keep(void); // a part, before it is overwritten: to be called often; false: it had nothing to do
uint8_t *trace_to_tell(void); // the next part, TRACE_BODY bytes with room for its check; NULL: none

#endif
