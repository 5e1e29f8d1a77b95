// Firmata's servos: an angle, or a pulse's length, becomes pulses.
#pragma once
#include <Arduino.h>

namespace servos {

/** Whether the pin may become one: no motor needs the timer for PWM. */
bool canBe(uint8_t pin);
void attach(uint8_t pin);
/** µs of the pulses at 0 and at 180 degrees. */
void setRange(uint8_t pin, uint16_t leastUs, uint16_t mostUs);
/** Degrees below 544, microseconds from there on. */
void write(uint8_t pin, uint16_t value);

}  // namespace servos
