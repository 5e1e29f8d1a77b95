#include "pins.h"

#include <Firmata.h>
#include <util/atomic.h>

#include "claims.h"
#include "frame.h"
#include "i2c.h"
#include "outputs.h"
#include "pulses.h"
#include "reports.h"
#include "servos.h"

namespace pins {
namespace {

void drive(uint8_t pin, uint8_t byte) {
  Output output;
  output.find(pin);
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { output.pwm(byte); }
}

void drivePwm(uint8_t pin, int value) {
  if (pulses::running() && pulses::sharesTimer(pin)) return;
  drive(pin, constrain(value, 0, 255));
}

/** Out of the mode it had, to an input without pull-up. */
void leaveMode(uint8_t pin) {
  if (Firmata.getPinMode(pin) == PIN_MODE_I2C) i2c::forget();
  pulses::detach(pin);
  outputs::cutWithMotors(pin, false);
  if (IS_PIN_DIGITAL(pin)) {
    drive(pin, 0);
    pinMode(pin, INPUT);
  }
  if (IS_PIN_ANALOG(pin)) reports::setAnalog(PIN_TO_ANALOG(pin), 0);
}

bool canBe(uint8_t pin, int mode) {
  switch (mode) {
    case PIN_MODE_ANALOG: return IS_PIN_ANALOG(pin);
    case PIN_MODE_PWM: return IS_PIN_PWM(pin);
    case PIN_MODE_SERVO: return servos::canBe(pin);
    case PIN_MODE_I2C: return IS_PIN_I2C(pin);
    case PIN_MODE_INPUT: case PIN_MODE_PULLUP: case PIN_MODE_OUTPUT: return IS_PIN_DIGITAL(pin);
    default: return false;
  }
}

void enterMode(uint8_t pin, uint8_t mode) {
  switch (mode) {
    case PIN_MODE_ANALOG: reports::setAnalog(PIN_TO_ANALOG(pin), 1); break;
    case PIN_MODE_PULLUP: pinMode(pin, INPUT_PULLUP); break;
    case PIN_MODE_PWM: outputs::cutWithMotors(pin, true);  // fall through
    case PIN_MODE_OUTPUT: pinMode(pin, OUTPUT); break;
    case PIN_MODE_SERVO: servos::attach(pin); break;
    default: break;
  }
}

void configureServo(uint8_t pin, uint16_t leastUs, uint16_t mostUs) {
  if (pin >= TOTAL_PINS || claims::isOurs(pin) || !servos::canBe(pin)) return;
  if (Firmata.getPinMode(pin) != PIN_MODE_SERVO) setMode(pin, PIN_MODE_SERVO);
  servos::setRange(pin, leastUs, mostUs);
}

}  // namespace

void setMode(uint8_t pin, int mode) {
  if (pin >= TOTAL_PINS || claims::isOurs(pin)) return;
  if (!canBe(pin, mode)) return Firmata.sendString("Pin cannot do this");
  leaveMode(pin);
  enterMode(pin, mode);
  claims::take(pin, claims::BY_FIRMATA, mode);
}

void handOver(uint8_t pin, claims::Owner owner, uint8_t firmataMode, uint8_t mode) {
  leaveMode(pin);
  claims::take(pin, owner, firmataMode);
  pinMode(pin, mode);
}

void writeAnalog(uint8_t pin, int value) {
  if (claims::ownerOf(pin) != claims::BY_FIRMATA) return;
  switch (Firmata.getPinMode(pin)) {
    case PIN_MODE_PWM: drivePwm(pin, value); break;
    case PIN_MODE_SERVO: servos::write(pin, value); break;
    default: return;
  }
  Firmata.setPinState(pin, value);
}

/** To an input, high means its pull-up, as older clients have it; low means nothing: it is said of whole ports. */
void writeDigital(uint8_t pin, int value) {
  if (claims::ownerOf(pin) != claims::BY_FIRMATA) return;
  const uint8_t mode = Firmata.getPinMode(pin);
  if (mode != PIN_MODE_OUTPUT && !(mode == PIN_MODE_INPUT && value)) return;
  drive(pin, value ? 255 : 0);
  Firmata.setPinState(pin, value != 0);
}

void writePort(uint8_t port, int value) {
  for (uint8_t bit = 0; bit < 8; ++bit) {
    const uint8_t pin = port * 8 + bit;
    const bool high = value >> bit & 1;
    if (pin >= TOTAL_PINS) return;
    if (Firmata.getPinState(pin) != high) writeDigital(pin, high);
  }
}

bool onSysex(uint8_t command, uint8_t length, const uint8_t *bytes) {
  if (command == SERVO_CONFIG) {
    if (length >= 5) configureServo(bytes[0], frame::unsigned14(bytes + 1), frame::unsigned14(bytes + 3));
    return true;
  }
  if (command != EXTENDED_ANALOG) return false;
  if (length >= 3) writeAnalog(bytes[0], frame::unsigned14(bytes + 1));
  return true;
}

void noteAllOff() {
  for (uint8_t pin = 0; pin < TOTAL_PINS; ++pin) {
    const uint8_t mode = Firmata.getPinMode(pin);
    if (mode == PIN_MODE_PWM || mode == PIN_MODE_SERVO) Firmata.setPinState(pin, 0);
  }
}

void forget() {
  for (uint8_t pin = 0; pin < TOTAL_PINS; ++pin) {
    if (claims::isOurs(pin)) continue;  // Guards people: what turns a motor stays the firmware's
    const bool driven = IS_PIN_DIGITAL(pin) && (*portModeRegister(digitalPinToPort(pin)) & digitalPinToBitMask(pin));
    leaveMode(pin);
    if (driven) pinMode(pin, OUTPUT);
  }
  claims::release(claims::BY_FIRMATA);
}

}  // namespace pins
