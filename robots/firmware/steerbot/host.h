// What the host asks for in frames, and what it is told.
#pragma once
#include <Arduino.h>

namespace host {

/** Unasked, before anything else. */
void sayStarted();
/** What followed the command byte of a frame. */
void receive(uint8_t length, const uint8_t *bytes);
/** One more frame that was none. */
void countBad();
/** A trip and odometry are told when it is time. */
void poll();
/** SYSTEM_RESET: everything off, every motor and encoder forgotten. */
void forget();

}  // namespace host
