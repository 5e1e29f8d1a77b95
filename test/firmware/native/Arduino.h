// What the firmware's pure parts need of Arduino, to compile them for this machine.
#pragma once
#include <cstdint>
#include <cstdlib>

struct SerialStub {
  void write(uint8_t) {}
};
extern SerialStub Serial;

#define PROGMEM
#define pgm_read_word(place) (*(place))
