#include "host.h"

#include "deadman.h"
#include "encoders.h"
#include "frame.h"
#include "interval.h"
#include "line.h"
#include "motors.h"
#include "pins.h"
#include "reflectance.h"
#include "reset.h"
#include "sonar.h"
#include "stall.h"

namespace host {
namespace {

enum Error : uint8_t {
  NO_ERROR, BAD_PIN, NOT_CONFIGURED, STILL_ARMED, WRONG_NONCE, OUT_OF_RANGE,
  LEFT_WHEEL, RIGHT_WHEEL,  // which one stalled
};

const uint8_t ROOM = 32;  // bytes free to send, or odometry waits rather than the main loop
const uint8_t MINOR_VERSION = 3;
const uint16_t BAD_MOST = 16383;
const uint16_t INTERVAL_LEAST = 5;
const uint16_t INTERVAL_MOST = 1000;
const int16_t DUTY_MOST = 1000;

uint16_t bad = 0;
uint16_t received = 0;  // valid frames, also those that are not obeyed
Interval odometry;

void sendStatus(frame::Type about, Error error) {
  frame::Reply reply(frame::STATUS);
  reply.put(about);
  reply.put(error);
  reply.put(deadMan::state());
  reply.put14(reset::nonce());
  reply.put(reset::cause());
  reply.put14(deadMan::time());
  reply.put14(bad);
  reply.put(frame::VERSION);
  reply.put(MINOR_VERSION);
}

/** The host's count comes back with the board's: only frames that left before this question count as lost. */
void sendCounted(const uint8_t *sent) {
  frame::Reply reply(frame::COUNTED);
  reply.put14(reset::nonce());
  reply.put(sent[0]);
  reply.put(sent[1]);
  reply.put14(received);
  reply.put14(bad);
}

void sendOdometry() {
  const encoders::Counts counts = encoders::read();
  frame::Reply reply(frame::ODOMETRY);
  reply.put28(counts.timeUs);
  reply.put(deadMan::state());
  reply.put(reset::nonce() & 0x7F);
  reply.put28(counts.left);
  reply.put28(counts.right);
}

wiring::Motor motorFrom(const uint8_t *bytes) {
  return {(uint8_t)(bytes[0] & 7), (uint8_t)(bytes[0] & ~7), {bytes[1], bytes[2], bytes[3]}};
}

Error obeyMotors(const uint8_t *payload) {
  if (deadMan::state() == deadMan::ARMED) return STILL_ARMED;
  const wiring::Motor wired[2] = {motorFrom(payload), motorFrom(payload + 4)};
  switch (motors::configure(wired, frame::unsigned14(payload + 8), payload[10])) {
    case motors::BAD_PIN: return BAD_PIN;
    case motors::BAD_VALUE: return OUT_OF_RANGE;
    default: deadMan::lockLatched(); return NO_ERROR;
  }
}

Error obeyArm(const frame::Received &frame) {
  if (frame::unsigned14(frame.payload) != reset::nonce()) return WRONG_NONCE;
  if (!motors::configured()) return NOT_CONFIGURED;
  deadMan::arm(frame::unsigned14(frame.payload + 2), frame.sequence);
  return NO_ERROR;
}

void obeyDrive(const frame::Received &frame) {
  const int16_t left = frame::signed14(frame.payload);
  const int16_t right = frame::signed14(frame.payload + 2);
  const bool inRange = abs(left) <= DUTY_MOST && abs(right) <= DUTY_MOST;
  if (!inRange || !deadMan::drive(frame.sequence, left, right)) countBad();
}

Error obeyReport(const uint8_t *payload) {
  if (deadMan::state() == deadMan::ARMED) return STILL_ARMED;
  const uint16_t wanted = frame::unsigned14(payload + 4);
  if (wanted != 0 && (wanted < INTERVAL_LEAST || wanted > INTERVAL_MOST)) return OUT_OF_RANGE;
  const encoders::Pins pins[2] = {{payload[0], payload[1]}, {payload[2], payload[3]}};
  if (!encoders::configure(pins)) return BAD_PIN;
  stall::forget();
  odometry.start(wanted);
  return NO_ERROR;
}

Error obeyStall(const uint8_t *payload) {
  if (deadMan::state() == deadMan::ARMED) return STILL_ARMED;
  stall::Limits limits[2];
  for (uint8_t wheel = 0; wheel < 2; ++wheel, payload += 6) {
    limits[wheel] = {frame::unsigned14(payload), frame::unsigned28(payload + 2)};
    if (limits[wheel].threshold > DUTY_MOST || limits[wheel].effort > stall::EFFORT_MOST) return OUT_OF_RANGE;
    if (limits[wheel].effort && !encoders::counts(wheel)) return NOT_CONFIGURED;
  }
  stall::configure(limits);
  return NO_ERROR;
}

Error obeySonar(const uint8_t *payload) {
  if (deadMan::state() == deadMan::ARMED) return STILL_ARMED;
  const uint16_t every = frame::unsigned14(payload + 3);
  if (payload[0] >= sonar::SONARS || every < INTERVAL_LEAST || every > INTERVAL_MOST) return OUT_OF_RANGE;
  return sonar::configure(payload[0], {payload[1], payload[2]}, every) ? NO_ERROR : BAD_PIN;
}

Error obeyReflectance(const uint8_t *payload) {
  if (deadMan::state() == deadMan::ARMED) return STILL_ARMED;
  const uint16_t every = frame::unsigned14(payload + 1);
  if (every < INTERVAL_LEAST || every > INTERVAL_MOST) return OUT_OF_RANGE;
  return reflectance::configure(payload[0], payload + 3, every) ? NO_ERROR : BAD_PIN;
}

Error obeyRate(uint8_t rate) {
  if (deadMan::state() == deadMan::ARMED) return STILL_ARMED;
  return rate < line::RATES ? NO_ERROR : OUT_OF_RANGE;
}

Error obeyStop() {
  deadMan::stop();
  pins::noteAllOff();
  return NO_ERROR;
}

Error obey(const frame::Received &frame) {
  switch (frame.type) {
    case frame::MOTORS: return obeyMotors(frame.payload);
    case frame::ARM: return obeyArm(frame);
    case frame::STOP: return obeyStop();
    case frame::REPORT: return obeyReport(frame.payload);
    case frame::STALL: return obeyStall(frame.payload);
    case frame::SONAR: return obeySonar(frame.payload);
    case frame::REFLECTANCE: return obeyReflectance(frame.payload);
    case frame::RATE: return obeyRate(frame.payload[0]);
    default: return NO_ERROR;
  }
}

void sayCut(frame::Type why, Error which) {
  pins::noteAllOff();
  sendStatus(why, which);
}

}  // namespace

void sayStarted() { sendStatus(frame::STARTED, NO_ERROR); }

void countBad() {
  if (bad < BAD_MOST) ++bad;
}

void receive(uint8_t length, const uint8_t *bytes) {
  frame::Received frame;
  if (!frame::read(length, bytes, frame)) return countBad();
  ++received;
  line::noteValidFrame();
  if (frame.type == frame::DRIVE) return obeyDrive(frame);
  if (frame.type == frame::COUNT) return sendCounted(frame.payload);
  const Error error = obey(frame);
  if (error == OUT_OF_RANGE) countBad();
  sendStatus((frame::Type)frame.type, error);
  if (frame.type == frame::RATE && error == NO_ERROR) line::change((line::Rate)frame.payload[0]);
}

void poll() {
  switch (deadMan::tookCut()) {
    case deadMan::TRIPPED: sayCut(frame::TRIPPED, NO_ERROR); break;
    case deadMan::STALLED: sayCut(frame::STALLED, deadMan::stalledWheel() ? RIGHT_WHEEL : LEFT_WHEEL); break;
    default: break;
  }
  line::poll();
  if (Serial.availableForWrite() >= ROOM) sonar::poll();
  if (Serial.availableForWrite() >= ROOM && odometry.isDue()) sendOdometry();
  reflectance::poll();
}

void forget() {
  deadMan::stop();  // Guards people: off before anything else
  motors::disable();  // their pins stay theirs: a byte without a checksum must not hand them to Firmata
  encoders::forget();
  stall::forget();
  sonar::forget();
  reflectance::forget();
  odometry.start(0);
  line::change(line::NORMAL);
}

}  // namespace host
