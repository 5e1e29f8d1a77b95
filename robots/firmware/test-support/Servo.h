// Stands in for the Servo library, which Debian's Arduino core has not: enough for StandardFirmata to compile.
// Only tests use it, as a board without a dead-man. No pulses come of it.
#pragma once
#include <Arduino.h>

#define MAX_SERVOS 12

class Servo {
 public:
  uint8_t attach(int, int = 544, int = 2400) {
    on = true;
    return 0;
  }
  void detach() { on = false; }
  bool attached() const { return on; }
  void write(int) {}
  void writeMicroseconds(int) {}

 private:
  bool on = false;
};
