// Table buttons: the first edge counts, then a lock-out. Debouncing never moves a press.
#ifndef BUTTONS_H
#define BUTTONS_H

#include <stdint.h> // uint16_t

void buttons_start(void);
void buttons_scan(void); // every scan
void buttons_tick(void); // every 16 scans
uint16_t buttons_down(void); // bit n: button n, as debounced

#endif
