// Reflectance sensors whose capacitor is charged and discharges through a phototransistor (QTR-RC): the time until a pin is low
// tells how bright the floor is. Nothing here waits longer than the charging takes.
#pragma once
#include <Arduino.h>

namespace reflectance {

const uint8_t SENSORS = 8;

/** Takes the pins (127: none there), and that of the lamps. All are measured every so many ms. False if a pin cannot do it. */
bool configure(uint8_t emitters, const uint8_t pins[SENSORS], uint16_t everyMs);
/** Gives all pins back. */
void forget();
/** To be called in each round of the main loop. */
void poll();
/** Whether the next call is wanted at once. */
bool isBusy();

}  // namespace reflectance
