#include "sonar.h"

#include <Firmata.h>
#include <util/atomic.h>
#include <util/delay.h>

#include "claims.h"
#include "edges.h"
#include "frame.h"
#include "interval.h"
#include "motor_wiring.h"
#include "outputs.h"
#include "pins.h"

namespace sonar {
namespace {

/** As the ECHO frame has it. Guards people: a sonar that does not answer must not pass for a free way. */
enum Status : uint8_t {
  HEARD,
  FREE,       // the pulse ran out
  MISSING,    // no pulse came: it has no power, its trigger is off, or it is broken
  STUCK,      // the line was high before the ping: the echo's wire is off, or it is broken
  DISTURBED,  // noise on an encoder's line kept its edges from being seen in time
};

const uint8_t TRIGGER_US = 12;        // an HC-SR04 wants 10
const uint8_t RISE_MS = 6;            // an HC-SR04 raises its line after 0.45 ms, a Ping after 0.75
const uint8_t LONGEST_MS = 25;        // 4.3 m; of an HC-SR04 that hears nothing the line falls after 38 ms
const uint8_t STUCK_MS = 250;         // of clones that hear nothing after 200
const Pins NOWHERE = {frame::NO_PIN, frame::NO_PIN};

Pins sonars[SONARS] = {NOWHERE, NOWHERE, NOWHERE, NOWHERE};
uint16_t pingedMs[SONARS];  // its last ping
bool ranOut[SONARS];        // that ended as FREE
uint8_t current = 0;
uint32_t pingedUs;
bool waiting = false;
Interval every;

bool isThere(uint8_t index) { return sonars[index].trigger != frame::NO_PIN; }

bool isFree(uint8_t pin, uint8_t index) {
  if (!wiring::isFree(pin, claims::BY_SONARS)) return false;
  for (uint8_t other = 0; other < SONARS; ++other) {
    if (other != index && (sonars[other].trigger == pin || sonars[other].echo == pin)) return false;
  }
  return true;
}

void release(uint8_t pin) {
  claims::take(pin, claims::BY_NOBODY, PIN_MODE_INPUT);
  pinMode(pin, INPUT);
}

bool isHigh(uint8_t pin) { return *portInputRegister(digitalPinToPort(pin)) & digitalPinToBitMask(pin); }

/** Unfinished pings are given up. */
void giveUp() {
  if (waiting) edges::endPulse();
  waiting = false;
}

void say(Status status, uint16_t us) {
  waiting = false;
  ranOut[current] = status == FREE;
  frame::Reply reply(frame::ECHO);
  reply.put(current);
  reply.put(status);
  reply.put28(pingedUs);
  reply.put14(us >> 1);
}

void trigger(const Pins &pins) {
  Output output;
  output.find(pins.trigger);
  if (pins.trigger == pins.echo) pinMode(pins.echo, OUTPUT);
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { output.high(); }
  _delay_us(TRIGGER_US);
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { output.low(); }
  if (pins.trigger == pins.echo) pinMode(pins.echo, INPUT);
}

void ping() {
  for (uint8_t i = 0; i < SONARS; ++i) {
    current = (current + 1) % SONARS;
    if (isThere(current)) break;
  }
  if (!isThere(current)) return;
  const uint16_t now = millis();
  pingedUs = micros();
  if (isHigh(sonars[current].echo)) {
    const bool stillRuns = ranOut[current] && (uint16_t)(now - pingedMs[current]) < STUCK_MS;
    return say(stillRuns ? FREE : STUCK, 0);
  }
  pingedMs[current] = now;
  trigger(sonars[current]);
  edges::timePulse(sonars[current].echo);
  waiting = true;
}

void listen() {
  const edges::Pulse pulse = edges::pulse();
  const uint16_t elapsed = (uint16_t)millis() - pingedMs[current];
  if (pulse.edges == 2) {
    const uint16_t ticks = pulse.fell - pulse.rose;
    if (pulse.disturbed) return say(DISTURBED, 0);
    if (ticks > LONGEST_MS * 1000U / edges::US_PER_TICK) return say(FREE, 0);
    return say(HEARD, ticks * edges::US_PER_TICK);
  }
  if (elapsed <= (pulse.edges ? LONGEST_MS + 1 : RISE_MS)) return;
  const edges::Pulse last = edges::endPulse();
  if (last.disturbed) return say(DISTURBED, 0);
  if (last.edges == 2) return say(FREE, 0);
  say(last.edges ? FREE : MISSING, 0);
}

}  // namespace

bool configure(uint8_t index, const Pins &pins, uint16_t everyMs) {
  const bool none = pins.trigger == frame::NO_PIN && pins.echo == frame::NO_PIN;
  if (!none && !(isFree(pins.trigger, index) && isFree(pins.echo, index) && edges::canTime(pins.echo))) return false;
  giveUp();
  if (isThere(index)) {
    release(sonars[index].trigger);
    release(sonars[index].echo);
  }
  sonars[index] = pins;
  ranOut[index] = false;
  if (none) return true;
  if (pins.trigger == pins.echo) {
    pins::handOver(pins.echo, claims::BY_SONARS, PIN_MODE_INPUT, INPUT);
  } else {
    // Guards people: a wire that has come off would hear noise, and pass it for a distance. With a pull-up it is high.
    pins::handOver(pins.echo, claims::BY_SONARS, PIN_MODE_PULLUP, INPUT_PULLUP);
    pins::handOver(pins.trigger, claims::BY_SONARS, PIN_MODE_OUTPUT, OUTPUT);
  }
  every.start(everyMs);
  return true;
}

void forget() {
  giveUp();
  every.start(0);
  for (Pins &pins : sonars) {
    if (pins.trigger != frame::NO_PIN) {
      release(pins.trigger);
      release(pins.echo);
    }
    pins = NOWHERE;
  }
}

void poll() {
  if (waiting) listen();
  else if (every.isDue()) ping();
}

}  // namespace sonar
