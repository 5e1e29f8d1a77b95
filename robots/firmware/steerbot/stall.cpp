#include "stall.h"

#include "edges.h"

namespace stall {
namespace {

const uint8_t VISITS_LEAST = 244;  // of 2.048 ms each: half a second
const uint8_t COUNTS_OF_MOVEMENT = 2;

struct Wheel {
  int16_t threshold;
  uint32_t effortLeast;  // ‰ · visits; 0: not watched
  uint32_t effort;
  uint8_t visits;
  uint8_t count;   // where the wheel was when the time began
  bool backwards;  // the sign of the duty since

  void begin();
  bool tick(uint8_t now, int16_t duty);
};

Wheel wheels[2];

void Wheel::begin() {
  effort = 0;
  visits = 0;
}

bool Wheel::tick(uint8_t now, int16_t duty) {
  const bool sign = duty < 0;
  const int16_t above = (sign ? -duty : duty) - threshold;
  const uint8_t moved = now - count + COUNTS_OF_MOVEMENT - 1;
  if (above <= 0 || sign != backwards || moved > 2 * (COUNTS_OF_MOVEMENT - 1)) {
    begin();
    count = now;
    backwards = sign;
    return false;
  }
  effort += above;  // at most 1000 a visit: it would take hours to wrap
  if (visits < VISITS_LEAST) ++visits;
  return visits == VISITS_LEAST && effort >= effortLeast;
}

}  // namespace

void configure(const Limits limits[2]) {
  for (uint8_t i = 0; i < 2; ++i) {
    wheels[i].threshold = limits[i].threshold;
    wheels[i].effortLeast = limits[i].effort * 125 / 256;  // a visit has 2.048 ms
    if (limits[i].effort && !wheels[i].effortLeast) wheels[i].effortLeast = 1;
  }
}

void forget() {
  for (Wheel &wheel : wheels) wheel.effortLeast = 0;
}

void start() {
  for (uint8_t i = 0; i < 2; ++i) {
    wheels[i].begin();
    wheels[i].count = edges::counts[i];
  }
}

bool tick(uint8_t wheel, int16_t duty) {
  return wheels[wheel].effortLeast && wheels[wheel].tick(edges::counts[wheel], duty);
}

}  // namespace stall
