// Two motors: from a duty to pins, never faster than the slew.
#pragma once
#include <Arduino.h>

#include "motor_wiring.h"

namespace motors {

enum Fault : uint8_t { FINE, BAD_PIN, BAD_VALUE };

/** Takes the pins and makes them outputs, off; all stays as it was if something is wrong. Not while armed. */
Fault configure(const wiring::Motor wirings[2], uint16_t greatestDuty, uint8_t slew);
/** Gives the pins back, outputs and low. Not while armed. */
void forget();
/** Not configured any more, but the pins stay the motors', low. Not while armed. */
void disable();
bool configured();

/** From here on, interrupts must be off. */

/** From standstill, with servos at rest. */
void start();
/** Duty in ‰. What the slew allows happens at once, the rest tick by tick. */
void drive(uint8_t motor, int16_t duty);
/** For each motor every other tick while armed: both at once would hold up the encoders' interrupts. */
void tick(uint8_t motor);
/** The duty that a motor has now, in ‰. */
int16_t duty(uint8_t motor);
/** Every motor off, and every other PWM and servo. */
void off();

}  // namespace motors
