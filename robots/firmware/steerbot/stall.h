// Guards people and motors: a wheel that gets power must turn, or its motor is cut.
//
// Of each wheel, while its duty is above a threshold: the time, and the effort, the sum of what the duty is above the
// threshold. Both start again when the wheel has moved by two counts, the duty changes its sign, or falls to the
// threshold. A wheel has stalled once that time is half a second and the effort is as great as the host has named: that
// of four counts. So a coarse encoder has the time that its counts need. One count alone is no movement: half a broken
// encoder still gives one, forth and back.
#pragma once
#include <Arduino.h>

namespace stall {

/** When a wheel counts as stalled. */
struct Limits {
  uint16_t threshold;  // ‰ of duty, above which the wheel must turn
  uint32_t effort;     // ‰ · ms above the threshold; 0: the wheel is not watched
};

const uint32_t EFFORT_MOST = 1UL << 24;

/** Not while armed. */
void configure(const Limits limits[2]);
/** No wheel is watched. */
void forget();

/** From here on, interrupts must be off. */

/** Both wheels' times begin. */
void start();
/** For each wheel every other tick while armed, with the duty that its motor has: whether the wheel has stalled. */
bool tick(uint8_t wheel, int16_t duty);

}  // namespace stall
