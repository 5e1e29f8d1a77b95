// What a Firmata client asks about the board.
#pragma once
#include <Arduino.h>

namespace queries {

/** Capabilities, a pin's state, the analog mapping. */
void onSysex(uint8_t command, uint8_t length, const uint8_t *bytes);

}  // namespace queries
