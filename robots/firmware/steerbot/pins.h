// Firmata's pins: their modes, and what is written to them. Those of motors and encoders are left alone.
#pragma once
#include <Arduino.h>

#include "claims.h"

namespace pins {

void setMode(uint8_t pin, int mode);
void writeAnalog(uint8_t pin, int value);
void writeDigital(uint8_t pin, int value);
void writePort(uint8_t port, int value);
/** EXTENDED_ANALOG and SERVO_CONFIG; false for others. */
bool onSysex(uint8_t command, uint8_t length, const uint8_t *bytes);
/** Gives a pin to another part of the firmware, as an input or output; what Firmata did with it has ended. */
void handOver(uint8_t pin, claims::Owner owner, uint8_t firmataMode, uint8_t mode);
/** After everything was switched off: makes the states that Firmata reports true again. */
void noteAllOff();
/** Releases all pins. Outputs stay outputs at low, so that no input of a motor driver floats. */
void forget();

}  // namespace pins
