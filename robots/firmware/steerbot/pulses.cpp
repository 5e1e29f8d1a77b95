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
const uint8_t ENTRY = 12;  // ticks from the timer's match to the end of a pulse
const uint8_t UNUSED = 0xFF;

Servo servos[SERVOS] = {{UNUSED, 0, {}}, {UNUSED, 0, {}}, {UNUSED, 0, {}}, {UNUSED, 0, {}}};
uint8_t attached = 0;
uint8_t current = SERVOS;  // whose pulse is high; SERVOS between frames
uint16_t frameStart;

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

/** One pulse after the other; the pin first, for what comes before it is jitter. */
ISR(TIMER1_COMPA_vect) {
  if (current < SERVOS) {
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
  OCR1A = TCNT1 + servos[current].ticks - ENTRY;
}

}  // namespace pulses
