// Steerbot: a Firmata board whose motors stop when the host falls silent. PROTOCOL.md has every byte.
// Arduino Uno, Nano (ATmega328P) and Mega (ATmega2560), with the stock Firmata library.
#include <Firmata.h>
#include <Wire.h>

#include "deadman.h"
#include "firmata_glue.h"
#include "host.h"
#include "idle.h"
#include "line.h"
#include "reflectance.h"
#include "reset.h"

void setup() {
  reset::begin();
  deadMan::begin();
  line::begin();
  host::sayStarted();
  glue::begin();
  reset::startWatchdog();
}

void loop() {
  reset::feedWatchdog();
  // All that has come, and no more: what reads a voltage or reports would hold up a command byte by byte.
  for (uint8_t waiting = Serial.available(); waiting > 0; --waiting) glue::receive(Serial.read());
  host::poll();
  // What reads a voltage takes 0.1 ms, in which the sensors' times would not be seen.
  if (reflectance::isBusy()) return;
  if (!glue::poll()) idle::sleepUntilNeeded();
}
