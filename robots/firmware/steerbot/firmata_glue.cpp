#include "firmata_glue.h"

#include <Firmata.h>

#include "deadman.h"
#include "frame.h"
#include "host.h"
#include "i2c.h"
#include "pins.h"
#include "queries.h"
#include "reports.h"

namespace glue {
namespace {

bool inSysex = false;
uint8_t sysexLength;

void onSysex(uint8_t command, uint8_t length, uint8_t *bytes) {
  if (sysexLength == 0) return;
  const bool whole = sysexLength <= MAX_DATA_BYTES;
  if (command == frame::COMMAND) return whole ? host::receive(length, bytes) : host::countBad();
  if (!whole) return;
  if (pins::onSysex(command, length, bytes)) return;
  if (reports::onSysex(command, length, bytes)) return;
  if (i2c::onSysex(command, length, bytes)) return;
  queries::onSysex(command, length, bytes);
}

void forgetAll() {
  host::forget();
  i2c::forget();
  reports::forget();
  pins::forget();
}

}  // namespace

void begin() {
  Firmata.setFirmwareNameAndVersion("Steerbot", 1, 2);
  Firmata.attach(ANALOG_MESSAGE, pins::writeAnalog);
  Firmata.attach(DIGITAL_MESSAGE, pins::writePort);
  Firmata.attach(SET_DIGITAL_PIN_VALUE, pins::writeDigital);
  Firmata.attach(SET_PIN_MODE, pins::setMode);
  Firmata.attach(REPORT_ANALOG, reports::setAnalog);
  Firmata.attach(REPORT_DIGITAL, reports::setDigital);
  Firmata.attach(START_SYSEX, onSysex);
  Firmata.attach(SYSTEM_RESET, forgetAll);
  forgetAll();
  Firmata.begin(Serial);  // not begin(57600): that would blink for two seconds
}

/**
 * The library's parser has room for 64 bytes of a message, and would decode a longer message beyond them.
 * Longer messages are not passed on, so noise on the line cannot overwrite memory.
 */
void receive(uint8_t byte) {
  if (!inSysex) {
    inSysex = byte == START_SYSEX;
    sysexLength = 0;
  } else if (byte == END_SYSEX) {
    inSysex = false;
  } else if (sysexLength > MAX_DATA_BYTES || ++sysexLength > MAX_DATA_BYTES) {
    return;
  }
  Firmata.parse(byte);
}

bool poll() {
  if (deadMan::tookTick()) reports::tick();
  return reports::sampleNext();
}

}  // namespace glue
