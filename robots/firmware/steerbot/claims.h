// Owners of pins: which part of the firmware may drive a pin.
//
// Guards people: a pin without an owner is not driven; Firmata messages do not reach pins of motors, encoders and sensors that
// the firmware measures.
#pragma once
#include <Arduino.h>

namespace claims {

enum Owner : uint8_t { BY_NOBODY, BY_FIRMATA, BY_MOTORS, BY_ENCODERS, BY_SONARS, BY_REFLECTANCE };

Owner ownerOf(uint8_t pin);
/** Whether the pin belongs to one of those, not to Firmata. */
bool isOurs(uint8_t pin);
/** Takes the pin; `mode` is the one that Firmata then reports. */
void take(uint8_t pin, Owner owner, uint8_t mode);
/** Releases all pins of an owner. */
void release(Owner owner);

}  // namespace claims
