#include "servos.h"

#include <Firmata.h>
#include <util/atomic.h>

#include "claims.h"
#include "outputs.h"
#include "pulses.h"

namespace servos {
namespace {

const uint16_t LEAST_US = 544;
const uint16_t MOST_US = 2400;
const uint16_t LONGEST_US = 3000;

struct Range {
  uint8_t pin;
  uint16_t leastUs;
  uint16_t mostUs;
};
Range ranges[pulses::SERVOS];

/** That of the pin, or else one that no servo uses now. */
Range &rangeOf(uint8_t pin) {
  Range *spare = &ranges[0];
  for (Range &range : ranges) {
    if (range.pin == pin) return range;
    if (Firmata.getPinMode(range.pin) != PIN_MODE_SERVO) spare = &range;
  }
  *spare = {pin, LEAST_US, MOST_US};
  return *spare;
}

/** Timer 1's PWM pins go off when it begins to make pulses. */
void silencePwm() {
  for (uint8_t pin = 0; pin < TOTAL_PINS; ++pin) {
    if (!pulses::sharesTimer(pin) || Firmata.getPinMode(pin) != PIN_MODE_PWM) continue;
    Output output;
    output.find(pin);
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { output.low(); }
    Firmata.setPinState(pin, 0);
  }
}

}  // namespace

bool canBe(uint8_t pin) {
  if (!IS_PIN_DIGITAL(pin)) return false;
  for (uint8_t other = 0; other < TOTAL_PINS; ++other) {
    const bool motors = claims::ownerOf(other) == claims::BY_MOTORS;
    if (motors && pulses::sharesTimer(other) && !pulses::running()) return false;
  }
  return true;
}

void attach(uint8_t pin) {
  silencePwm();
  if (!pulses::attach(pin)) return Firmata.sendString("Too many servos");
  outputs::cutWithMotors(pin, true);
  pinMode(pin, OUTPUT);
}

void setRange(uint8_t pin, uint16_t leastUs, uint16_t mostUs) {
  Range &range = rangeOf(pin);
  range.leastUs = constrain(leastUs, LEAST_US, LONGEST_US);
  range.mostUs = constrain(mostUs, range.leastUs, LONGEST_US);
}

void write(uint8_t pin, uint16_t value) {
  const Range &range = rangeOf(pin);
  uint16_t us = value;
  if (value < LEAST_US) {
    const uint32_t span = range.mostUs - range.leastUs;
    us = range.leastUs + span * min(value, (uint16_t)180) / 180;
  }
  us = constrain(us, range.leastUs, range.mostUs);
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { pulses::set(pin, us * pulses::PER_MICROSECOND); }
}

}  // namespace servos
