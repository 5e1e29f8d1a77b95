#include "motor_wiring.h"

#include <Firmata.h>

#include "claims.h"
#include "pulses.h"

namespace wiring {
namespace {

bool needsPwm(uint8_t form, uint8_t index) {
  return form == PWM_EACH_WAY || (index == 0 && form != CONTINUOUS_SERVO);
}

bool usesTwice(const Motor motors[2], uint8_t pin) {
  uint8_t times = 0;
  for (uint8_t m = 0; m < 2; ++m) {
    for (uint8_t i = 0; i < pinsOf(motors[m].form); ++i) times += motors[m].pins[i] == pin;
  }
  return times > 1;
}

/** A pin whose timer would have to run at two frequencies, or to make servo pulses. */
bool hasNoTimer(const Motor motors[2], const Motor &motor, uint8_t pin, bool servos) {
  if (!pulses::sharesTimer(pin)) return motor.options & QUIET;
  return servos || (motors[0].options ^ motors[1].options) & QUIET;
}

}  // namespace

bool isKnown(const Motor &motor) {
  if (motor.form >= FORMS || motor.options & ~ALL_OPTIONS) return false;
  const bool both = motor.form == SPEED_TWO_DIRECTIONS || motor.form == PWM_EACH_WAY;
  return (both || !(motor.options & BRAKED)) && (pinsOf(motor.form) > 1 || !(motor.options & QUIET));
}

uint8_t pinsOf(uint8_t form) {
  static const uint8_t PINS[FORMS] = {0, 2, 3, 2, 1};
  return form < FORMS ? PINS[form] : 0;
}

bool isFree(uint8_t pin, uint8_t owner) {
  if (pin >= TOTAL_PINS || !IS_PIN_DIGITAL(pin)) return false;
  if (claims::isOurs(pin)) return claims::ownerOf(pin) == owner;
  return Firmata.getPinMode(pin) != PIN_MODE_I2C;
}

bool fits(const Motor motors[2]) {
  const uint8_t servos = (motors[0].form == CONTINUOUS_SERVO) + (motors[1].form == CONTINUOUS_SERVO);
  const uint8_t others = pulses::countOf(claims::BY_FIRMATA);
  if (servos + others > pulses::SERVOS) return false;
  for (uint8_t m = 0; m < 2; ++m) {
    for (uint8_t i = 0; i < pinsOf(motors[m].form); ++i) {
      const uint8_t pin = motors[m].pins[i];
      if (!isFree(pin, claims::BY_MOTORS) || usesTwice(motors, pin)) return false;
      if (!needsPwm(motors[m].form, i)) continue;
      if (!IS_PIN_PWM(pin) || hasNoTimer(motors, motors[m], pin, servos + others)) return false;
    }
  }
  return true;
}

}  // namespace wiring
