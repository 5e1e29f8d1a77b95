// Guards people: power for the motors lasts only as long as DRIVE frames come.
#pragma once
#include <Arduino.h>

#include "motors.h"

namespace deadMan {

enum State : uint8_t { LOCKED, ARMED, TRIPPED };

/** Starts the interrupt that counts. */
void begin();

State state();
/** ms: how long power lasts without a DRIVE. */
uint16_t time();

/** Arms; if armed already, sets the time again. The time is cut to 50–500 ms. */
void arm(uint16_t timeMs, uint8_t sequence);
/** False if the frame is a repeated or a very old one. Obeyed, and feeding, only while armed. */
bool drive(uint8_t sequence, int16_t left, int16_t right);
/** Off at once, and locked. */
void stop();
/** A tripped board is locked again; there is nothing to switch off. */
void lockTripped();

/** True once after a trip. */
bool tookTrip();
/** True once after every tick of about a millisecond. */
bool tookTick();
/** Whether either is still to be taken; interrupts may be off. */
bool hasNews();

}  // namespace deadMan
