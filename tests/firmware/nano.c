// A Nano as it is bought: an ATmega328P with a boot loader, behind a name in /dev.
//
//     nano BOOTLOADER.HEX START
//
// says the name on its standard output, later a line each time the port was closed, and runs until
// its standard input ends. START is where the boot loader begins, as the chip's fuses say. Opening
// the port resets the chip, as DTR does on a real one: a pty has no such line. Who opens it before it
// was seen closed is not noticed. Bytes to the chip take as long as at 115,200 baud.

#include <errno.h> // errno
#include <fcntl.h> // fcntl
#include <poll.h> // poll
#include <stdbool.h> // bool
#include <stdio.h> // printf
#include <stdlib.h> // strtoul
#include <string.h> // memset
#include <termios.h> // cfmakeraw
#include <unistd.h> // read

#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_hex.h>

#define CLOCK_HZ 16000000u
#define BYTE_CYCLES (CLOCK_HZ / 11520u)
#define SLICE_CYCLES (CLOCK_HZ / 2000u)
#define MCUSR 0x54
#define EXTERNAL_RESET 0x02
#define FLASH_BYTES 32768u

static avr_t *avr;
static avr_irq_t *rx;
static int port; // ours: the far end of the line
static uint8_t waiting[4096];
static size_t count, next;
static bool is_open; // somebody has it open

static void
die(const char *why)
{
    fprintf(stderr, "nano: %s\n", why);
    exit(1);
}

static void
byte_out(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    uint8_t byte = (uint8_t)value;
    if (!is_open) {
        return;
    }
    if (write(port, &byte, 1) < 0 && errno != EAGAIN && errno != EIO) {
        die("its port cannot be written");
    }
}

static avr_cycle_count_t
byte_in(struct avr_t *avr_now, avr_cycle_count_t when, void *param)
{
    (void)when;
    (void)param;
    avr_raise_irq(rx, waiting[next++]);
    return next < count ? avr_now->cycle + BYTE_CYCLES : 0;
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
        avr_cycle_timer_register(avr, BYTE_CYCLES, byte_in, NULL);
    }
}

static void
reset(void)
{
    avr_reset(avr);
    avr->data[MCUSR] = EXTERNAL_RESET;
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
    // Opened and closed once: only from then on it can be seen whether somebody has it open.
    int theirs = open(ptsname(port), O_RDWR | O_NOCTTY);
    struct termios raw;
    tcgetattr(theirs, &raw);
    cfmakeraw(&raw);
    tcsetattr(theirs, TCSANOW, &raw);
    close(theirs);
    fcntl(port, F_SETFL, O_NONBLOCK);
    printf("%s\n", ptsname(port));
    fflush(stdout);
}

int
main(int argc, char **argv)
{
    if (argc != 3) {
        die("say the boot loader's HEX file, and where it begins");
    }
    make_chip(argv[1], (uint32_t)strtoul(argv[2], NULL, 0));
    make_port();
    for (;;) {
        struct pollfd both[] = { { port, POLLIN, 0 }, { STDIN_FILENO, POLLIN, 0 } };
        poll(both, 2, is_open ? 0 : 10);
        if (both[1].revents) {
            return 0;
        }
        bool was_open = is_open;
        is_open = !(both[0].revents & POLLHUP);
        if (is_open && !was_open) {
            reset();
        } else if (was_open && !is_open) {
            printf("closed\n");
            fflush(stdout);
        }
        listen_to_port();
        for (avr_cycle_count_t until = avr->cycle + SLICE_CYCLES; avr->cycle < until;) {
            int state = avr_run(avr);
            if (state == cpu_Crashed || state == cpu_Done) {
                die("the processor crashed");
            }
        }
    }
}
