// Echo sounders such as the HC-SR04, with a line each way or one for both, pinged in turn. Nothing here waits.
#pragma once
#include <Arduino.h>

namespace sonar {

const uint8_t SONARS = 4;

struct Pins {
  uint8_t trigger;
  uint8_t echo;  // the same: one line for both
};

/** Takes a sonar's pins (none: 127, 127). A ping goes out every so many ms, from each in turn. False if a pin cannot do it. */
bool configure(uint8_t index, const Pins &pins, uint16_t everyMs);
/** Gives all pins back. */
void forget();
/** To be called while there is room to send an ECHO. */
void poll();

}  // namespace sonar
