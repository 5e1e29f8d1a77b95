#include "edges.h"

#include <util/atomic.h>

extern volatile unsigned long timer0_overflow_count;  // the core's

namespace edges {

volatile uint8_t counts[2];

namespace {

/** A round of the timer has 16 384 cycles, an edge takes 107 to 130: three quarters of them at most. */
const uint8_t EDGES_A_TICK = 100;
volatile uint8_t budget = EDGES_A_TICK;
volatile uint8_t wanted;  // PCICR while edges are counted
#ifdef PORTL
uint8_t wantedExternal;  // and EIMSK
#endif

struct Channel {
  volatile uint8_t *port;
  uint8_t mask;
};

struct Wheel {
  Channel a;
  Channel b;
  int8_t direction;  // of the last edge
  bool single;       // has no b: each edge of a counts one
};

Wheel wheels[2];
uint8_t nowhere = 0;
volatile uint8_t *onePort;  // where all pins are; null if on several

volatile Pulse timed;
volatile uint8_t timedPort;  // low byte of the address of the pulse's port; 0: none is timed
volatile uint8_t *timedEnable;
uint8_t timedEnableBit;
uint8_t timedMask;

/** Ticks of timer 0, 4 µs each: what `micros` counts, without its call, for which each interrupt would save all registers. */
inline __attribute__((always_inline)) uint16_t ticksNow() {
  const uint8_t low = TCNT0;
  uint8_t high = *(volatile uint8_t *)&timer0_overflow_count;
  if ((TIFR0 & _BV(TOV0)) && low < 255) ++high;
  return (uint16_t)high << 8 | low;
}

inline __attribute__((always_inline)) void timeEdge(bool high) {
  if (high && timed.edges == 0) {
    timed.rose = ticksNow();
    timed.edges = 1;
  } else if (!high && timed.edges == 1) {
    timed.fell = ticksNow();
    timed.edges = 2;
    timedPort = 0;
    *timedEnable &= ~timedEnableBit;
  }
}

/** 0 … 3 through one line; a leads b. A count's two low bits are always the phase it was made of. */
inline __attribute__((always_inline)) uint8_t phase(uint8_t a, uint8_t b) {
  uint8_t phase = 0;
  if (b) phase = 3;
  if (a) phase ^= 1;
  return phase;
}

inline __attribute__((always_inline)) void follow(uint8_t wheel, uint8_t phase) {
  const uint8_t count = counts[wheel];
  if (wheels[wheel].single) {
    counts[wheel] = count + ((phase ^ count) & 1);
    return;
  }
  const uint8_t moved = (phase - count) & 3;
  if (moved == 0) return;
  if (moved == 2) {  // two edges since the last look: as before, no wheel turns round that fast
    counts[wheel] = count + 2 * wheels[wheel].direction;
    return;
  }
  const int8_t step = 2 - moved;
  wheels[wheel].direction = step;
  counts[wheel] = count + step;
}

inline __attribute__((always_inline)) void followAlone(uint8_t wheel) {
  const Wheel &w = wheels[wheel];
  follow(wheel, phase(*w.a.port & w.a.mask, *w.b.port & w.b.mask));
}

/** Compiled into each vector: no call, so that no register is saved for nothing. */
inline __attribute__((always_inline)) void onChange(volatile uint8_t &port) {
  if (timedPort == (uint8_t)(uint16_t)&port) timeEdge(port & timedMask);
  // Guards people: a chattering encoder, or noise on an open line, must not hold the dead-man's interrupt off.
  if (--budget == 0) {
    PCICR = 0;
    timed.disturbed = true;  // its edges may wait now
#ifdef PORTL
    EIMSK = 0;
#endif
  }
  if (onePort == &port) {
    const uint8_t now = port;
    follow(0, phase(now & wheels[0].a.mask, now & wheels[0].b.mask));
    follow(1, phase(now & wheels[1].a.mask, now & wheels[1].b.mask));
  } else {
    followAlone(0);
    followAlone(1);
  }
}

Channel channel(uint8_t pin) { return {portInputRegister(digitalPinToPort(pin)), digitalPinToBitMask(pin)}; }

#ifdef PORTL  // the Mega's external interrupts, by pin: 2 and 3 on port E, 18 to 21 on port D
uint8_t external(uint8_t pin) {
  switch (pin) {
    case 2: return 4;
    case 3: return 5;
    case 18: case 19: case 20: case 21: return 21 - pin;
    default: return 0xFF;
  }
}

void enableExternal(uint8_t number) {
  volatile uint8_t &control = number < 4 ? EICRA : EICRB;
  const uint8_t shift = (number & 3) * 2;
  control = (control & ~(3 << shift)) | 1 << shift;  // any change
  EIFR = _BV(number);
  EIMSK |= _BV(number);
}
#else
uint8_t external(uint8_t) { return 0xFF; }  // here every pin has a pin-change interrupt
void enableExternal(uint8_t) {}
#endif

void enable(uint8_t pin) {
  if (external(pin) != 0xFF) return enableExternal(external(pin));
  *digitalPinToPCMSK(pin) |= _BV(digitalPinToPCMSKbit(pin));
  *digitalPinToPCICR(pin) |= _BV(digitalPinToPCICRbit(pin));
}

}  // namespace

bool canWatch(uint8_t pin) { return digitalPinToPCICR(pin) || external(pin) != 0xFF; }

void watch(uint8_t wheel, uint8_t a, uint8_t b) {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    wheels[wheel].a = channel(a);
    wheels[wheel].single = b == NO_CHANNEL;
    enable(a);
    if (!wheels[wheel].single) {
      wheels[wheel].b = channel(b);
      enable(b);
    }
    wanted = PCICR;
#ifdef PORTL
    wantedExternal = EIMSK;
#endif
  }
}

void start() {
  volatile uint8_t *const ports[4] = {wheels[0].a.port, wheels[0].b.port, wheels[1].a.port, wheels[1].b.port};
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    onePort = nullptr;
    bool same = true;
    for (volatile uint8_t *port : ports) {
      if (port == &nowhere) continue;
      if (onePort && onePort != port) same = false;
      onePort = port;
    }
    if (!same) onePort = nullptr;
    for (uint8_t i = 0; i < 2; ++i) {
      const Wheel &w = wheels[i];
      counts[i] = phase(*w.a.port & w.a.mask, *w.b.port & w.b.mask);
    }
  }
}

void stop() {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    PCMSK0 = PCMSK1 = PCMSK2 = PCICR = wanted = 0;
#ifdef PORTL
    EIMSK = wantedExternal = 0;
#endif
    for (Wheel &w : wheels) w = {{&nowhere, 0}, {&nowhere, 0}, 0, false};
    onePort = nullptr;
    timedPort = 0;
    timed.disturbed = true;
  }
}

bool canTime(uint8_t pin) {
  return pin < NUM_DIGITAL_PINS && external(pin) == 0xFF && digitalPinToPCICR(pin);
}

void timePulse(uint8_t pin) {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    timedEnable = digitalPinToPCMSK(pin);
    timedEnableBit = _BV(digitalPinToPCMSKbit(pin));
    timedMask = digitalPinToBitMask(pin);
    timed.edges = 0;
    timed.disturbed = budget == 0;
    timedPort = (uint8_t)(uint16_t)portInputRegister(digitalPinToPort(pin));
    *timedEnable |= timedEnableBit;
    wanted |= _BV(digitalPinToPCICRbit(pin));
    if (budget) PCICR = wanted;  // Guards people: what holds off noise stays held off
  }
}

Pulse endPulse() {
  Pulse seen;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    seen = pulse();
    if (timedPort) *timedEnable &= ~timedEnableBit;
    timedPort = 0;
  }
  return seen;
}

Pulse pulse() {
  Pulse seen;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    seen.edges = timed.edges;
    seen.disturbed = timed.disturbed;
    seen.rose = timed.rose;
    seen.fell = timed.fell;
  }
  return seen;
}

void tick() {
  if (budget == 0) {
    PCICR = wanted;
#ifdef PORTL
    EIMSK = wantedExternal;
#endif
  }
  budget = EDGES_A_TICK;
}

ISR(PCINT0_vect) { onChange(PINB); }
#ifdef PORTL
ISR(PCINT2_vect) { onChange(PINK); }
// One vector for the pins of a port, the others by alias. Guards people: of equal vectors the compiler would keep one and
// have the others call it; its RETI lets interrupts nest, and noise on a line overruns the stack.
ISR(INT0_vect) { onChange(PIND); }
ISR(INT1_vect, ISR_ALIASOF(INT0_vect));
ISR(INT2_vect, ISR_ALIASOF(INT0_vect));
ISR(INT3_vect, ISR_ALIASOF(INT0_vect));
ISR(INT4_vect) { onChange(PINE); }
ISR(INT5_vect, ISR_ALIASOF(INT4_vect));
#else
ISR(PCINT1_vect) { onChange(PINC); }
ISR(PCINT2_vect) { onChange(PIND); }
#endif

}  // namespace edges
