// Servo pulses on up to four pins, 50 a second, from timer 1, which then makes no PWM.
#pragma once
#include <Arduino.h>

namespace pulses {

const uint8_t SERVOS = 4;
const uint8_t PER_MICROSECOND = 2;  // ticks of the timer

/** False if all four are in use. */
bool attach(uint8_t pin);
void detach(uint8_t pin);
/** Pulses of that many ticks from the next frame on; 0 for none. Interrupts off. */
void set(uint8_t pin, uint16_t ticks);
/** No pulse goes on or begins. Interrupts off. */
void stopAll();

/** How many of the attached pins an owner has. */
uint8_t countOf(uint8_t owner);
/** Whether timer 1 makes pulses now. */
bool running();
/** Whether it would have to make a pin's PWM. */
bool sharesTimer(uint8_t pin);

}  // namespace pulses
