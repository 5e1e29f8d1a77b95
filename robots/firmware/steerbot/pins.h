// Firmata's pins: their modes, and what is written to them. Those of motors and encoders are left alone.
#pragma once
#include <Arduino.h>

namespace pins {

void setMode(uint8_t pin, int mode);
void writeAnalog(uint8_t pin, int value);
void writeDigital(uint8_t pin, int value);
void writePort(uint8_t port, int value);
/** EXTENDED_ANALOG and SERVO_CONFIG; false for others. */
bool onSysex(uint8_t command, uint8_t length, const uint8_t *bytes);
/** After everything went off, what Firmata says of its pins is true again. */
void noteAllOff();
/** All pins obey nobody. What was driven is driven low still: no input of a motor driver floats. */
void forget();

}  // namespace pins
