// A repeated deadline.
#pragma once
#include <Arduino.h>

struct Interval {
  uint16_t ms = 0;  // 0: never
  uint32_t lastMs = 0;

  void start(uint16_t every) {
    ms = every;
    lastMs = millis();
  }
  /** True once per interval; missed intervals are not repeated. */
  bool isDue() {
    const uint32_t late = millis() - lastMs;
    if (ms == 0 || late < ms) return false;
    lastMs += late < 2UL * ms ? ms : late;
    return true;
  }
};
