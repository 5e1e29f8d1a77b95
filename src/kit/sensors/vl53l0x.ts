/**
 * ST's laser ranger VL53L0X, on the breakout boards that makers buy (GY-530 and others): it times the flight of infrared light,
 * within a cone of 25°, and tells the distance in millimetres, 30 times a second. Each measurement waits for its acknowledgement,
 * so that a slow line brings fewer: at least ten are reckoned with.
 *
 * It sees what is white up to 1.2 m away (data sheet, DocID029104: at least that indoors), and what is gray (17 %) up to 0.7 m; in
 * sunlight less, and glass not at all. Nearer than 3 cm it is not exact. Two of them would have one address: one on a bus.
 *
 * Sources: ST's API (STSW-IMG005) as pololu/vl53l0x-arduino@01a0d30, VL53L0X.cpp and .h, has it: registers, tuning, the order of
 * the set-up; codes of the range's status: vl53l0x_api_core.c there, VL53L0X_get_pal_range_status; accuracy, 4 % at 33 ms
 * indoors (twice the standard deviation here): data sheet.
 */
import { cm, deg, type Meters, mm, ms } from '../../math/units.js';
import type { BusQuestion, BusStep, BusWrite } from '../../signals/boardInput.js';
import type { Reading } from '../../signals/readings.js';
import { confirm, question, until, write } from '../busSteps.js';
import { coneRays } from '../cone.js';
import type { RangeErrors } from '../measurementModel.js';
import { RegisterChip } from '../registerChip.js';
import { facingSensorSchema, idealized, sensorRange } from '../sensorSchemas.js';
import { sensorType } from '../sensorType.js';

const [START, SEQUENCE, INTERRUPT_CONFIG, INTERRUPT_CLEAR] = [0x00, 0x01, 0x0a, 0x0b] as const;
/** 11 registers on stand the two bytes of the distance. */
const INTERRUPT_STATUS = 0x13;
const [REFERENCE_WANTED, REFERENCE_OFFSET] = [0x4e, 0x4f] as const;
const [POWER_FORCE, STROBE, INTERRUPT_PIN, PAD_SUPPLY] = [0x80, 0x83, 0x84, 0x89] as const;
/** Of page 1, and of page 7. */
const [STOP_VARIABLE, REFERENCE_COUNT] = [0x91, 0x92] as const;
const [REFERENCE_DIODES, REFERENCE_START, SOFT_RESET] = [0xb0, 0xb6, 0xbf] as const;
const [MODEL_ID, PAGE] = [0xc0, 0xff] as const;

const IDENTITY = 0xee;
const READY_BITS = 0x07;
const NEW_SAMPLE = 0x04;
/** The lines of the bus work at 2.8 V, not at 1.8 V. */
const PADS_AT_2V8 = 0x01;
const BACK_TO_BACK = 0x02;
/** Dynamic selection of diodes, a rough range, and the range. */
const WHOLE_SEQUENCE = 0xe8;

/** Page 1 is written with the power forced on. */
const OPEN: readonly BusStep[] = [write(POWER_FORCE, 1), write(PAGE, 1), write(START, 0)];
const CLOSE: readonly BusStep[] = [write(START, 1), write(PAGE, 0), write(POWER_FORCE, 0)];

/** How many reference diodes it has, and whether they are those behind an aperture: from its fuses. */
const whenCounted = (then: (count: number, isAperture: boolean) => readonly BusStep[]): BusStep[] => [
  ...OPEN,
  write(PAGE, 6),
  question(STROBE, (value) => [write(STROBE, value | 0x04)]),
  ...[write(PAGE, 7), write(0x81, 1), write(POWER_FORCE, 1), write(0x94, 0x6b), write(STROBE, 0)],
  until(STROBE, 0xff),
  write(STROBE, 1),
  question(REFERENCE_COUNT, (value) => [
    ...[write(0x81, 0), write(PAGE, 6)],
    question(STROBE, (strobe) => [write(STROBE, strobe & ~0x04)]),
    write(PAGE, 1),
    ...CLOSE,
    ...then(value & 0x7f, value >= 0x80),
  ]),
];

const DIODES = 48;
const FIRST_BEHIND_APERTURE = 12;

/** Of the good ones the first `count`. */
export function wantedDiodes(good: readonly number[], count: number, isAperture: boolean): readonly number[] {
  const wanted = good.map(() => 0);
  let left = count;
  for (let i = isAperture ? FIRST_BEHIND_APERTURE : 0; i < DIODES && left > 0; i++) {
    const [byte, bit] = [i >> 3, 1 << (i & 7)];
    if (!((good[byte] ?? 0) & bit)) continue;
    wanted[byte] = (wanted[byte] ?? 0) | bit;
    left--;
  }
  return wanted;
}

const chooseDiodes = (count: number, isAperture: boolean): BusQuestion => ({
  register: REFERENCE_DIODES,
  bytes: DIODES / 8,
  next: (good) => [
    ...[write(PAGE, 1), write(REFERENCE_OFFSET, 0), write(REFERENCE_WANTED, 0x2c), write(PAGE, 0)],
    write(REFERENCE_START, 0xb4),
    ...wantedDiodes(good, count, isAperture).map((value, i) => write(REFERENCE_DIODES + i, value)),
  ],
});

/** ST's own tuning: registers and their values, page by page. */
const TUNING: readonly (readonly [page: number, values: string])[] = [
  [1, '00=00'],
  [0, '09=00 10=00 11=00 24=01 25=FF 75=00'],
  [1, '4E=2C 48=00 30=20'],
  [0, '30=09 54=00 31=04 32=03 40=83 46=25 60=00 27=00 50=06 51=00 52=96 56=08 57=30'],
  [0, '61=00 62=00 64=00 65=00 66=A0'],
  [1, '22=32 47=14 49=FF 4A=00'],
  [0, '7A=0A 7B=00 78=21'],
  [1, '23=34 42=00 44=FF 45=26 46=05 40=40 0E=06 20=1A 43=40'],
  [0, '34=03 35=44'],
  [1, '31=04 4B=09 4C=05 4D=04'],
  [0, '44=00 45=20 47=08 48=28 67=00 70=04 71=01 72=FE 76=00 77=00'],
  [1, '0D=01'],
  [0, '80=01 01=F8'],
  [1, '8E=01 00=01'],
  [0, '80=00'],
];

const tune: readonly BusStep[] = TUNING.flatMap(([page, values]) => [
  write(PAGE, page),
  ...values.split(' ').map((pair) => {
    const [register = 0, value = 0] = pair.split('=').map((word) => Number.parseInt(word, 16));
    return write(register, value);
  }),
]);

/** Of its voltage, and then of its phase: it measures once inside itself. */
const calibrate = (sequence: number, how: number): BusStep[] => [
  write(SEQUENCE, sequence),
  write(START, 0x01 | how),
  until(INTERRUPT_STATUS, READY_BITS),
  ...[write(INTERRUPT_CLEAR, 1), write(START, 0)],
];

/** A soft reset: an earlier host may have left it on another page, or measuring. */
const RESET: readonly BusWrite[] = [
  write(PAGE, 0),
  ...[0, 1].map((value) => ({ register: SOFT_RESET, value, rest: ms(10) })),
];

const SET_UP: readonly BusStep[] = [
  question(PAD_SUPPLY, (value) => [write(PAD_SUPPLY, value | PADS_AT_2V8)]),
  write(0x88, 0),
  ...OPEN,
  question(STOP_VARIABLE, (stopVariable) => [
    ...CLOSE,
    write(SEQUENCE, 0xff),
    ...whenCounted((count, isAperture) => [
      chooseDiodes(count, isAperture),
      ...tune,
      ...[confirm(0x46, [0x25]), confirm(0x50, [0x06, 0x00, 0x96]), confirm(0x70, [0x04, 0x01, 0xfe])],
      write(INTERRUPT_CONFIG, NEW_SAMPLE),
      question(INTERRUPT_PIN, (value) => [write(INTERRUPT_PIN, value & ~0x10)]),
      write(INTERRUPT_CLEAR, 1),
      ...calibrate(0x01, 0x40),
      ...calibrate(0x02, 0),
      write(SEQUENCE, WHOLE_SEQUENCE),
      ...OPEN,
      write(STOP_VARIABLE, stopVariable),
      ...CLOSE,
      write(START, BACK_TO_BACK),
      ...[confirm(SEQUENCE, [WHOLE_SEQUENCE]), confirm(INTERRUPT_CONFIG, [NEW_SAMPLE])],
    ]),
  ]),
];

/** Codes of the range's status, in bits 6 to 3: a distance; too little light, or a flight longer than it can tell; too near. */
const VALID = 11;
const NOTHING_SEEN = [4, 6, 9];
const TOO_NEAR = [8, 10];

const NEAREST: Meters = cm(3);
const FARTHEST: Meters = 1.2;

/** NaN, which is never free, if it failed. */
function distanceFrom(status: number, told: Meters, farthest: Meters): Meters | null {
  const code = (status >> 3) & 0x0f;
  if (NOTHING_SEEN.includes(code)) return null;
  if (TOO_NEAR.includes(code)) return NEAREST;
  if (code !== VALID) return Number.NaN;
  return told > farthest ? null : Math.max(NEAREST, told);
}

const ERRORS: RangeErrors = {
  ...{ noiseShare: 0.02, noise: mm(3), resolution: mm(1), nearest: NEAREST },
  ...{ dropout: 0, crosstalk: 0 },
};

/** What it tells where it sees nothing. */
const NO_DISTANCE = 8190;

/** Its stop variable: with another it does not start. */
const UNLOCKED = 0x3c;

/** It measures after a whole set-up, and shows the next distance only when it has heard that the last one was read. */
export class Vl53l0xChip extends RegisterChip {
  readonly #pages = new Map<number, Uint8Array>();
  #page = 0;
  #measured = 0;
  readonly #calibrated = new Set<number>();

  constructor() {
    super();
    this.#powerOn();
  }

  #powerOn(): void {
    this.#pages.clear();
    this.#calibrated.clear();
    this.registers.fill(0);
    this.registers.set([IDENTITY], MODEL_ID);
    this.registers.set([0xff, 0x7f], REFERENCE_DIODES);
    this.#on(1)[STOP_VARIABLE] = UNLOCKED;
  }

  override measure(truth: Reading): void {
    if (truth.kind !== 'range' || !this.#ranges() || this.registers[INTERRUPT_STATUS]) return;
    const [distance = null] = truth.distances;
    const told = distance === null ? NO_DISTANCE : Math.round(1000 * distance);
    const code = distance === null ? 4 : VALID;
    this.show(INTERRUPT_STATUS, [NEW_SAMPLE, code << 3]);
    // The light of the room, which no two measurements find the same.
    this.show(INTERRUPT_STATUS + 9, [0, ++this.#measured & 0xff, told >> 8, told & 0xff]);
  }

  /** Whatever was left out of the set-up keeps it from measuring. */
  #ranges(): boolean {
    const own = this.registers;
    const isSet = own[SEQUENCE] === WHOLE_SEQUENCE && own[INTERRUPT_CONFIG] === NEW_SAMPLE;
    const isSupplied = ((own[PAD_SUPPLY] ?? 0) & PADS_AT_2V8) !== 0;
    // Of the good diodes, the three behind the aperture.
    const isChosen = own[REFERENCE_DIODES] === 0 && own[REFERENCE_DIODES + 1] === 0x70;
    const mayStart = this.#on(1)[STOP_VARIABLE] === UNLOCKED && own[START] === BACK_TO_BACK;
    return isSet && isSupplied && isChosen && mayStart && this.#calibrated.size === 2;
  }

  #on(page: number): Uint8Array {
    if (page === 0) return this.registers;
    const found = this.#pages.get(page) ?? new Uint8Array(256);
    this.#pages.set(page, found);
    return found;
  }

  protected override held(register: number): number {
    // Its fuses: three diodes behind the aperture.
    if (this.#page === 7 && register === STROBE) return 0x01;
    if (this.#page === 7 && register === REFERENCE_COUNT) return 0x80 | 3;
    return this.#on(this.#page)[register] ?? 0;
  }

  protected override written(register: number, value: number): void {
    if (register === PAGE) this.#page = value;
    else this.#on(this.#page)[register] = value;
    if (this.#page !== 0) return;
    if (register === SOFT_RESET && value === 0) this.#powerOn();
    if (register === INTERRUPT_CLEAR) this.show(INTERRUPT_STATUS, [0]);
    if (register === START && value & 1) this.#calibrate(value);
  }

  #calibrate(how: number): void {
    const sequence = how & 0x40 ? 0x01 : 0x02;
    if (this.registers[SEQUENCE] === sequence) this.#calibrated.add(sequence);
    this.show(INTERRUPT_STATUS, [NEW_SAMPLE]);
  }
}

export const vl53l0x = sensorType({
  schema: facingSensorSchema('vl53l0x', { range: sensorRange.exactOptional(), ...idealized }),
  title: 'VL53L0X',
  tells: 'range',
  addresses: [0x29],
  beam: ({ range = FARTHEST, ideal }) => ({
    rays: coneRays(deg(25)),
    each: false,
    nearest: NEAREST,
    farthest: Math.min(FARTHEST, range),
    rate: 10,
    ...(!ideal && { lag: ms(33) }),
  }),
  input: ({ id, range = FARTHEST }) => ({
    kind: 'bus',
    address: 0x29,
    reset: RESET,
    identity: { register: MODEL_ID, value: IDENTITY },
    setUp: SET_UP,
    awake: { register: PAD_SUPPLY, holds: (value) => (value & PADS_AT_2V8) !== 0 },
    data: { register: INTERRUPT_STATUS, bytes: 13 },
    read: (bytes) => {
      const [ready = 0, status = 0] = bytes;
      if (!(ready & READY_BITS)) return null;
      const told = mm(((bytes[11] ?? 0) << 8) | (bytes[12] ?? 0));
      return {
        kind: 'range',
        sensor: id,
        distances: [distanceFrom(status, told, Math.min(FARTHEST, range))],
      };
    },
    acknowledge: { register: INTERRUPT_CLEAR, value: 1 },
  }),
  model: ({ ideal }) =>
    ideal
      ? { kind: 'range', by: 'light' }
      : {
          kind: 'range',
          by: 'light',
          misplaced: true,
          errors: ERRORS,
          cycle: { length: ms(33), spread: ms(1), measures: 0.5 },
        },
  chip: () => new Vl53l0xChip(),
});
