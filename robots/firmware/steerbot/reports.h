// What inputs read goes to the host: digital ports when they change, analog channels and I²C every sampling interval.
#pragma once
#include <Arduino.h>

namespace reports {

void setAnalog(uint8_t channel, int on);
void setDigital(uint8_t port, int on);
/** SAMPLING_INTERVAL; false for others. */
bool onSysex(uint8_t command, uint8_t length, const uint8_t *bytes);
/** About every millisecond. */
void tick();
/** One channel of the sampling that is due; true if more are to follow. Commands come in between. */
bool sampleNext();
void forget();

}  // namespace reports
