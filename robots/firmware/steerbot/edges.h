// The interrupts that follow two encoders and time an echo's pulse. At 40 000 edges/s a wheel every cycle here counts.
#pragma once
#include <Arduino.h>

namespace edges {

const uint8_t NO_CHANNEL = 127;

/** Edges of the left and the right wheel, modulo 256, from anywhere on; positive when a leads b, or where there is no b. */
extern volatile uint8_t counts[2];

/** Whether a change of the pin can interrupt. */
bool canWatch(uint8_t pin);

/** Names a wheel's pins, b perhaps NO_CHANNEL; only between stop and start. */
void watch(uint8_t wheel, uint8_t a, uint8_t b);
void start();
void stop();

/** A pulse on one pin besides the encoders'. */
struct Pulse {
  uint8_t edges;   // 0: it has not risen; 1: it is high; 2: it has fallen
  bool disturbed;  // noise on a line held interrupts off meanwhile: the times may be late
  uint16_t rose;   // in ticks of 4 µs
  uint16_t fell;
};

const uint8_t US_PER_TICK = 4;

/** Whether a pulse at the pin can be timed: by a pin-change interrupt. */
bool canTime(uint8_t pin);
/** Waits for a pulse from now on; the pin is low. Only one at a time. */
void timePulse(uint8_t pin);
/** What has been seen of it. */
Pulse pulse();
/** The same, and waits no longer. */
Pulse endPulse();

/** Every millisecond, interrupts off: so many edges may come again. More of them are lost, but nothing else waits. */
void tick();

}  // namespace edges
