/** The registers behind the pins of an Uno and of a Mega, by the chips' data sheets and the boards' schematics. */

/** Bit n of a port, whose registers PIN, DDR and PORT lie at `base`, `base` + 1 and `base` + 2. */
export interface PinPlace {
  readonly port: string;
  readonly base: number;
  readonly bit: number;
}

/** The output of a timer's compare unit; it drives the pin while a bit at `mode` in `control` is set. */
export interface PwmPlace {
  readonly control: number;
  readonly mode: number;
  /** The compare value's low byte. */
  readonly compare: number;
}

export interface BoardPins {
  readonly pins: readonly PinPlace[];
  readonly pwm: ReadonlyMap<number, PwmPlace>;
}

const PORT_BASES: Readonly<Record<string, number>> = {
  A: 0x20,
  B: 0x23,
  C: 0x26,
  D: 0x29,
  E: 0x2c,
  F: 0x2f,
  G: 0x32,
  H: 0x100,
  J: 0x103,
  K: 0x106,
  L: 0x109,
};

/** `B0-5`: bits in that order; `C7-0`: in the other. */
function places(words: string): PinPlace[] {
  return words.split(' ').flatMap((word) => {
    const [, port = '', first = '', last = first] = /^([A-L])(\d)(?:-(\d))?$/.exec(word) ?? [];
    const base = PORT_BASES[port] ?? Number.NaN;
    const [from, to] = [Number(first), Number(last)];
    const way = Math.sign(to - from);
    return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => ({ port, base, bit: from + way * i }));
  });
}

/** A timer's units A, B and C, as far as it has them on pins. */
function units(control: number, compares: readonly number[], pins: readonly number[]): [number, PwmPlace][] {
  return pins.map((pin, i) => [pin, { control, mode: 6 - 2 * i, compare: compares[i] ?? Number.NaN }]);
}

export const UNO_PINS: BoardPins = {
  pins: places('D0-7 B0-5 C0-5'),
  pwm: new Map([
    ...units(0x44, [0x47, 0x48], [6, 5]),
    ...units(0x80, [0x88, 0x8a], [9, 10]),
    ...units(0xb0, [0xb3, 0xb4], [11, 3]),
  ]),
};

export const MEGA_PINS: BoardPins = {
  pins: places('E0 E1 E4 E5 G5 E3 H3-6 B4-7 J1 J0 H1 H0 D3-0 A0-7 C7-0 D7 G2-0 L7-0 B3-0 F0-7 K0-7'),
  pwm: new Map([
    ...units(0x44, [0x47, 0x48], [13, 4]),
    ...units(0x80, [0x88, 0x8a], [11, 12]),
    ...units(0xb0, [0xb3, 0xb4], [10, 9]),
    ...units(0x90, [0x98, 0x9a, 0x9c], [5, 2, 3]),
    ...units(0xa0, [0xa8, 0xaa, 0xac], [6, 7, 8]),
    ...units(0x120, [0x128, 0x12a, 0x12c], [46, 45, 44]),
  ]),
};

/** Reads pins' duties from registers. */
export class PinDuties {
  readonly #pins: BoardPins;
  readonly #registers = new Map<number, number>();

  constructor(pins: BoardPins) {
    this.#pins = pins;
  }

  /** The registers that decide about the outputs. */
  get addresses(): number[] {
    const ports = this.#pins.pins.flatMap(({ base }) => [base + 1, base + 2]);
    const timers = [...this.#pins.pwm.values()].flatMap(({ control, compare }) => [control, compare]);
    return [...new Set([...ports, ...timers])];
  }

  get pinCount(): number {
    return this.#pins.pins.length;
  }

  set(address: number, value: number): void {
    this.#registers.set(address, value);
  }

  placeOf(pin: number): PinPlace {
    const place = this.#pins.pins[pin];
    if (!place) throw new Error(`pin ${pin} is not on this board`);
    return place;
  }

  isOutput(pin: number): boolean {
    const { base, bit } = this.placeOf(pin);
    return this.#isSet(base + 1, bit);
  }

  /** A timer's unit that drives its pin never counts as off, whatever its compare value is. */
  dutyOf(pin: number): number {
    const { base, bit } = this.placeOf(pin);
    if (!this.isOutput(pin)) return 0;
    const unit = this.#pins.pwm.get(pin);
    if (unit && (this.#isSet(unit.control, unit.mode) || this.#isSet(unit.control, unit.mode + 1)))
      return ((this.#registers.get(unit.compare) ?? 0) + 1) / 256;
    return this.#isSet(base + 2, bit) ? 1 : 0;
  }

  #isSet(address: number, bit: number): boolean {
    return (((this.#registers.get(address) ?? 0) >> bit) & 1) === 1;
  }
}
