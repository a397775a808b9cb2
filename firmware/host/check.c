// Everything without registers, on the desk computer and under the sanitizers: frames, settings,
// events, and a pad's story under any crossings. Called with the file of the shared frames; says
// what does not hold, and ends with 1.

#include <stdio.h> // fprintf
#include <stdlib.h> // exit
#include <string.h> // memcmp
#include <sys/mman.h> // mmap
#include <sys/wait.h> // waitpid
#include <unistd.h> // fork

#include "board.h"
#include "desk.h"
#include "events.h"
#include "frame.h"
#include "sense.h"
#include "settings.h"
#include "touch.h"
#include "trace.h"

#define CHECK(holds)                                                                               \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #holds);                            \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static uint32_t chance_state = 2463534242u;

static uint32_t
chance(uint32_t below) // xorshift
{
    chance_state ^= chance_state << 13;
    chance_state ^= chance_state >> 17;
    chance_state ^= chance_state << 5;
    return chance_state % below;
}

// --- frames ---------------------------------------------------------------------------------

static void
frame_is_its_own_inverse(const uint8_t *packed, uint8_t length)
{
    uint8_t body[BODY_MOST + 2u];
    uint8_t again[TX_FRAME_MOST];
    uint8_t made = frame_read(packed, length, body);
    CHECK(made >= 2);
    frame_pack(body, frame_check(body, body + made), again);
    CHECK(memcmp(again, packed, length) == 0 && again[length] == 0);
}

static unsigned
read_vectors(const char *path)
{
    FILE *file = fopen(path, "r");
    CHECK(file);
    char line[512];
    unsigned count = 0;
    while (fgets(line, sizeof line, file)) {
        uint8_t packed[RX_FRAME_MOST];
        uint8_t length = 0;
        unsigned byte;
        for (const char *at = line; *at != '#' && sscanf(at, "%2x", &byte) == 1 && byte; at += 2) {
            CHECK(length < sizeof packed);
            packed[length++] = (uint8_t)byte;
        }
        if (length) {
            frame_is_its_own_inverse(packed, length);
            count++;
        }
    }
    fclose(file);
    return count;
}

static void
any_body_comes_back(void)
{
    for (unsigned n = 0; n < 100000u; n++) {
        uint8_t body[BODY_MOST + 2u];
        uint8_t read[BODY_MOST + 2u];
        uint8_t packed[TX_FRAME_MOST];
        uint8_t length = (uint8_t)(2u + chance(BODY_MOST - 1u));
        for (uint8_t at = 0; at < length; at++) {
            body[at] = chance(3) ? (uint8_t)chance(256) : 0u;
        }
        frame_pack(body, frame_check(body, body + length), packed);
        uint8_t packed_length = (uint8_t)(length + 3u);
        CHECK(strlen((const char *)packed) == packed_length); // the zero stands at its end alone
        CHECK(frame_read(packed, packed_length, read) == length);
        CHECK(memcmp(read, body, length) == 0);
        packed[chance(packed_length)] ^= (uint8_t)(1u << chance(8)); // one bit is always found
        CHECK(frame_read(packed, packed_length, read) == 0);
    }
}

// --- settings -------------------------------------------------------------------------------

// A start of the board, in a process of its own, which may save `value` and lose its power after
// `steps`. Answers what it found for the soft level of the first pad.
static uint8_t
started(uint8_t value, unsigned steps)
{
    pid_t child = fork();
    if (child == 0) {
        settings_start();
        uint8_t found = (uint8_t)settings_get(0, FIELD_SOFT);
        if (steps) {
            CHECK(settings_set(0, FIELD_SOFT, value));
            settings_save();
        }
        while (steps-- && settings_is_saving()) {
            CHECK(settings_step());
        }
        _exit(found);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return (uint8_t)WEXITSTATUS(status);
}

#define SAVE_STEPS 40u // what a save writes

static void
power_may_go_at_every_byte(void)
{
    memset(desk.eeprom, 0xff, DESK_EEPROM);
    CHECK(started(0, 0) == 37);
    for (uint8_t value = 40; value < 43; value++) {
        uint8_t kept[DESK_EEPROM];
        memcpy(kept, desk.eeprom, sizeof kept);
        uint8_t before = started(0, 0);
        for (unsigned steps = 1; steps <= SAVE_STEPS; steps++) {
            memcpy(desk.eeprom, kept, sizeof kept);
            started(value, steps - 1u);
            uint8_t last[DESK_EEPROM];
            memcpy(last, desk.eeprom, sizeof last);
            memcpy(desk.eeprom, kept, sizeof kept);
            started(value, steps);
            CHECK(started(0, 0) == (steps < SAVE_STEPS ? before : value));
            for (unsigned at = 0; at < sizeof last; at++) { // the byte was half written
                if (last[at] != desk.eeprom[at]) {
                    desk.eeprom[at] = (uint8_t)chance(256);
                    uint8_t found = started(0, 0);
                    CHECK(found == before || found == value);
                }
            }
        }
        memcpy(desk.eeprom, kept, sizeof kept);
        started(value, SAVE_STEPS + 1u);
        CHECK(started(0, 0) == value);
    }
}

static void
nothing_beyond_its_limits_is_taken(void)
{
    for (unsigned n = 0; n < 20000u; n++) {
        uint8_t pad = (uint8_t)chance(PAD_COUNT);
        uint8_t field = (uint8_t)chance(FIELD_COUNT);
        uint16_t value = (uint16_t)chance(65536);
        uint16_t before = settings_get(pad, field);
        bool taken = settings_set(pad, field, value);
        CHECK(settings_get(pad, field) == (taken ? value : before));
    }
    settings_start();
}

// --- events ---------------------------------------------------------------------------------

static void
events_are_kept_in_order(void)
{
    events_add(EVENT_TOUCH, 0, 1, 1);
    CHECK(events_next() == 0); // nobody had greeted the board
    events_keep(true);
    uint8_t oldest = 0;
    uint8_t next = 0;
    for (unsigned n = 0; n < 10000u; n++) {
        if (chance(3)) {
            uint16_t dropped = events_dropped();
            events_add(EVENT_PRESS, 3, next, 0);
            bool full = (uint8_t)(next - oldest) == EVENTS_MOST;
            next = (uint8_t)(next + !full);
            CHECK(events_dropped() == dropped + full);
        } else {
            uint8_t upto = (uint8_t)(oldest + chance(64));
            bool known = (uint8_t)(upto - oldest) <= (uint8_t)(next - oldest);
            events_acknowledge(upto);
            oldest = known ? upto : oldest;
        }
        CHECK(events_oldest() == oldest && events_next() == next);
        for (uint8_t at = oldest; at != next; at++) {
            CHECK(events_get(at)->at_us == at && events_get(at)->what == (EVENT_PRESS << 4 | 3));
        }
    }
    events_acknowledge(next);
}

// --- pads -----------------------------------------------------------------------------------

static void
scan(unsigned times)
{
    while (times--) {
        sense_scan();
        trace_keep();
        sense_work((uint8_t)sense_count());
    }
}

static uint8_t
last_told(void)
{
    return events_get((uint8_t)(events_next() - 1u))->what;
}

static void
a_jump_is_a_touch_and_one_scan_of_it_is_none(void)
{
    memset(desk.crossings, 40, sizeof desk.crossings);
    memset(desk.with_presence, 40, sizeof desk.with_presence);
    sense_start();
    scan(2000);
    uint8_t next = events_next();
    for (uint8_t pad = 0; pad < PAD_COUNT; pad++) {
        desk.crossings[pad] = 80;
        scan(1);
        desk.crossings[pad] = 40;
        scan(20);
        CHECK(events_next() == next);
        desk.crossings[pad] = desk.with_presence[pad] = 80;
        scan(5); // three, and one blind
        CHECK(events_next() == ++next && last_told() == (EVENT_TOUCH << 4 | pad));
        desk.crossings[pad] = desk.with_presence[pad] = 40;
        scan(600);
        CHECK(events_next() == ++next && last_told() == (EVENT_RELEASE << 4 | pad));
        events_acknowledge(next);
    }
}

// From eight scans before the one that shows it, to sixteen after.
static void
each_contact_has_its_rise(void)
{
    while (trace_to_tell()) {
    }
    for (uint8_t n = 0; n < 100; n++) {
        uint8_t pad = (uint8_t)chance(PAD_COUNT);
        scan(chance(60));
        desk.crossings[pad] = desk.with_presence[pad] = 80;
        scan(40);
        uint8_t number = (uint8_t)(events_next() - 1u);
        for (uint8_t part = 0; part < TRACE_PARTS; part++) {
            const uint8_t *told = trace_to_tell();
            CHECK(told && told[1] == number && told[2] == part && told[3] == 40);
            for (uint8_t at = 0; at < TRACE_PART; at++) {
                CHECK(told[4 + at] == (part ? 80 : 40));
            }
        }
        CHECK(!trace_to_tell());
        desk.crossings[pad] = desk.with_presence[pad] = 40;
        scan(600);
        events_acknowledge(events_next());
    }
}

// Whatever the pads do: no pad is touched twice without a release between, and none goes home twice.
static void
any_crossings_tell_a_story_that_holds(void)
{
    uint8_t touched = 0;
    for (unsigned n = 0; n < 400000u; n++) {
        if (chance(200) == 0) {
            uint8_t pad = (uint8_t)chance(PAD_COUNT);
            desk.crossings[pad] = (uint8_t)chance(SAMPLES + 1u);
            desk.with_presence[pad] = (uint8_t)chance(desk.crossings[pad] + 1u);
        }
        scan(1);
        for (uint8_t at = events_oldest(); at != events_next(); at++) {
            const struct event *event = events_get(at);
            uint8_t kind = event->what >> 4;
            uint8_t bit = (uint8_t)(1u << (event->what & 15u));
            CHECK((event->what & 15u) < PAD_COUNT && event->at_us <= board_capture_us() + 12u);
            if (kind == EVENT_TOUCH || kind == EVENT_SOFT || kind == EVENT_HELD) {
                CHECK(!(touched & bit));
                touched |= bit;
            } else if (kind == EVENT_RELEASE) {
                CHECK(touched & bit);
                touched &= (uint8_t)~bit;
            }
        }
        events_acknowledge(events_next());
    }
    CHECK((touch_states() & 31u) == touched);
}

int
main(int count, char **words)
{
    CHECK(count == 2);
    desk.eeprom = mmap(NULL, DESK_EEPROM, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(desk.eeprom != MAP_FAILED);
    CHECK(read_vectors(words[1]) >= 18u);
    any_body_comes_back();
    power_may_go_at_every_byte();
    nothing_beyond_its_limits_is_taken();
    events_are_kept_in_order();
    a_jump_is_a_touch_and_one_scan_of_it_is_none();
    each_contact_has_its_rise();
    any_crossings_tell_a_story_that_holds();
    return 0;
}
