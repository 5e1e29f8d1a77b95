// Driving pins, digitally or by PWM, in a way that the dead-man's interrupt can cut off at any instant.
//
// Guards people: the core's digitalWrite, analogWrite and digitalRead change a timer's control register in
// several instructions. A trip in between them would be undone. So nothing here uses them.
#pragma once
#include <Arduino.h>

namespace outputs {
/** A round of timer 1 up to here and back is 20 kHz. */
const uint16_t QUIET_TOP = F_CPU / 2 / 20000;
extern volatile bool quiet;
/** round(byte · TOP / 255), for 1 … 254. */
inline uint16_t quietCompare(uint8_t byte) { return (byte * (uint32_t)(QUIET_TOP * 257UL) + 32768UL) >> 16; }
}  // namespace outputs

/** A pin as registers: looked up once, then written from interrupts. Call high, low and pwm with interrupts off. */
struct Output {
  volatile uint8_t *port = nullptr;     // null: no pin
  volatile uint8_t *control = nullptr;  // of the pin's timer; null: no PWM
  volatile uint8_t *compare = nullptr;
  uint8_t mask = 0;
  uint8_t connect = 0;
  bool wide = false;   // the compare register has 16 bits
  bool first = false;  // of timer 1
  bool fast = false;   // high for one count more than the compare value says; the others count up and down

  void find(uint8_t pin);

  void disconnect() const {
    if (control) *control &= ~connect;
  }
  void low() const {
    if (!port) return;
    disconnect();
    *port &= ~mask;
  }
  void high() const {
    if (!port) return;
    disconnect();
    *port |= mask;
  }
  /** 0 and 255 are plain levels: no timer makes them without a spike. */
  void pwm(uint8_t byte) const {
    if (byte == 0) return low();
    if (byte == 255) return high();
    if (fast) --byte;
    if (first && outputs::quiet) *(volatile uint16_t *)compare = outputs::quietCompare(byte);
    else if (wide) *(volatile uint16_t *)compare = byte;
    else *compare = byte;
    *control |= connect;
  }
};

namespace outputs {

/** The PWM of timer 1's pins: 490 Hz as the core makes it, or 20 kHz, too high to hear. */
void makeQuiet(bool quiet);

/** Whether a pin goes low whenever everything is switched off. */
void cutWithMotors(uint8_t pin, bool cut);

/** Every PWM disconnected, every pin of the list low. Interrupts off; takes well under 30 µs. */
void allOff();

}  // namespace outputs
