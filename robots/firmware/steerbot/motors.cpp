#include "motors.h"

#include <Firmata.h>
#include <util/atomic.h>

#include "claims.h"
#include "outputs.h"
#include "pulses.h"

namespace motors {
namespace {

const uint16_t FULL = 1000;
const uint8_t SLEW_MOST = 100;
const uint8_t TICKS_SAVED = 20;  // of slew, while nothing changed
const uint16_t PULSE_REST = 1500U * pulses::PER_MICROSECOND;

struct Motor {
  wiring::Motor wired;
  Output outputs[3];
  int16_t target;
  int16_t shown;
  int16_t budget;  // ‰ that may change now
  int8_t side;     // which way the direction pins point

  void rest();
  void step();
  void show(int16_t duty);
  void showBraked(int8_t way, uint8_t byte);
};

Motor both[2];
int16_t most;
int16_t perVisit;    // ‰ of slew, each time a motor has its turn
int16_t budgetMost;
bool ready = false;

/** round(duty · 255 / 1000), exactly, for 0 … 1000. */
inline uint8_t pwmByte(uint16_t duty) { return ((uint32_t)duty * 16712U + 32768U) >> 16; }

void Motor::rest() {
  target = shown = budget = 0;
  side = 0;
}

void Motor::show(int16_t duty) {
  if (wired.form == wiring::CONTINUOUS_SERVO) return pulses::set(wired.pins[0], PULSE_REST + duty);
  const int8_t way = (duty > 0) - (duty < 0);
  const uint8_t byte = pwmByte(duty < 0 ? -duty : duty);
  const bool eachWay = wired.form == wiring::PWM_EACH_WAY;
  if (wired.options & wiring::BRAKED) return showBraked(way, byte);
  if (way != side) {  // no power while the direction changes, and never both ways at once
    side = way;
    for (const Output &output : outputs) output.low();
    if (!eachWay && way) outputs[way > 0 ? 1 : 2].high();
  }
  if (way || !eachWay) outputs[eachWay && way < 0].pwm(byte);
}

/** A bridge whose inputs are both high shortens its motor: without duty, and with a PWM each way between the pulses too. */
void Motor::showBraked(int8_t way, uint8_t byte) {
  const bool eachWay = wired.form == wiring::PWM_EACH_WAY;
  const Output &forward = outputs[eachWay ? 0 : 1];
  const Output &reverse = outputs[eachWay ? 1 : 2];
  if (way != side || !way) {  // never both ways at once
    side = way;
    for (const Output &output : outputs) output.low();
    if (way >= 0) forward.high();
    if (way <= 0) reverse.high();
  }
  if (!eachWay) return way ? outputs[0].pwm(byte) : outputs[0].high();
  if (way) (way > 0 ? reverse : forward).pwm(255 - byte);
}

void Motor::step() {
  const int16_t change = constrain(target - shown, -budget, budget);
  if (change == 0) return;
  budget -= change < 0 ? -change : change;
  shown += change;
  show(shown);
}

void take(Motor &motor, const wiring::Motor &wired) {
  motor.wired = wired;
  motor.rest();
  for (uint8_t i = 0; i < 3; ++i) {
    motor.outputs[i] = Output();
    if (i >= wiring::pinsOf(wired.form)) continue;
    const uint8_t pin = wired.pins[i];
    motor.outputs[i].find(pin);
    pulses::detach(pin);
    claims::take(pin, claims::BY_MOTORS, PIN_MODE_OUTPUT);
    outputs::cutWithMotors(pin, true);
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { motor.outputs[i].low(); }
    pinMode(pin, OUTPUT);
  }
  if (wired.form == wiring::CONTINUOUS_SERVO) pulses::attach(wired.pins[0]);
}

}  // namespace

Fault configure(const wiring::Motor wirings[2], uint16_t greatestDuty, uint8_t slew) {
  if (greatestDuty > FULL || slew == 0 || slew > SLEW_MOST) return BAD_VALUE;
  if (!wiring::isKnown(wirings[0]) || !wiring::isKnown(wirings[1])) return BAD_VALUE;
  if (!wiring::fits(wirings)) return BAD_PIN;
  forget();
  most = greatestDuty;
  perVisit = 2 * slew;
  budgetMost = TICKS_SAVED * slew;
  outputs::makeQuiet((wirings[0].options | wirings[1].options) & wiring::QUIET);
  take(both[0], wirings[0]);
  take(both[1], wirings[1]);
  ready = wirings[0].form != wiring::NONE || wirings[1].form != wiring::NONE;
  return FINE;
}

void forget() {
  for (Motor &motor : both) {
    for (uint8_t i = 0; i < wiring::pinsOf(motor.wired.form); ++i) {
      pulses::detach(motor.wired.pins[i]);
      outputs::cutWithMotors(motor.wired.pins[i], false);
    }
    motor.wired = {wiring::NONE, 0, {}};
  }
  outputs::makeQuiet(false);
  claims::release(claims::BY_MOTORS);
  ready = false;
}

void disable() { ready = false; }

bool configured() { return ready; }

void start() {
  for (Motor &motor : both) {
    motor.rest();
    if (motor.wired.form == wiring::CONTINUOUS_SERVO) motor.show(0);
  }
}

void drive(uint8_t motor, int16_t duty) {
  both[motor].target = constrain(duty, -most, most);
  both[motor].step();
}

void tick(uint8_t motor) {
  both[motor].budget = min(both[motor].budget + perVisit, budgetMost);
  both[motor].step();
}

int16_t duty(uint8_t motor) { return both[motor].shown; }

void off() {
  outputs::allOff();
  pulses::stopAll();
  both[0].rest();
  both[1].rest();
}

}  // namespace motors
