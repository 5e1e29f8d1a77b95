#include "reflectance.h"

#include <Firmata.h>
#include <util/atomic.h>
#include <util/delay.h>

#include "claims.h"
#include "frame.h"
#include "interval.h"
#include "motor_wiring.h"
#include "outputs.h"
#include "pins.h"

namespace reflectance {
namespace {

const uint8_t CHARGE_US = 10;      // as Pololu's library has it
const uint16_t LIGHT_US = 300;     // from on, the lamps are as bright as they get
const uint8_t ROOM = 32;           // bytes free to send
const uint16_t LONGEST_US = 2500;  // as Pololu's library has it; over a black line it takes longer

enum Stage : uint8_t { RESTING, LIGHTING, DISCHARGING, MEASURED };

/** A pin's registers; its direction and its output lie behind its input. */
struct Sensor {
  volatile uint8_t *input;  // null: there is none
  uint8_t pin;
  uint8_t mask;
  uint16_t us;              // until it was low
};

Sensor sensors[SENSORS];
uint8_t lamps = frame::NO_PIN;
Interval every;
Stage stage = RESTING;
uint32_t beganUs;  // of the stage
uint16_t lookedUs;  // since then, when the pins were looked at

void shine(bool on) {
  Output output;
  output.find(lamps);
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { on ? output.high() : output.low(); }
}

/** Its driver charges it, or nothing holds it. */
void hold(const Sensor &sensor, bool high) {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    sensor.input[1] = high ? sensor.input[1] | sensor.mask : sensor.input[1] & ~sensor.mask;
    sensor.input[2] = high ? sensor.input[2] | sensor.mask : sensor.input[2] & ~sensor.mask;
  }
}

void holdAll(bool high) {
  for (const Sensor &sensor : sensors) {
    if (sensor.input) hold(sensor, high);
  }
}

void charge() {
  for (Sensor &sensor : sensors) sensor.us = 0;
  holdAll(true);
  _delay_us(CHARGE_US);
  beganUs = micros();
  holdAll(false);
  lookedUs = 0;
  stage = DISCHARGING;
}

/** A pin fell between two looks: on the average in the middle. */
void look() {
  const uint16_t now = min((uint32_t)LONGEST_US, (uint32_t)micros() - beganUs);
  bool all = true;
  for (Sensor &sensor : sensors) {
    if (!sensor.input || sensor.us) continue;
    if (!(*sensor.input & sensor.mask)) sensor.us = max(1, (lookedUs + now) / 2);
    else all = false;
  }
  lookedUs = now;
  if (all || now == LONGEST_US) {
    shine(false);
    stage = MEASURED;
  }
}

void say() {
  frame::Reply reply(frame::DISCHARGE);
  reply.put28(beganUs);
  for (const Sensor &sensor : sensors) reply.put14(sensor.us ? sensor.us : LONGEST_US);
  stage = RESTING;
}

bool fits(uint8_t emitters, const uint8_t pins[SENSORS]) {
  if (emitters != frame::NO_PIN && !wiring::isFree(emitters, claims::BY_REFLECTANCE)) return false;
  for (uint8_t i = 0; i < SENSORS; ++i) {
    if (pins[i] == frame::NO_PIN) continue;
    if (pins[i] == emitters || !wiring::isFree(pins[i], claims::BY_REFLECTANCE)) return false;
    for (uint8_t other = 0; other < i; ++other) {
      if (pins[other] == pins[i]) return false;
    }
  }
  return true;
}

}  // namespace

bool configure(uint8_t emitters, const uint8_t pins[SENSORS], uint16_t everyMs) {
  if (!fits(emitters, pins)) return false;
  forget();
  bool any = false;
  for (uint8_t i = 0; i < SENSORS; ++i) {
    if (pins[i] == frame::NO_PIN) continue;
    any = true;
    pins::handOver(pins[i], claims::BY_REFLECTANCE, PIN_MODE_INPUT, INPUT);
    sensors[i] = {portInputRegister(digitalPinToPort(pins[i])), pins[i], digitalPinToBitMask(pins[i]), 0};
  }
  if (!any) return true;
  lamps = emitters;
  if (lamps != frame::NO_PIN) pins::handOver(lamps, claims::BY_REFLECTANCE, PIN_MODE_OUTPUT, OUTPUT);
  every.start(everyMs);
  return true;
}

void forget() {
  every.start(0);
  stage = RESTING;
  for (Sensor &sensor : sensors) {
    if (sensor.input) pinMode(sensor.pin, INPUT);
    sensor.input = nullptr;
  }
  if (lamps != frame::NO_PIN) {
    shine(false);
    pinMode(lamps, INPUT);
  }
  lamps = frame::NO_PIN;
  claims::release(claims::BY_REFLECTANCE);
}

void poll() {
  switch (stage) {
    case RESTING:
      if (every.ms == 0 || !every.isDue()) return;
      shine(true);
      beganUs = micros();
      stage = LIGHTING;
      return;
    case LIGHTING:
      if (lamps == frame::NO_PIN || micros() - beganUs >= LIGHT_US) charge();
      return;
    case DISCHARGING: return look();
    case MEASURED:
      if (Serial.availableForWrite() >= ROOM) say();
  }
}

bool isBusy() { return stage == LIGHTING || stage == DISCHARGING; }

}  // namespace reflectance
