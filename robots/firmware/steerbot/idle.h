// The CPU sleeps until there is something to do.
#pragma once
#include <Arduino.h>
#include <avr/sleep.h>

#include "deadman.h"

namespace idle {

/** Until a byte has come, or a tick has passed; an encoder's interrupt alone does not end it. */
inline void sleepUntilNeeded() {
  set_sleep_mode(SLEEP_MODE_IDLE);
  for (;;) {
    noInterrupts();  // or what comes between the question and the sleep would be slept through
    if (Serial.available() || deadMan::hasNews()) break;
    sleep_enable();
    interrupts();
    sleep_cpu();
    sleep_disable();
  }
  interrupts();
}

}  // namespace idle
