// Driving pins, digitally or by PWM, in a way that the dead-man's interrupt can cut off at any instant.
//
// Guards people: the core's digitalWrite, analogWrite and digitalRead change a timer's control register in
// several instructions. A trip in between them would be undone. So nothing here uses them.
#pragma once
#include <Arduino.h>

/** A pin as registers: looked up once, then written from interrupts. Call high, low and pwm with interrupts off. */
struct Output {
  volatile uint8_t *port = nullptr;     // null: no pin
  volatile uint8_t *control = nullptr;  // of the pin's timer; null: no PWM
  volatile uint8_t *compare = nullptr;
  uint8_t mask = 0;
  uint8_t connect = 0;
  bool wide = false;  // the compare register has 16 bits
  bool fast = false;  // high for one count more than the compare value says; the others count up and down

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
    if (wide) *(volatile uint16_t *)compare = byte;
    else *compare = byte;
    *control |= connect;
  }
};

namespace outputs {

/** Whether a pin goes low whenever everything is switched off. */
void cutWithMotors(uint8_t pin, bool cut);

/** Every PWM disconnected, every pin of the list low. Interrupts off; takes well under 30 µs. */
void allOff();

}  // namespace outputs
