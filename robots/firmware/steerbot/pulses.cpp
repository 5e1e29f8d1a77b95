#include "pulses.h"

#include <util/atomic.h>

#include "claims.h"
#include "outputs.h"

namespace pulses {
namespace {

struct Servo {
  uint8_t pin;
  uint16_t ticks;
  Output output;
};

const uint16_t FRAME = 20000U * PER_MICROSECOND;
/** 24 µs: longer than any other interrupt runs, so that none of them lengthens a pulse. */
const uint8_t EARLY = 24 * PER_MICROSECOND;
const uint8_t LOOK = 7;           // ticks from the look at the timer to the pin's fall, together with
const uint8_t LOOK_CYCLES = 3;    // as many cycles of the processor: eight are a tick
const uint8_t UNUSED = 0xFF;

Servo servos[SERVOS] = {{UNUSED, 0, {}}, {UNUSED, 0, {}}, {UNUSED, 0, {}}, {UNUSED, 0, {}}};
uint8_t attached = 0;
uint8_t current = SERVOS;  // whose pulse is high; SERVOS between frames
uint16_t frameStart;
uint16_t pulseEnd;

Servo *find(uint8_t pin) {
  for (Servo &servo : servos) {
    if (servo.pin == pin) return &servo;
  }
  return nullptr;
}

void startTimer() {
  TCCR1A = 0;
  TCCR1B = _BV(CS11);  // 2 MHz
  frameStart = TCNT1;
  OCR1A = frameStart + 100;
  current = SERVOS;
  TIFR1 = _BV(OCF1A);
  TIMSK1 = _BV(OCIE1A);
}

/** As the core leaves it: 8-bit phase-correct PWM, 490 Hz. */
void returnTimer() {
  TIMSK1 = 0;
  TCCR1B = _BV(CS11) | _BV(CS10);
  TCCR1A = _BV(WGM10);
}

}  // namespace

bool attach(uint8_t pin) {
  if (find(pin)) return true;
  Servo *const free = find(UNUSED);
  if (!free) return false;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    free->pin = pin;
    free->ticks = 0;
    free->output.find(pin);
    free->output.low();
    free->output.control = nullptr;  // its PWM is off: every pin falls after the same time
    if (attached++ == 0) startTimer();
  }
  return true;
}

void detach(uint8_t pin) {
  Servo *const servo = find(pin);
  if (!servo) return;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    servo->output.low();
    servo->output = Output();
    servo->pin = UNUSED;
    servo->ticks = 0;
    if (--attached == 0) returnTimer();
  }
}

void set(uint8_t pin, uint16_t ticks) {
  Servo *const servo = find(pin);
  if (servo) servo->ticks = ticks;
}

void stopAll() {
  for (Servo &servo : servos) servo.ticks = 0;
  if (current < SERVOS) servos[current].output.low();
}

uint8_t countOf(uint8_t owner) {
  uint8_t count = 0;
  for (const Servo &servo : servos) count += servo.pin != UNUSED && claims::ownerOf(servo.pin) == owner;
  return count;
}

bool running() { return attached > 0; }

bool sharesTimer(uint8_t pin) {
  if (pin >= NUM_DIGITAL_PINS) return false;
  const uint8_t timer = digitalPinToTimer(pin);
#ifdef TIMER1C
  if (timer == TIMER1C) return true;
#endif
  return timer == TIMER1A || timer == TIMER1B;
}

/**
 * One pulse after the other. A servo that is at full speed 100 µs beside its middle turns by 1 % faster for each µs, and two
 * of them turn a robot by that; so a pulse's end is waited for, from before it on.
 */
ISR(TIMER1_COMPA_vect) {
  if (current < SERVOS) {
    while ((int16_t)(TCNT1 - pulseEnd) < 0) {}
    __builtin_avr_delay_cycles(LOOK_CYCLES);
    servos[current].output.low();
    ++current;
  } else {
    current = 0;
    frameStart = OCR1A;
  }
  while (current < SERVOS && !servos[current].ticks) ++current;
  if (current == SERVOS) {
    OCR1A = frameStart + FRAME;
    return;
  }
  servos[current].output.high();
  pulseEnd = TCNT1 + servos[current].ticks - LOOK;
  OCR1A = pulseEnd - EARLY;
}

}  // namespace pulses
