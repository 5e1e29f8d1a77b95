#include "queries.h"

#include <Firmata.h>

namespace queries {
namespace {

const uint8_t END_OF_PIN = 127;
const uint8_t NOT_ANALOG = 127;

void sendMode(uint8_t mode, uint8_t bits) {
  Firmata.write(mode);
  Firmata.write(bits);
}

void sendCapabilities() {
  Firmata.startSysex();
  Firmata.write(CAPABILITY_RESPONSE);
  for (uint8_t pin = 0; pin < TOTAL_PINS; ++pin) {
    if (IS_PIN_DIGITAL(pin)) {
      sendMode(PIN_MODE_INPUT, 1);
      sendMode(PIN_MODE_PULLUP, 1);
      sendMode(PIN_MODE_OUTPUT, 1);
    }
    if (IS_PIN_ANALOG(pin)) sendMode(PIN_MODE_ANALOG, 10);
    if (IS_PIN_PWM(pin)) sendMode(PIN_MODE_PWM, 8);
    if (IS_PIN_DIGITAL(pin)) sendMode(PIN_MODE_SERVO, 14);
    if (IS_PIN_I2C(pin)) sendMode(PIN_MODE_I2C, 1);
    Firmata.write(END_OF_PIN);
  }
  Firmata.endSysex();
}

void sendPinState(uint8_t pin) {
  Firmata.startSysex();
  Firmata.write(PIN_STATE_RESPONSE);
  Firmata.write(pin);
  if (pin < TOTAL_PINS) {
    uint16_t state = Firmata.getPinState(pin);
    Firmata.write(Firmata.getPinMode(pin));
    do {
      Firmata.write(state & 0x7F);
      state >>= 7;
    } while (state);
  }
  Firmata.endSysex();
}

void sendAnalogMapping() {
  Firmata.startSysex();
  Firmata.write(ANALOG_MAPPING_RESPONSE);
  for (uint8_t pin = 0; pin < TOTAL_PINS; ++pin) {
    Firmata.write(IS_PIN_ANALOG(pin) ? PIN_TO_ANALOG(pin) : NOT_ANALOG);
  }
  Firmata.endSysex();
}

}  // namespace

void onSysex(uint8_t command, uint8_t length, const uint8_t *bytes) {
  switch (command) {
    case CAPABILITY_QUERY: return sendCapabilities();
    case PIN_STATE_QUERY: if (length > 0) sendPinState(bytes[0]); return;
    case ANALOG_MAPPING_QUERY: return sendAnalogMapping();
  }
}

}  // namespace queries
