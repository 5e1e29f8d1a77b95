// The board as any Firmata client knows it: what comes in goes to the file that can do it.
#pragma once
#include <Arduino.h>

namespace glue {

/** Announces the firmware. */
void begin();
/** The next byte from the host. */
void receive(uint8_t byte);
/** One step of what is due; true if there is more to do at once. */
bool poll();

}  // namespace glue
