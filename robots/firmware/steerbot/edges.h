// The interrupts that follow two quadrature encoders. At 40 000 edges/s a wheel every cycle here counts.
#pragma once
#include <Arduino.h>

namespace edges {

/** Edges of the left and the right wheel, modulo 256, from anywhere on; positive when a leads b. */
extern volatile uint8_t counts[2];

/** Whether a change of the pin can interrupt. */
bool canWatch(uint8_t pin);

/** Names a wheel's pins; only between stop and start. */
void watch(uint8_t wheel, uint8_t a, uint8_t b);
void start();
void stop();

/** Every millisecond, interrupts off: so many edges may come again. More of them are lost, but nothing else waits. */
void tick();

}  // namespace edges
