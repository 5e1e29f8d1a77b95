// How a motor is wired, and whether the board can do it.
#pragma once
#include <Arduino.h>

namespace wiring {

/** As the MOTORS frame has it; see PROTOCOL.md. */
enum Form : uint8_t { NONE, SPEED_DIRECTION, SPEED_TWO_DIRECTIONS, PWM_EACH_WAY, CONTINUOUS_SERVO, FORMS };

/** Added to a form. */
enum Option : uint8_t {
  BRAKED = 8,      // of forms 2 and 3: the motor is short-circuited without duty, and of form 3 between the PWM's pulses too
  QUIET = 16,      // PWM of 20 kHz, on pins of timer 1
  ALL_OPTIONS = BRAKED | QUIET,
};

struct Motor {
  uint8_t form;
  uint8_t options;
  uint8_t pins[3];
};

/** Whether there is such a form, and it can have these options. */
bool isKnown(const Motor &motor);

uint8_t pinsOf(uint8_t form);

/** Every pin exists, can do it, is used once, and servos and another frequency leave the PWM its timer. */
bool fits(const Motor motors[2]);

/** A digital pin that nothing but Firmata's plain inputs and outputs uses now; `owner` may have it already. */
bool isFree(uint8_t pin, uint8_t owner);

}  // namespace wiring
