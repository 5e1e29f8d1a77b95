/** A board's outputs: the share of full voltage at each of its pins. */
import type { CPU } from 'avr8js';
import { Subject } from 'rxjs';
import type { Cycles } from './clock.js';
import { PIN_COUNT, PWM_CHANNELS, type PwmChannel, placeOf } from './pins.js';

/** A pin's duty from now on: 0 is low, or not driven at all; 1 is high. */
export interface PinChange {
  readonly pin: number;
  readonly duty: number;
  readonly at: Cycles;
}

/** Compare mode 2: high until the counter meets the compare value. */
const NON_INVERTING_MODE = 2;
const TIMER_TOP = 255;

/** The waveform modes with a top of 255, as Arduino's core sets them up. */
const FAST_PWM_MODE = { 8: 3, 16: 5 };
const PHASE_CORRECT_PWM_MODE = { 8: 1, 16: 1 };
/** Of a 16-bit timer: phase correct, with a top of its own in ICR, for other frequencies. */
const PHASE_CORRECT_TO_ICR_MODE = 10;

type Registers = CPU['data'];

const register = (data: Registers, address: number): number => data[address] ?? 0;

/** The pin's share of high time; undefined if the timer does not drive it. */
function pwmDuty(data: Registers, { timer, compare, modeShift }: PwmChannel): number | undefined {
  const control = register(data, timer.TCCRA);
  if (((control >> modeShift) & 3) !== NON_INVERTING_MODE) return undefined;
  const upper = timer.bits === 16 ? 0x18 : 0x08;
  const mode = (control & 3) | ((register(data, timer.TCCRB) & upper) >> 1);
  const value = register(data, compare);
  if (mode === FAST_PWM_MODE[timer.bits]) return (value + 1) / (TIMER_TOP + 1);
  if (mode === PHASE_CORRECT_PWM_MODE[timer.bits]) return value / TIMER_TOP;
  if (timer.bits === 8 || mode !== PHASE_CORRECT_TO_ICR_MODE) return undefined;
  const top = wideRegister(data, timer.ICR);
  return top > 0 ? Math.min(1, wideRegister(data, compare) / top) : undefined;
}

const wideRegister = (data: Registers, address: number): number =>
  register(data, address) | (register(data, address + 1) << 8);

function isOutput(data: Registers, pin: number): boolean {
  const { port, bit } = placeOf(pin);
  return ((register(data, port.DDR) >> bit) & 1) === 1;
}

function dutyOf(data: Registers, pin: number): number {
  const { port, bit } = placeOf(pin);
  if (!isOutput(data, pin)) return 0;
  const channel = PWM_CHANNELS.get(pin);
  return (channel && pwmDuty(data, channel)) ?? (register(data, port.PORT) >> bit) & 1;
}

function watchedRegisters(): number[] {
  const pins = Array.from({ length: PIN_COUNT }, (_, pin) => placeOf(pin).port);
  const channels = [...PWM_CHANNELS.values()];
  return [
    ...new Set([
      ...pins.flatMap(({ PIN, PORT, DDR }) => [PIN, PORT, DDR]),
      ...channels.flatMap(({ timer, compare }) => [timer.TCCRA, timer.TCCRB, compare]),
      ...channels.flatMap(({ timer }) => (timer.bits === 16 ? [timer.ICR] : [])),
    ]),
  ];
}

const WATCHED_REGISTERS = watchedRegisters();

export class Outputs {
  /** Every change, in order, at the cycle of the instruction that makes it. */
  readonly changes$ = new Subject<PinChange>();
  readonly #duties: number[] = new Array(PIN_COUNT).fill(0);
  #registers: Registers | undefined;

  dutyOf(pin: number): number {
    return this.#duties[pin] ?? 0;
  }

  /** Whether the board drives the pin, high or low. */
  isDriven(pin: number): boolean {
    return this.#registers !== undefined && isOutput(this.#registers, pin);
  }

  get all(): readonly number[] {
    return [...this.#duties];
  }

  /** Follows a chip from its reset on, when no pin is driven. */
  follow(cpu: CPU): void {
    const { data, writeHooks } = cpu;
    this.#registers = data;
    for (const address of WATCHED_REGISTERS) {
      const write = writeHooks[address];
      writeHooks[address] = (value, old, at, mask) => {
        if (!write?.(value, old, at, mask)) data[at] = value;
        this.#look(cpu);
        return true;
      };
    }
    this.#look(cpu);
  }

  #look({ data, cycles }: CPU): void {
    const changed: PinChange[] = [];
    for (let pin = 0; pin < PIN_COUNT; pin++) {
      const duty = dutyOf(data, pin);
      if (duty === this.#duties[pin]) continue;
      this.#duties[pin] = duty;
      changed.push({ pin, duty, at: cycles });
    }
    for (const change of changed) this.changes$.next(change);
  }
}
