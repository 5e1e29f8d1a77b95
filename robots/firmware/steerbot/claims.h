// Whom a pin obeys.
//
// Guards motors: what nobody has asked for obeys nobody, and what motors and encoders have obeys no Firmata message.
#pragma once
#include <Arduino.h>

namespace claims {

enum Owner : uint8_t { BY_NOBODY, BY_FIRMATA, BY_MOTORS, BY_ENCODERS };

Owner ownerOf(uint8_t pin);
/** Whether Firmata may not have it. */
bool isOurs(uint8_t pin);
/** With the mode that Firmata tells of it from then on. */
void take(uint8_t pin, Owner owner, uint8_t mode);
/** Takes every pin of an owner away. */
void release(Owner owner);

}  // namespace claims
