#include "line.h"

namespace line {
namespace {

const uint32_t BAUD[RATES] = {57600, 250000};
const uint16_t PATIENCE_MS = 500;

Rate now = NORMAL;
uint16_t heardMs;

}  // namespace

void begin() { Serial.begin(BAUD[NORMAL]); }

void change(Rate rate) {
  if (rate == now) return;
  Serial.flush();
  Serial.begin(BAUD[rate]);
  now = rate;
  noteValidFrame();
}

void noteValidFrame() { heardMs = millis(); }

void poll() {
  if (now != NORMAL && (uint16_t)((uint16_t)millis() - heardMs) > PATIENCE_MS) change(NORMAL);
}

}  // namespace line
