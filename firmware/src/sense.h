// One scan: all pads charged at once, each pad's crossing found, and its share of the slower work.
#ifndef SENSE_H
#define SENSE_H

#include <stdbool.h> // bool
#include <stdint.h> // uint16_t

void sense_start(void); // looks for 20 ms, so that the pads have a base
void sense_scan(void);
bool sense_wants_short(void); // this scan should not be made any longer
bool sense_work(uint8_t slot); // the slower work of a slot, by the count of scans; false: it has none
uint16_t sense_longest_us(void); // from scan to scan, since it was last asked
uint16_t sense_count(void); // scans so far, turning at 65536

#endif
