// The conversation with the host: docs/protocol.md, from the board's side.
#ifndef LINK_H
#define LINK_H

#include <stdbool.h> // bool

#define PROTOCOL_VERSION 2u

enum message {
    // board to host
    MESSAGE_HELLO = 0x01,
    MESSAGE_EVENT = 0x02,
    MESSAGE_BEAT = 0x03,
    MESSAGE_PONG = 0x04,
    MESSAGE_HEALTH = 0x05,
    MESSAGE_RAW = 0x06,
    MESSAGE_VALUE = 0x07,
    MESSAGE_DONE = 0x08,
    MESSAGE_REFUSED = 0x09,
    MESSAGE_TRACE = 0x0a,
    // host to board
    MESSAGE_GREET = 0x81,
    MESSAGE_ACK = 0x82,
    MESSAGE_PING = 0x83,
    MESSAGE_GET = 0x84,
    MESSAGE_SET = 0x85,
    MESSAGE_SAVE = 0x86,
    MESSAGE_STREAM = 0x87,
    MESSAGE_REBASE = 0x88,
    MESSAGE_LIGHT = 0x89,
};

enum refusal {
    REFUSAL_UNKNOWN = 1, // no such message or parameter
    REFUSAL_LENGTH = 2,
    REFUSAL_VALUE = 3, // out of its limits
    REFUSAL_BOOT = 4, // a greeting for another boot
};

enum reading { // parameters that can only be read
    READING_FIRST = 0x80,
    READING_SCANS = 0x80,
    READING_LONGEST_US = 0x81,
    READING_DROPPED = 0x82,
    READING_RX_LOST = 0x83,
    READING_RX_BAD = 0x84,
    READING_BUTTONS = 0x85,
    READING_COUNT = 6,
};

void link_start(void);
// Each of these is one frame's work at most.
bool link_is_urgent(void); // an event waits to be told
void link_tell(void); // tells it; only when urgent
bool link_answer(void); // a ping, or takes the host's next word; false: there is neither
void link_say(void); // whatever else may be due; never while a contact is being weighed

#endif
