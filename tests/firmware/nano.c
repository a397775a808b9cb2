// A Nano as it is bought: an ATmega328P with a boot loader, behind a name in /dev.
//
//     nano BOOTLOADER.HEX START
//
// says the name on its standard output, and runs until its standard input ends, never faster than a
// real one: a boot loader gives up after a second. START is where the boot loader begins, as the
// chip's fuses say. Opening the port resets the chip, as DTR does on a real one: a pty has no such
// line. Who speaks at another speed than the other listens at is heard as a real UART would: each bit
// where the listener expects it.

#include <asm/termbits.h> // struct termios2: <termios.h> does not know 250,000 baud
#include <errno.h> // errno
#include <fcntl.h> // fcntl
#include <poll.h> // poll
#include <stdbool.h> // bool
#include <stdio.h> // printf
#include <stdlib.h> // strtoul
#include <string.h> // memset
#include <sys/inotify.h> // inotify_init1
#include <sys/ioctl.h> // ioctl
#include <time.h> // clock_gettime
#include <unistd.h> // read

#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_hex.h>

#define CLOCK_HZ 16000000u
#define SLICE_US 500
#define LATE_MOST_US 20000 // a machine that is slower than the chip does not hurry afterwards
#define MCUSR 0x54
#define UCSR0A 0xC0
#define U2X 0x02
#define UBRR0L 0xC4
#define UBRR0H 0xC5
#define EXTERNAL_RESET 0x02
#define FLASH_BYTES 32768u

static avr_t *avr;
static avr_irq_t *rx;
static int port; // ours: the far end of the line
static uint8_t waiting[4096];
static size_t count, next;
static int openings; // of the port, by inotify
static bool is_open; // somebody has it open

static void
die(const char *why)
{
    fprintf(stderr, "nano: %s\n", why);
    exit(1);
}

static double
theirs_baud(void)
{
    struct termios2 line;
    if (ioctl(port, TCGETS2, &line)) {
        die("its port has no speed");
    }
    return line.c_ospeed;
}

static double
chip_baud(void)
{
    unsigned divider = avr->data[UBRR0L] | (avr->data[UBRR0H] & 15u) << 8;
    return CLOCK_HZ / ((avr->data[UCSR0A] & U2X ? 8.0 : 16.0) * (divider + 1));
}

// A byte of this speed as somebody reads it who listens at that one: he waits for the start bit and
// then looks at the middle of each bit of his own.
static uint8_t
heard(uint8_t byte, double said_baud, double listens_baud)
{
    unsigned bits = 0x200u | (unsigned)byte << 1; // low to start, eight bits, high to stop
    uint8_t got = 0;
    for (int n = 0; n < 8; n++) {
        unsigned at = (unsigned)((n + 1.5) * said_baud / listens_baud);
        got |= (uint8_t)((at > 9 ? 1u : bits >> at & 1u) << n);
    }
    return got;
}

static void
byte_out(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    if (!is_open) {
        return;
    }
    uint8_t byte = heard((uint8_t)value, chip_baud(), theirs_baud());
    if (write(port, &byte, 1) < 0 && errno != EAGAIN && errno != EIO) {
        die("its port cannot be written");
    }
}

static avr_cycle_count_t
byte_cycles(void)
{
    return (avr_cycle_count_t)(10.0 * CLOCK_HZ / theirs_baud());
}

static avr_cycle_count_t
byte_in(struct avr_t *avr_now, avr_cycle_count_t when, void *param)
{
    (void)when;
    (void)param;
    avr_raise_irq(rx, heard(waiting[next++], theirs_baud(), chip_baud()));
    return next < count ? avr_now->cycle + byte_cycles() : 0;
}

static void
listen_to_port(void)
{
    if (next < count) {
        return;
    }
    ssize_t got = read(port, waiting, sizeof waiting);
    count = got > 0 ? (size_t)got : 0;
    next = 0;
    if (count) {
        avr_cycle_timer_register(avr, byte_cycles(), byte_in, NULL);
    }
}

static void
reset(void)
{
    avr_reset(avr);
    avr->data[MCUSR] = EXTERNAL_RESET;
    while (read(port, waiting, sizeof waiting) > 0) { // what was said to it before
    }
    count = next = 0;
}

static void
no_sleep(struct avr_t *avr_now, avr_cycle_count_t cycles)
{
    (void)avr_now;
    (void)cycles;
}

static void
make_chip(const char *hex, uint32_t start)
{
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr) {
        die("libsimavr knows no ATmega328P");
    }
    avr_init(avr);
    avr->frequency = CLOCK_HZ;
    avr->log = LOG_ERROR;
    avr->sleep = no_sleep;
    memset(avr->flash, 0xff, FLASH_BYTES);
    ihex_chunk_p chunks = NULL;
    int found = read_ihex_chunks(hex, &chunks);
    if (found < 1 || chunks[0].baseaddr != start) {
        die("there is no boot loader where the chip would start");
    }
    for (int i = 0; i < found && chunks[i].baseaddr < FLASH_BYTES; i++) {
        memcpy(avr->flash + chunks[i].baseaddr, chunks[i].data, chunks[i].size);
    }
    avr->reset_pc = avr->pc = start;
    avr->codeend = avr->flashend;
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    rx = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_t *tx = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT);
    avr_irq_register_notify(tx, byte_out, NULL);
}

static void
make_port(void)
{
    port = posix_openpt(O_RDWR | O_NOCTTY);
    if (port < 0 || grantpt(port) || unlockpt(port)) {
        die("there is no pty to be had");
    }
    struct termios2 raw = { .c_cflag = CS8 | CREAD | CLOCAL | B115200 };
    if (ioctl(port, TCSETS2, &raw)) {
        die("its port cannot be set");
    }
    openings = inotify_init1(IN_NONBLOCK);
    if (openings < 0 || inotify_add_watch(openings, ptsname(port), IN_OPEN | IN_CLOSE) < 0) {
        die("nobody can be seen who opens it");
    }
    fcntl(port, F_SETFL, O_NONBLOCK);
    printf("%s\n", ptsname(port));
    fflush(stdout);
}

static void
see_openings(void)
{
    char seen[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
    ssize_t got = read(openings, seen, sizeof seen);
    for (ssize_t at = 0; at < got;) {
        const struct inotify_event *event = (const void *)(seen + at);
        is_open = event->mask & IN_OPEN;
        if (is_open) {
            reset();
        }
        at += (ssize_t)(sizeof *event + event->len);
    }
}

static int64_t
now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void
run_a_slice(void)
{
    for (avr_cycle_count_t until = avr->cycle + SLICE_US * (CLOCK_HZ / 1000000u); avr->cycle < until;) {
        int state = avr_run(avr);
        if (state == cpu_Crashed || state == cpu_Done) {
            die("the processor crashed");
        }
    }
}

int
main(int argc, char **argv)
{
    if (argc != 3) {
        die("say the boot loader's HEX file, and where it begins");
    }
    make_chip(argv[1], (uint32_t)strtoul(argv[2], NULL, 0));
    make_port();
    for (int64_t due_us = now_us();; due_us += SLICE_US) {
        int64_t late_us = now_us() - due_us;
        struct pollfd ends = { STDIN_FILENO, POLLIN, 0 };
        poll(&ends, 1, late_us < -1000 ? (int)(-late_us / 1000) : 0);
        if (ends.revents) {
            return 0;
        }
        due_us += late_us > LATE_MOST_US ? late_us : 0;
        see_openings();
        listen_to_port();
        run_a_slice();
    }
}
