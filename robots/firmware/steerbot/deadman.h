// Guards people: power for the motors lasts only as long as DRIVE frames come, and the wheels turn.
#pragma once
#include <Arduino.h>

#include "motors.h"

namespace deadMan {

enum State : uint8_t { LOCKED, ARMED, TRIPPED, STALLED };

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
/** A board that switched itself off is locked again; there is nothing to switch off. */
void lockLatched();

/** Why the board switched its motors off by itself: TRIPPED or STALLED, once; else LOCKED. */
State tookCut();
/** The wheel that stalled last. */
uint8_t stalledWheel();
/** True once after every tick of about a millisecond. */
bool tookTick();
/** Whether either is still to be taken; interrupts may be off. */
bool hasNews();

}  // namespace deadMan
