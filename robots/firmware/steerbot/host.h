// Frames from the host, and the answers.
#pragma once
#include <Arduino.h>

namespace host {

/** The first status after a boot, sent unasked. */
void sayStarted();
/** Handles the bytes after the command byte of a frame. */
void receive(uint8_t length, const uint8_t *bytes);
/** Counts a damaged frame. */
void countBad();
/** Tells that the motors were cut, and sends odometry when it is due. */
void poll();
/** SYSTEM_RESET: everything off, encoders released; motors must be configured again, but keep their pins. */
void forget();

}  // namespace host
