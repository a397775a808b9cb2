// The chip: registers, interrupts and time.
//
// Timer 1 counts half microseconds and an interrupt counts its turns. The serial line has two
// interrupts, one a byte each way. Nothing else interrupts, and the only long stretch without
// interrupts is the watching of a charge: 26 us, less than one byte takes on the wire at 250,000
// baud, of which the receiver can hold two.

#include "board.h"

#include <avr/eeprom.h> // eeprom_read_byte
#include <avr/interrupt.h> // ISR
#include <avr/io.h> // every register
#include <avr/pgmspace.h> // pgm_read_byte
#include <avr/wdt.h> // wdt_reset
#include <stddef.h> // NULL

#define PADS ((uint8_t)(_BV(PAD_COUNT) - 1u))
#define SEND ((uint8_t)_BV(PIN_SEND))
#define PRESENCE ((uint8_t)_BV(PIN_PRESENCE))
#define SPARE ((uint8_t)_BV(PORTC5)) // held low: an open input beside the pads would pick up hum
#define LIGHT ((uint8_t)_BV(PORTB5))

// 16 MHz / 16 / (3 + 1): exactly 250,000 baud. 115,200 would be off by 2.1 %.
#define BAUD_DIVISOR 3u

#define BOOTS_AT 0u // EEPROM: how often the board was switched on, 16 bits

uint8_t board_samples[SAMPLES + 1u];
uint32_t board_boot;

static uint8_t reset_cause __attribute__((section(".noinit")));
static uint8_t hangs __attribute__((section(".noinit"))); // watchdog resets since switched on

static volatile uint32_t turns; // of timer 1
static uint32_t capture_turns;
static uint16_t capture_ticks;

// Two frames: one is going out while the next is written. Each ends at its zero.
static uint8_t tx[2][TX_FRAME_MOST];
static volatile uint8_t tx_waiting; // frames ready to go, the one going out included
static volatile uint8_t tx_going; // its number
static const uint8_t *volatile tx_next; // of it
static uint8_t tx_filling; // the number of the frame being written

// Two frames: one is being read while the next arrives. They lie so that one byte says where the next
// goes: bit 5 is the frame's number, the bits below count its bytes.
#define RX_ROOM 32u
static uint8_t rx[2u * RX_ROOM] __attribute__((aligned(2u * RX_ROOM)));
static volatile uint8_t rx_at; // low byte of the address
static volatile uint8_t rx_taken_length; // of the other one; 0: none
static volatile uint8_t rx_turns; // the lowest byte
static volatile uint16_t rx_ticks;
static volatile uint16_t rx_lost;
#define RX_BROKEN GPIOR0 // bit 0: a byte came broken; one instruction sets it

void board_early(void) __attribute__((naked, used, section(".init3")));

// Before main: after a watchdog reset the watchdog is still on, and set to its shortest.
// A boot loader (optiboot) clears MCUSR and leaves what it was in r2; without one r2 is the power-on
// value, and MCUSR is whole.
void
board_early(void)
{
    uint8_t left_by_loader;
    __asm__ volatile("mov %0, r2" : "=r"(left_by_loader));
    uint8_t cause = MCUSR;
    reset_cause = cause ? cause : left_by_loader;
    MCUSR = 0;
    wdt_disable();
}

// A watchdog reset is counted in RAM: a board that hangs for ever must not wear out its EEPROM.
static void
count_boot(void)
{
    uint8_t low = eeprom_read_byte((const uint8_t *)BOOTS_AT);
    uint8_t high = eeprom_read_byte((const uint8_t *)(BOOTS_AT + 1u));
    uint16_t boots = (uint16_t)(low | (uint16_t)(high << 8));
    if (reset_cause & RESET_WATCHDOG) {
        hangs++;
    } else {
        hangs = 0;
        boots++;
        eeprom_update_byte((uint8_t *)BOOTS_AT, (uint8_t)boots);
        eeprom_update_byte((uint8_t *)(BOOTS_AT + 1u), (uint8_t)(boots >> 8));
    }
    board_boot = ((uint32_t)boots << 8) | hangs;
}

void
board_start(void)
{
    board_samples[SAMPLES] = 0xffu;
    count_boot();

    PORTC = 0;
    DDRC = PADS | SPARE;
    PORTD = (uint8_t)~(SEND | PRESENCE | _BV(PORTD0) | _BV(PORTD1)); // buttons pulled up
    DDRD = SEND | PRESENCE;
    PORTB = (uint8_t)~LIGHT;
    DDRB = LIGHT;

    TCCR1A = 0;
    TCCR1B = _BV(CS11); // 16 MHz / 8: half microseconds
    TIMSK1 = _BV(TOIE1);

    UCSR0A = 0;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00); // 8 bits, no parity, 1 stop bit
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    UBRR0 = BAUD_DIVISOR;
    tx_next = tx[0];
    rx_at = (uint8_t)(uintptr_t)rx;

    wdt_enable(WDTO_60MS);
    sei();
}

uint8_t
board_reset_cause(void)
{
    return reset_cause;
}

extern const char __data_load_end; // the linker's: where the program in flash ends

// Bit by bit, without a table: some 80 ms, once, before the first scan.
uint32_t
board_image_crc(void)
{
    uint32_t crc = 0xffffffffu;
    uint16_t end = (uint16_t)(uintptr_t)&__data_load_end;
    for (uint16_t at = 0; at < end; at++) {
        crc ^= pgm_read_byte(at);
        for (uint8_t bit = 8; bit; bit--) {
            bool odd = crc & 1u;
            crc >>= 1;
            if (odd) {
                crc ^= 0xedb88320u;
            }
        }
        board_kick();
    }
    return ~crc;
}

// --- time -----------------------------------------------------------------------------------

ISR(TIMER1_OVF_vect)
{
    turns++;
}

// Only with interrupts off. A turn that the timer has made and nobody has counted yet belongs to a
// small count.
static inline __attribute__((always_inline)) uint32_t
turns_at(uint16_t ticks)
{
    uint32_t counted = turns;
    if ((TIFR1 & _BV(TOV1)) && ticks < 0x8000u) {
        counted++;
    }
    return counted;
}

// full_turns * 32768 + ticks / 2, without shifting by 15.
static __attribute__((noinline)) uint32_t
microseconds(uint32_t full_turns, uint16_t ticks)
{
    uint32_t us = ((uint32_t)(uint16_t)full_turns << 16 | ticks) >> 1;
    return (full_turns & 0x10000u) ? us | 0x80000000u : us;
}

void
board_kick(void)
{
    wdt_reset();
}

void
board_light(bool on)
{
    if (on) {
        PORTB |= LIGHT;
    } else {
        PORTB &= (uint8_t)~LIGHT;
    }
}

// --- pads and buttons -----------------------------------------------------------------------

// All five pads let go, SEND rises, and the port is read every 3 cycles: a pad reads 1 once its
// charge has passed the pin's threshold, later when a hand adds to it. Interrupts are off, so the
// samples lie at exact distances; a serial interrupt in between would look like a hand.
void
board_capture(bool presence)
{
    uint8_t rest = PORTD;
    uint8_t up = (uint8_t)(rest | SEND | (presence ? PRESENCE : 0u));
    uint8_t *into = board_samples;

    cli();
    uint16_t ticks = TCNT1;
    DDRC = SPARE;
    PORTD = up; // both drives at once: whole register, one instruction
    __asm__ volatile(".rept %[count]\n\t"
                     "in __tmp_reg__, %[pins]\n\t"
                     "st %a[into]+, __tmp_reg__\n\t"
                     ".endr"
                     : [into] "+e"(into)
                     : [count] "n"(SAMPLES), [pins] "I"(_SFR_IO_ADDR(PINC))
                     : "memory");
    PORTD = rest;
    DDRC = PADS | SPARE; // driven low: emptied while we compute
    capture_turns = turns_at(ticks);
    sei();
    capture_ticks = ticks;
}

uint16_t
board_capture_ticks(void)
{
    return capture_ticks;
}

uint16_t
board_capture_age(void)
{
    cli(); // two bytes, through one register that the interrupts use too
    uint16_t ticks = TCNT1;
    sei();
    return (uint16_t)(ticks - capture_ticks);
}

uint32_t
board_capture_us(void)
{
    return microseconds(capture_turns, capture_ticks);
}

uint32_t
board_now_us(void)
{
    return board_capture_us() + (board_capture_age() >> 1);
}

uint16_t
board_buttons(void)
{
    uint16_t up = (uint16_t)((uint16_t)(PINB << 8) | PIND);
    return (uint16_t)(~up >> BUTTON_FIRST_BIT) & (uint16_t)((1u << BUTTON_COUNT) - 1u);
}

// --- the serial line ------------------------------------------------------------------------

// At full speed a byte comes and another goes every 40 us, and the scan waits for both: what all bytes
// have in common is written by hand, and takes half the time the compiler's does.
#define ENTER "push r24\n\tin r24, __SREG__\n\tpush r24\n\tpush r30\n\tpush r31\n\t"
#define LEAVE "pop r31\n\tpop r30\n\tpop r24\n\tout __SREG__, r24\n\tpop r24\n\t"

void __vector_after_tx(void) __attribute__((signal, used));
void __vector_after_rx(void) __attribute__((signal, used));

ISR(USART_UDRE_vect, ISR_NAKED)
{
    __asm__ volatile(ENTER
                     "lds r30, %[next]\n\t"
                     "lds r31, %[next] + 1\n\t"
                     "ld r24, Z+\n\t"
                     "sts %[data], r24\n\t"
                     "sts %[next], r30\n\t"
                     "sts %[next] + 1, r31\n\t"
                     "tst r24\n\t"
                     "breq 1f\n\t" LEAVE "reti\n"
                     "1:\n\t" LEAVE "jmp __vector_after_tx\n\t" ::[next] "i"(&tx_next),
                     [data] "n"(_SFR_MEM_ADDR(UDR0)));
}

// A frame has gone: on to the other one.
void
__vector_after_tx(void)
{
    uint8_t going = tx_going ^ 1u;
    tx_going = going;
    tx_next = going ? tx[1] : tx[0];
    if (--tx_waiting == 0) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    }
}

uint8_t *
board_tx_frame(void)
{
    return tx_waiting < 2u ? tx[tx_filling] : NULL;
}

void
board_tx_go(void)
{
    tx_filling ^= 1u;
    cli();
    tx_waiting++;
    UCSR0B |= _BV(UDRIE0);
    sei();
}

bool
board_tx_idle(void)
{
    return tx_waiting == 0;
}

// The last place is never passed: a frame that reaches it is too long anyway.
ISR(USART_RX_vect, ISR_NAKED)
{
    __asm__ volatile(ENTER
                     "lds r24, %[status]\n\t"
                     "andi r24, %[broken]\n\t"
                     "breq 1f\n\t"
                     "sbi %[flag], 0\n"
                     "1:\n\t"
                     "lds r24, %[data]\n\t"
                     "tst r24\n\t"
                     "breq 3f\n\t"
                     "lds r30, %[at]\n\t"
                     "ldi r31, hi8(%[rx])\n\t"
                     "st Z, r24\n\t"
                     "inc r30\n\t"
                     "mov r24, r30\n\t"
                     "andi r24, %[room] - 1\n\t"
                     "breq 2f\n\t"
                     "sts %[at], r30\n"
                     "2:\n\t" LEAVE "reti\n"
                     "3:\n\t" LEAVE "jmp __vector_after_rx\n\t" ::[status] "n"(
                         _SFR_MEM_ADDR(UCSR0A)),
                     [broken] "n"(_BV(FE0) | _BV(DOR0)), [flag] "I"(_SFR_IO_ADDR(RX_BROKEN)),
                     [data] "n"(_SFR_MEM_ADDR(UDR0)), [at] "i"(&rx_at), [rx] "i"(rx),
                     [room] "n"(RX_ROOM));
}

// A delimiter ends a frame and stamps it. A frame that is too long, or comes while the one before
// still waits, is counted and forgotten; the host asks again.
void
__vector_after_rx(void)
{
    uint16_t ticks = TCNT1;
    uint8_t at = rx_at;
    uint8_t length = at & (RX_ROOM - 1u);
    at = (uint8_t)(at - length);
    if (length == 0) {
        return;
    }
    if (RX_BROKEN || length > RX_FRAME_MOST || rx_taken_length) {
        RX_BROKEN = 0;
        rx_lost++;
    } else {
        rx_ticks = ticks;
        uint8_t full_turns = (uint8_t)turns;
        if ((TIFR1 & _BV(TOV1)) && ticks < 0x8000u) {
            full_turns++;
        }
        rx_turns = full_turns;
        rx_taken_length = length;
        at ^= RX_ROOM;
    }
    rx_at = at;
}

uint8_t
board_rx_length(void)
{
    return rx_taken_length;
}

const uint8_t *
board_rx_bytes(void)
{
    return (rx_at & RX_ROOM) ? rx : rx + RX_ROOM;
}

uint32_t
board_rx_us(void)
{
    cli();
    uint32_t full_turns = turns;
    sei();
    if ((uint8_t)full_turns != rx_turns) { // one turn since
        full_turns--;
    }
    return microseconds(full_turns, rx_ticks);
}

void
board_rx_done(void)
{
    rx_taken_length = 0;
}

uint16_t
board_rx_lost(void)
{
    cli();
    uint16_t lost = rx_lost;
    sei();
    return lost;
}

// --- EEPROM ---------------------------------------------------------------------------------

uint8_t
board_eeprom_read(uint16_t address)
{
    return eeprom_read_byte((const uint8_t *)address);
}

bool
board_eeprom_ready(void)
{
    return eeprom_is_ready();
}

void
board_eeprom_write(uint16_t address, uint8_t value)
{
    EEAR = address;
    EEDR = value;
    cli(); // the two bits must be set within 4 cycles
    EECR |= _BV(EEMPE);
    EECR |= _BV(EEPE);
    sei();
}
