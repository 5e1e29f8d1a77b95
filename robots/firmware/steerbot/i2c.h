// Firmata's I²C: write, read once, read every sampling interval.
#pragma once
#include <Arduino.h>

namespace i2c {

const uint8_t SUBSCRIPTIONS = 8;

/** I2C_CONFIG and I2C_REQUEST; false for others. */
bool onSysex(uint8_t command, uint8_t length, const uint8_t *bytes);
/** Reads for one subscription; false if there is nothing to read. */
bool sample(uint8_t subscription);
/** Ends all of it and lets go of the bus. */
void forget();

}  // namespace i2c
