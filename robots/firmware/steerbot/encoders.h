// Two encoders on any pins that can interrupt: quadrature, four edges a line, or with one channel, two edges a slot.
#pragma once
#include <Arduino.h>

namespace encoders {

struct Pins {
  uint8_t a;
  uint8_t b;
};

struct Counts {
  uint32_t timeUs;
  int32_t left;
  int32_t right;
};

/** Takes the pins (none: 127, 127; one channel: b 127), counts from zero. False, and all as before, if a pin cannot do it. */
bool configure(const Pins pins[2]);
/** Whether a wheel has one. */
bool counts(uint8_t wheel);
/** Gives the pins back. */
void forget();

/** At least every 2 ms, interrupts off: brings a wheel's count home before it wraps. */
void tick(uint8_t wheel);
/** Both counts and the time at which they were so. */
Counts read();

}  // namespace encoders
