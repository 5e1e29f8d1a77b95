/** The pins of an Arduino Uno on its ATmega328P. */
import {
  type AVRPortConfig,
  type AVRTimerConfig,
  portBConfig,
  portCConfig,
  portDConfig,
  timer0Config,
  timer1Config,
  timer2Config,
} from 'avr8js';
import type { Pin } from '../../src/robot/pin.js';

/** 0–13, then A0–A5. */
export const PIN_COUNT = 20;
export const FIRST_ANALOG = 14;

interface PinPlace {
  readonly port: AVRPortConfig;
  readonly bit: number;
}

/** A timer's channel that can drive a pin: the places of its compare value and of its two mode bits. */
export interface PwmChannel {
  readonly timer: AVRTimerConfig;
  readonly compare: number;
  readonly modeShift: 4 | 6;
}

export function placeOf(pin: number): PinPlace {
  if (pin < 8) return { port: portDConfig, bit: pin };
  if (pin < FIRST_ANALOG) return { port: portBConfig, bit: pin - 8 };
  return { port: portCConfig, bit: pin - FIRST_ANALOG };
}

/** A pin as the board counts it: A0 is 14. */
export function boardPinNumber(pin: Pin): number {
  const analog = /^A(\d+)$/.exec(String(pin));
  return analog ? FIRST_ANALOG + Number(analog[1]) : Number(pin);
}

const channelA = (timer: AVRTimerConfig): PwmChannel => ({ timer, compare: timer.OCRA, modeShift: 6 });
const channelB = (timer: AVRTimerConfig): PwmChannel => ({ timer, compare: timer.OCRB, modeShift: 4 });

export const PWM_CHANNELS: ReadonlyMap<number, PwmChannel> = new Map([
  [3, channelB(timer2Config)],
  [5, channelB(timer0Config)],
  [6, channelA(timer0Config)],
  [9, channelA(timer1Config)],
  [10, channelB(timer1Config)],
  [11, channelA(timer2Config)],
]);
