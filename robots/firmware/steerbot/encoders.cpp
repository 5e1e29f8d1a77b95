#include "encoders.h"

#include <Firmata.h>
#include <util/atomic.h>

#include "claims.h"
#include "edges.h"
#include "frame.h"
#include "motor_wiring.h"

namespace encoders {
namespace {

int32_t total[2];
bool present[2];
uint8_t home[2];  // what is already in them of the interrupts' counts

bool isNone(const Pins &pins) { return pins.a == frame::NO_PIN && pins.b == frame::NO_PIN; }

bool isSingle(const Pins &pins) { return pins.b == frame::NO_PIN; }

bool fits(uint8_t pin) { return wiring::isFree(pin, claims::BY_ENCODERS) && edges::canWatch(pin); }

void take(uint8_t pin) {
  claims::take(pin, claims::BY_ENCODERS, PIN_MODE_ENCODER);
  pinMode(pin, INPUT_PULLUP);  // many encoders have open collectors
}

}  // namespace

bool configure(const Pins pins[2]) {
  for (uint8_t wheel = 0; wheel < 2; ++wheel) {
    if (isNone(pins[wheel])) continue;
    if (!fits(pins[wheel].a) || pins[wheel].a == pins[wheel].b) return false;
    if (!isSingle(pins[wheel]) && !fits(pins[wheel].b)) return false;
  }
  if (!isNone(pins[0]) && !isNone(pins[1])) {
    if (pins[0].a == pins[1].a || pins[0].a == pins[1].b) return false;
    if (pins[0].b == pins[1].a || (!isSingle(pins[0]) && pins[0].b == pins[1].b)) return false;
  }
  forget();
  for (uint8_t wheel = 0; wheel < 2; ++wheel) {
    if (isNone(pins[wheel])) continue;
    take(pins[wheel].a);
    if (!isSingle(pins[wheel])) take(pins[wheel].b);
    present[wheel] = true;
    edges::watch(wheel, pins[wheel].a, pins[wheel].b);
  }
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    edges::start();
    for (uint8_t wheel = 0; wheel < 2; ++wheel) {
      home[wheel] = edges::counts[wheel];
      total[wheel] = 0;
    }
  }
  return true;
}

bool counts(uint8_t wheel) { return present[wheel]; }

void forget() {
  edges::stop();
  present[0] = present[1] = false;
  claims::release(claims::BY_ENCODERS);
}

void tick(uint8_t wheel) {
  const uint8_t now = edges::counts[wheel];
  total[wheel] += (int8_t)(now - home[wheel]);
  home[wheel] = now;
}

Counts read() {
  Counts counts;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    counts.timeUs = micros();
    tick(0);
    tick(1);
    counts.left = total[0];
    counts.right = total[1];
  }
  return counts;
}

}  // namespace encoders
