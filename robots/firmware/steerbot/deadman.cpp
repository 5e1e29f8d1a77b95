#include "deadman.h"

#include <util/atomic.h>

#include "edges.h"
#include "encoders.h"
#include "stall.h"

namespace deadMan {
namespace {

const uint16_t TIME_LEAST = 50;
const uint16_t TIME_MOST = 500;
const uint8_t WINDOW = 63;  // how far ahead of the last one a frame may be

volatile State now = LOCKED;
volatile uint16_t ticksLeft;
volatile State cutAs = LOCKED;  // why the motors were cut, until it is told
volatile uint8_t stalled;
volatile bool ticked = false;
uint16_t timeMs = 200;
uint8_t lastSequence;

/** One tick is 1.024 ms; rounded down, so that the dead-man is never late. */
uint16_t ticks() { return timeMs * 125U / 128U; }

/** Everything off, and latched. Interrupts off. */
void cut(State why) {
  motors::off();
  now = cutAs = why;
}

/** Guards people: a trip comes before all of this or after it, never in between. */
void setDuty(uint8_t motor, int16_t duty) {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    if (now == ARMED) motors::drive(motor, duty);
  }
}

}  // namespace

void begin() {
  OCR0A = 0x80;  // away from the core's own interrupt; where it is does not matter, once a round it comes
  TIMSK0 |= _BV(OCIE0A);
}

State state() { return now; }
uint16_t time() { return timeMs; }

void arm(uint16_t wantedMs, uint8_t sequence) {
  timeMs = constrain(wantedMs, TIME_LEAST, TIME_MOST);
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    if (now == ARMED) {
      ticksLeft = min(ticksLeft, ticks());  // Guards people: only DRIVE feeds
    } else {
      ticksLeft = ticks();
      motors::start();
      stall::start();
      now = ARMED;
    }
    lastSequence = sequence;
  }
}

bool drive(uint8_t sequence, int16_t left, int16_t right) {
#ifdef STEERBOT_NO_LATCH  // for the tests that must fail without it
  if (now == TRIPPED || now == STALLED) now = ARMED;
#endif
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    if (now != ARMED) return true;
    const uint8_t ahead = (sequence - lastSequence) & 0x7F;
    if (ahead == 0 || ahead > WINDOW) return false;
    lastSequence = sequence;
    ticksLeft = ticks();
  }
  setDuty(0, left);
  setDuty(1, right);
  return true;
}

void stop() {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    motors::off();
    now = LOCKED;
  }
}

void lockLatched() {
  if (now != ARMED) now = LOCKED;  // nothing but the main program leaves these states
}

State tookCut() {
  const State why = cutAs;
  cutAs = LOCKED;
  return why;
}

uint8_t stalledWheel() { return stalled; }

bool tookTick() {
  if (!ticked) return false;
  ticked = false;
  return true;
}

bool hasNews() { return ticked || cutAs != LOCKED; }

/** Needs neither the main loop nor the I²C bus. */
ISR(TIMER0_COMPA_vect) {
  static uint8_t turn = 0;
  turn ^= 1;
  ticked = true;
  edges::tick();
  encoders::tick(turn);
  if (now != ARMED) return;
#ifndef STEERBOT_NO_DEADMAN  // for the tests that must fail without it
  if (--ticksLeft == 0) return cut(TRIPPED);
#endif
  motors::tick(turn);
#ifndef STEERBOT_NO_STALL  // for the tests that must fail without it
  if (stall::tick(turn, motors::duty(turn))) {
    stalled = turn;
    cut(STALLED);
  }
#endif
}

}  // namespace deadMan
