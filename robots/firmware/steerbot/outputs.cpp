#include "outputs.h"

#include <util/atomic.h>

namespace {

struct Channel {
  uint8_t timer;
  uint8_t connect;
  uint16_t control;
  uint16_t compare;
};

#define CHANNEL(n, x) { TIMER##n##x, _BV(COM##n##x##1), _SFR_ADDR(TCCR##n##A), _SFR_ADDR(OCR##n##x) }

const Channel CHANNELS[] PROGMEM = {
  CHANNEL(0, A), CHANNEL(0, B), CHANNEL(1, A), CHANNEL(1, B), CHANNEL(2, A), CHANNEL(2, B),
#ifdef TCCR5A
  CHANNEL(1, C), CHANNEL(3, A), CHANNEL(3, B), CHANNEL(3, C), CHANNEL(4, A), CHANNEL(4, B), CHANNEL(4, C),
  CHANNEL(5, A), CHANNEL(5, B), CHANNEL(5, C),
#endif
};

const uint8_t WAVEFORM = 0x03;  // of TCCRnA: all other bits connect pins

#ifdef PORTL
const uint8_t PORTS = 13;
#else
const uint8_t PORTS = 5;
#endif
volatile uint8_t cut[PORTS];  // by the core's numbers of ports

}  // namespace

void Output::find(uint8_t pin) {
  *this = Output();
  if (pin >= NUM_DIGITAL_PINS) return;
  port = portOutputRegister(digitalPinToPort(pin));
  mask = digitalPinToBitMask(pin);
  const uint8_t timer = digitalPinToTimer(pin);
  if (timer == NOT_ON_TIMER) return;
  for (const Channel &channel : CHANNELS) {
    if (pgm_read_byte(&channel.timer) != timer) continue;
    control = (volatile uint8_t *)pgm_read_word(&channel.control);
    compare = (volatile uint8_t *)pgm_read_word(&channel.compare);
    connect = pgm_read_byte(&channel.connect);
    fast = timer == TIMER0A || timer == TIMER0B;
    first = timer == TIMER1A || timer == TIMER1B;
#ifdef TIMER1C
    first |= timer == TIMER1C;
#endif
    wide = timer != TIMER0A && timer != TIMER0B && timer != TIMER2A && timer != TIMER2B;
  }
}

namespace outputs {

volatile bool quiet = false;

void makeQuiet(bool on) {
  if (on == quiet) return;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    quiet = on;
    TCCR1A = on ? _BV(WGM11) : _BV(WGM10);  // phase correct, up to ICR1 or to 255; its pins go low
    TCCR1B = on ? _BV(WGM13) : 0;           // it stands meanwhile
    ICR1 = QUIET_TOP;                       // taken only in a mode that counts up to it
    TCNT1 = 0;
    TCCR1B |= on ? _BV(CS10) : _BV(CS11) | _BV(CS10);
  }
}

void cutWithMotors(uint8_t pin, bool on) {
  const uint8_t port = digitalPinToPort(pin);
  const uint8_t mask = digitalPinToBitMask(pin);
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { cut[port] = on ? cut[port] | mask : cut[port] & ~mask; }
}

void allOff() {
  TCCR0A &= WAVEFORM;
  TCCR1A &= WAVEFORM;
  TCCR2A &= WAVEFORM;
#ifdef TCCR5A
  TCCR3A &= WAVEFORM;
  TCCR4A &= WAVEFORM;
  TCCR5A &= WAVEFORM;
#endif
  for (uint8_t port = 1; port < PORTS; ++port) {
    if (cut[port]) *portOutputRegister(port) &= ~cut[port];
  }
}

}  // namespace outputs
