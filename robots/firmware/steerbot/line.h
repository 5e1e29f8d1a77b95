// The serial line's rate: as every host expects it, or faster with a host that asks for it.
#pragma once
#include <Arduino.h>

namespace line {

/** As the RATE frame has it: 57 600 baud, and 250 000, which 16 MHz make exactly. */
enum Rate : uint8_t { NORMAL, FAST, RATES };

void begin();
/** Sends what waits at the present rate, then changes it. */
void change(Rate rate);
/** The host is heard at this rate. */
void noteValidFrame();
/** Back to the normal rate after half a second without a valid frame: a new host speaks at that one. */
void poll();

}  // namespace line
