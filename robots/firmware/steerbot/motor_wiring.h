// How a motor is wired, and whether the board can do it.
#pragma once
#include <Arduino.h>

namespace wiring {

/** As the MOTORS frame has it; see PROTOCOL.md. */
enum Form : uint8_t { NONE, SPEED_DIRECTION, SPEED_TWO_DIRECTIONS, PWM_EACH_WAY, CONTINUOUS_SERVO, FORMS };

struct Motor {
  uint8_t form;
  uint8_t pins[3];
};

uint8_t pinsOf(uint8_t form);

/** Every pin exists, can do it, is used once, and the servos leave the PWM its timer. */
bool fits(const Motor motors[2]);

/** A digital pin that nothing but Firmata's plain inputs and outputs uses now; `owner` may have it already. */
bool isFree(uint8_t pin, uint8_t owner);

}  // namespace wiring
