#include "i2c.h"

#include <Firmata.h>
#include <Wire.h>

#include "claims.h"

namespace i2c {
namespace {

enum Mode : uint8_t { WRITE, READ_ONCE, READ_ON, STOP_READING };

const uint32_t GIVE_UP_US = 5000;     // longer than the longest message at 100 kHz
const uint8_t REST_SAMPLINGS = 8;     // for which a stuck bus is left alone
const uint8_t READ_MOST = 32;         // the room of the library
const int16_t NO_REGISTER = -1;

struct Request {
  uint8_t address;
  uint8_t restart;  // no stop between writing the register and reading
  int16_t where;
  uint8_t bytes;    // 0: the place is free
};

Request subscriptions[SUBSCRIPTIONS];
bool enabled = false;
uint16_t delayUs = 0;
uint8_t resting = 0;

/** Not every core's library can give up, and the macro that tells is newer than the function. */
template <typename Bus>
auto setGiveUp(Bus &bus, int) -> decltype(bus.setWireTimeout(GIVE_UP_US, true)) {
  return bus.setWireTimeout(GIVE_UP_US, true);
}
template <typename Bus>
void setGiveUp(Bus &, long) {}

template <typename Bus>
auto gaveUp(Bus &bus, int) -> decltype(bus.getWireTimeoutFlag()) {
  const bool flag = bus.getWireTimeoutFlag();
  bus.clearWireTimeoutFlag();
  return flag;
}
template <typename Bus>
bool gaveUp(Bus &, long) { return false; }

bool enable() {
  if (enabled) return true;
  for (uint8_t pin = 0; pin < TOTAL_PINS; ++pin) {
    if (IS_PIN_I2C(pin) && claims::isOurs(pin)) return false;
  }
  for (uint8_t pin = 0; pin < TOTAL_PINS; ++pin) {
    if (IS_PIN_I2C(pin)) claims::take(pin, claims::BY_FIRMATA, PIN_MODE_I2C);
  }
  Wire.begin();
  setGiveUp(Wire, 0);
  enabled = true;
  return true;
}

void restIfStuck() {
  if (gaveUp(Wire, 0)) resting = REST_SAMPLINGS;
}

void write(const Request &request, uint8_t length, const uint8_t *bytes) {
  Wire.beginTransmission(request.address);
  for (uint8_t i = 0; i + 1 < length; i += 2) Wire.write((uint8_t)(bytes[i] | bytes[i + 1] << 7));
  Wire.endTransmission();
  restIfStuck();
}

void sendReply(const Request &request) {
  uint8_t reply[READ_MOST + 2] = {request.address, (uint8_t)(request.where == NO_REGISTER ? 0 : request.where)};
  for (uint8_t i = 0; i < request.bytes; ++i) reply[2 + i] = Wire.read();
  Firmata.sendSysex(I2C_REPLY, 2 + request.bytes, reply);
}

void read(const Request &request) {
  if (request.where != NO_REGISTER) {
    Wire.beginTransmission(request.address);
    Wire.write((uint8_t)request.where);
    Wire.endTransmission(!request.restart);
    if (delayUs) delayMicroseconds(delayUs);
  }
  const uint8_t got = Wire.requestFrom(request.address, request.bytes);
  if (got == request.bytes) sendReply(request);
  else Firmata.sendString("I2C: too few bytes");
  restIfStuck();
}

bool isSame(const Request &a, const Request &b) { return a.bytes && a.address == b.address && a.where == b.where; }

void subscribe(const Request &request) {
  Request *place = nullptr;
  for (Request &other : subscriptions) {
    if (isSame(other, request) || (!place && !other.bytes)) place = &other;
    if (isSame(other, request)) break;
  }
  if (!place) return Firmata.sendString("I2C: too many readings");
  *place = request;
}

/** Without a register, every subscription of the address. */
void unsubscribe(const Request &request) {
  for (Request &other : subscriptions) {
    if (other.address != request.address) continue;
    if (request.where == NO_REGISTER || other.where == request.where) other.bytes = 0;
  }
}

Request parse(uint8_t length, const uint8_t *bytes) {
  const bool hasRegister = length >= 6;
  const uint8_t *count = bytes + (hasRegister ? 4 : 2);
  Request request = {bytes[0], (uint8_t)(bytes[1] & 0x40), NO_REGISTER, 0};
  if (hasRegister || length >= 4) {
    if (hasRegister) request.where = bytes[2] | bytes[3] << 7;
    request.bytes = min(count[0] | count[1] << 7, READ_MOST);
  }
  return request;
}

void onRequest(uint8_t length, const uint8_t *bytes) {
  if (length < 2 || !enabled) return;
  if (bytes[1] & 0x20) return Firmata.sendString("I2C: no 10-bit addresses");
  Request request = parse(length, bytes);
  switch (bytes[1] >> 3 & 3) {
    case WRITE: return write(request, length - 2, bytes + 2);
    case READ_ONCE: if (request.bytes) read(request); return;
    case READ_ON: if (request.bytes) subscribe(request); return;
    case STOP_READING:
      if (length == 4) request.where = bytes[2] | bytes[3] << 7;
      return unsubscribe(request);
  }
}

}  // namespace

bool onSysex(uint8_t command, uint8_t length, const uint8_t *bytes) {
  if (command == I2C_REQUEST) {
    onRequest(length, bytes);
    return true;
  }
  if (command != I2C_CONFIG) return false;
  if (!enable()) Firmata.sendString("I2C: pins in use");
  else if (length >= 2) delayUs = bytes[0] | bytes[1] << 7;
  return true;
}

bool sample(uint8_t subscription) {
  if (resting) {
    if (subscription == 0) --resting;
    return false;
  }
  if (!subscriptions[subscription].bytes) return false;
  read(subscriptions[subscription]);
  return true;
}

void forget() {
  if (!enabled) return;
  enabled = false;
  for (Request &place : subscriptions) place.bytes = 0;
  delayUs = 0;
#ifdef WIRE_HAS_END
  Wire.end();
#endif
  for (uint8_t pin = 0; pin < TOTAL_PINS; ++pin) {
    if (IS_PIN_I2C(pin)) Firmata.setPinMode(pin, PIN_MODE_INPUT);
  }
}

}  // namespace i2c
