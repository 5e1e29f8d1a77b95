#include "reports.h"

#include <Firmata.h>

#include "claims.h"
#include "frame.h"
#include "i2c.h"
#include "interval.h"

namespace reports {
namespace {

const uint16_t INTERVAL_MS = 19;
const uint8_t ROOM = 32;  // bytes free to send, or a sampling waits rather than the main loop
const uint8_t STEPS = TOTAL_ANALOG_PINS + i2c::SUBSCRIPTIONS;

Interval sampling;
uint8_t step = STEPS;  // of the sampling under way; STEPS: none is

uint16_t channels = 0;
bool ports[TOTAL_PORTS];
uint8_t sent[TOTAL_PORTS];

/** Not the core's digitalRead: that changes timers, which the dead-man may be doing at the same time. */
bool isHigh(uint8_t pin) { return *portInputRegister(digitalPinToPort(pin)) & digitalPinToBitMask(pin); }

bool isInput(uint8_t pin) {
  if (pin >= TOTAL_PINS || !IS_PIN_DIGITAL(pin) || claims::isOurs(pin)) return false;
  const uint8_t mode = Firmata.getPinMode(pin);
  return mode == PIN_MODE_INPUT || mode == PIN_MODE_PULLUP;
}

uint8_t read(uint8_t port) {
  uint8_t value = 0;
  for (uint8_t bit = 0; bit < 8; ++bit) {
    const uint8_t pin = port * 8 + bit;
    if (isInput(pin) && isHigh(pin)) value |= 1 << bit;
  }
  return value;
}

void send(uint8_t port) {
  sent[port] = read(port);
  Firmata.sendDigitalPort(port, sent[port]);
}

bool sampleAnalog(uint8_t channel) {
  if (!(channels >> channel & 1)) return false;
  if (claims::isOurs(analogInputToDigitalPin(channel))) return false;
  Firmata.sendAnalog(channel, analogRead(channel));
  return true;
}

}  // namespace

void setAnalog(uint8_t channel, int on) {
  if (channel >= TOTAL_ANALOG_PINS) return;
  const uint16_t bit = 1U << channel;
  channels = on ? channels | bit : channels & ~bit;
}

void setDigital(uint8_t port, int on) {
  if (port >= TOTAL_PORTS) return;
  ports[port] = on;
  if (on) send(port);
}

bool onSysex(uint8_t command, uint8_t length, const uint8_t *bytes) {
  if (command != SAMPLING_INTERVAL) return false;
  if (length >= 2) sampling.start(max(1U, frame::unsigned14(bytes)));
  return true;
}

void tick() {
  for (uint8_t port = 0; port < TOTAL_PORTS; ++port) {
    if (ports[port] && read(port) != sent[port]) send(port);
  }
  if (step == STEPS && sampling.isDue()) step = 0;
}

bool sampleNext() {
  while (step < STEPS && Serial.availableForWrite() >= ROOM) {
    const uint8_t now = step++;
    if (now < TOTAL_ANALOG_PINS ? sampleAnalog(now) : i2c::sample(now - TOTAL_ANALOG_PINS)) return true;
  }
  return false;
}

void forget() {
  sampling.start(INTERVAL_MS);
  channels = 0;
  step = STEPS;
  for (bool &port : ports) port = false;
}

}  // namespace reports
