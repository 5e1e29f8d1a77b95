#include "claims.h"

#include <Firmata.h>

namespace claims {

static Owner owners[TOTAL_PINS];

Owner ownerOf(uint8_t pin) { return pin < TOTAL_PINS ? owners[pin] : BY_NOBODY; }

bool isOurs(uint8_t pin) { return ownerOf(pin) >= BY_MOTORS; }

void take(uint8_t pin, Owner owner, uint8_t mode) {
  owners[pin] = owner;
  Firmata.setPinMode(pin, mode);
  Firmata.setPinState(pin, 0);
}

void release(Owner owner) {
  for (uint8_t pin = 0; pin < TOTAL_PINS; ++pin) {
    if (owners[pin] == owner) take(pin, BY_NOBODY, PIN_MODE_INPUT);
  }
}

}  // namespace claims
