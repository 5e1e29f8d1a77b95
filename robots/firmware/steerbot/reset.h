// What a boot has to know and to do: why it happened, which one it is, and the watchdog.
#pragma once
#include <Arduino.h>

namespace reset {

void begin();
/** As MCUSR has it: 1 power on, 2 reset pin, 4 brown-out, 8 watchdog; 0 if the boot loader hid it. */
uint8_t cause();
/** 14 bits, another one every boot. */
uint16_t nonce();

/** Guards people: resets the board, which turns every pin into an input, if the main loop hangs for 250 ms. */
void startWatchdog();
void feedWatchdog();

}  // namespace reset
