/** The messages between host and board, field by field, as in robots/firmware/PROTOCOL.md. */

import type { Seconds } from '../../math/units.js';
import { LINE_RATES } from '../../robot/baud.js';
import { MAX_SONARS } from '../../robot/pings.js';
import type { PingResult } from '../../signals/boardInput.js';

/** A number in groups of 7 bits, the lowest first: its size, sign and allowed values. */
export interface MessageField {
  readonly bytes: number;
  readonly signed: boolean;
  readonly allowed: (value: number) => boolean;
}

const whole = (bytes: number, min: number, max: number): MessageField => ({
  bytes,
  signed: false,
  allowed: (value) => value >= min && value <= max,
});
const signed = (bytes: number, size: number): MessageField => ({
  bytes,
  signed: true,
  allowed: (value) => value >= -size && value <= size,
});
const oneOfValues = (...values: number[]): MessageField => ({
  bytes: 1,
  signed: false,
  allowed: (value) => values.includes(value),
});

const pin = whole(1, 0, 127);
/** A form and its options. */
const motorForm = whole(1, 0, 31);
const any7 = whole(1, 0, 0x7f);
const any14 = whole(2, 0, 0x3fff);
const state = whole(1, 0, 3);
const permille = signed(2, 1000);
const count = signed(4, 2 ** 27);
/** Sum of duty above a threshold over time [‰·ms]. */
export const MAX_STALL_EFFORT = 2 ** 24;
const effort = whole(4, 0, MAX_STALL_EFFORT);
/** Milliseconds; 0 means off. */
const interval: MessageField = {
  bytes: 2,
  signed: false,
  allowed: (ms) => ms === 0 || (ms >= 5 && ms <= 1000),
};

/** Stands for "no pin" in a frame. */
export const NO_PIN = 127;

export const BOARD_STATE = { locked: 0, armed: 1, tripped: 2, stalled: 3 } as const;

/** What a STATUS is about when it answers no frame of the host. */
export const STATUS_ABOUT = { stalled: 13, tripped: 14, started: 15 } as const;

/** The error in a STATUS about a stall: which wheel. */
export const STALLED_WHEEL = { left: 6, right: 7 } as const;

/** What came of a ping, in an ECHO. */
export const ECHO_STATUS = { heard: 0, free: 1, missing: 2, stuck: 3, disturbed: 4 } as const;

/** What an ECHO says of a ping. @param time that the sound was under way, where it was heard */
export function pingResult(status: number, time: Seconds): PingResult {
  switch (status) {
    case ECHO_STATUS.heard:
      return time;
    case ECHO_STATUS.free:
      return 'free';
    case ECHO_STATUS.missing:
      return 'missing';
    case ECHO_STATUS.stuck:
      return 'stuck';
    default:
      return 'disturbed';
  }
}

/** The cause of the board's last reset is a sum of these. */
export const RESET_CAUSE = { powerOn: 1, resetPin: 2, brownOut: 4, watchdog: 8 } as const;

/** Firmware has room for so many reflectance sensors that discharge; a pin of each, or none. */
export const MAX_DISCHARGED = 8;
const eachSensor = <F>(field: F) =>
  ({ s0: field, s1: field, s2: field, s3: field, s4: field, s5: field, s6: field, s7: field }) as const;
/** The names of their fields, in order. */
export const SENSOR_FIELDS = ['s0', 's1', 's2', 's3', 's4', 's5', 's6', 's7'] as const;

/** Each message's type number, and its fields in the order in which they are sent. */
export const MESSAGES = {
  ask: { code: 0, fields: {} },
  motors: {
    code: 1,
    fields: {
      leftForm: motorForm,
      leftA: pin,
      leftB: pin,
      leftC: pin,
      rightForm: motorForm,
      rightA: pin,
      rightB: pin,
      rightC: pin,
      greatestDuty: whole(2, 0, 1000),
      slew: whole(1, 1, 100),
    },
  },
  arm: { code: 2, fields: { nonce: any14, deadManMs: any14 } },
  drive: { code: 3, fields: { left: permille, right: permille } },
  stop: { code: 4, fields: {} },
  report: { code: 5, fields: { leftA: pin, leftB: pin, rightA: pin, rightB: pin, intervalMs: interval } },
  stall: {
    code: 6,
    fields: {
      leftThreshold: whole(2, 0, 1000),
      leftEffort: effort,
      rightThreshold: whole(2, 0, 1000),
      rightEffort: effort,
    },
  },
  sonar: {
    code: 7,
    fields: { index: whole(1, 0, MAX_SONARS - 1), trigger: pin, echo: pin, intervalMs: whole(2, 5, 1000) },
  },
  reflectance: {
    code: 12,
    fields: { emitters: pin, intervalMs: whole(2, 5, 1000), ...eachSensor(pin) },
  },
  rate: { code: 11, fields: { rate: whole(1, 0, LINE_RATES.length - 1) } },
  status: {
    code: 8,
    fields: {
      about: oneOfValues(0, 1, 2, 3, 4, 5, 6, 7, 11, 12, ...Object.values(STATUS_ABOUT)),
      error: whole(1, 0, 7),
      state,
      nonce: any14,
      cause: whole(1, 0, 15),
      deadManMs: any14,
      badFrames: any14,
      protocol: any7,
      minor: any7,
    },
  },
  odometry: {
    code: 9,
    fields: { timeUs: whole(4, 0, 2 ** 28 - 1), state, nonceLow: any7, left: count, right: count },
  },
  echo: {
    code: 10,
    fields: {
      index: whole(1, 0, MAX_SONARS - 1),
      status: whole(1, 0, 4),
      timeUs: whole(4, 0, 2 ** 28 - 1),
      /** In units of 2 µs. */
      width: any14,
    },
  },
  /** µs until each pin was low; 2500: longer, or there is none. */
  discharge: {
    code: 13,
    fields: { timeUs: whole(4, 0, 2 ** 28 - 1), ...eachSensor(any14) },
  },
  /** Numbers of frames modulo 2¹⁴: that the host sent before this one, and that came valid. */
  count: { code: 14, fields: { sent: any14 } },
  counted: { code: 15, fields: { nonce: any14, sent: any14, received: any14, badFrames: any14 } },
} as const satisfies Readonly<Record<string, MessageLayout>>;

export interface MessageLayout {
  readonly code: number;
  readonly fields: Readonly<Record<string, MessageField>>;
}

type MessageLayouts = typeof MESSAGES;
type Named<T extends keyof MessageLayouts> = { readonly type: T } & {
  readonly [F in keyof MessageLayouts[T]['fields']]: number;
};

/** A message by the name of its type; every other member is a number in the wire's unit. */
export type Message<T extends keyof MessageLayouts = keyof MessageLayouts> = { [K in T]: Named<K> }[T];
