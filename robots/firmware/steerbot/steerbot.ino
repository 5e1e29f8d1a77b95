// Steerbot: a Firmata board whose motors stop when the host falls silent. PROTOCOL.md has every byte.
// Arduino Uno, Nano (ATmega328P) and Mega (ATmega2560), with the stock Firmata library.
#include <Firmata.h>
#include <Wire.h>

#include "deadman.h"
#include "firmata_glue.h"
#include "host.h"
#include "idle.h"
#include "reset.h"

void setup() {
  reset::begin();
  deadMan::begin();
  Serial.begin(57600);
  host::sayStarted();
  glue::begin();
  reset::startWatchdog();
}

void loop() {
  reset::feedWatchdog();
  if (Serial.available()) glue::receive(Serial.read());
  host::poll();
  if (!glue::poll()) idle::sleepUntilNeeded();
}
