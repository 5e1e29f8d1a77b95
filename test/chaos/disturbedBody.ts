/** A body whose readings are struck now and then, which may be lost, and which has a dead-man as a board has. */
import { map, merge, Subject } from 'rxjs';
import type { SimulatedBody } from '../../sim/engine/body.js';
import type { Driver } from '../../src/drivers/driver.js';
import type { MetersPerSecond, Seconds } from '../../src/math/units.js';
import type { Reading } from '../../src/signals/signals.js';
import { DriverError } from '../../src/validation/errors.js';
import { isOneOf, READING_UPSETS, type Upset } from './disturbances.js';

/** Hears what a body does. */
export interface BodyListener {
  /** A reading on its way to the loop, after all faults. */
  reading(reading: Reading): void;
  /** A physics step has ended. */
  stepped(at: Seconds): void;
  struck(upset: Upset): void;
  /** The dead-man has cut the motors. */
  tripped(at: Seconds): void;
}

interface BodySettings {
  /** Those of this robot. */
  readonly upsets: readonly Upset[];
  /** After this time without a command the motors are cut; null if a board does it. */
  readonly deadMan: Seconds | null;
}

export class DisturbedBody implements SimulatedBody {
  readonly driver: Driver;
  readonly speedLimit?: MetersPerSecond | null;
  readonly longestStep?: Seconds;
  readonly #inner: SimulatedBody;
  readonly #listener: BodyListener;
  readonly #lost = new Subject<never>();
  /** Those that are still to come. */
  readonly #readingUpsets: Upset[];
  readonly #losses: Upset[];
  readonly #deadMan: Seconds | null;
  #now: Seconds = 0;
  #driven: Seconds | null = 0;

  constructor(inner: SimulatedBody, { upsets, deadMan }: BodySettings, listener: BodyListener) {
    this.#inner = inner;
    this.#listener = listener;
    this.#deadMan = deadMan;
    this.#readingUpsets = upsets.filter(({ upset }) => isOneOf(READING_UPSETS, upset));
    this.#losses = upsets.filter(({ upset }) => upset === 'bodyLost');
    if (inner.speedLimit !== undefined) this.speedLimit = inner.speedLimit;
    if (inner.longestStep !== undefined) this.longestStep = inner.longestStep;
    this.driver = this.#driverOf(inner.driver);
  }

  sense(at: Seconds): void {
    this.#now = at;
    this.#inner.sense(at);
    const [loss] = this.#losses;
    if (!loss || at < loss.at) return;
    this.#losses.shift();
    this.#listener.struck(loss);
    this.#lost.error(new DriverError('the cable was pulled'));
  }

  advanced(from: Seconds, to: Seconds): void {
    this.#inner.advanced?.(from, to);
    this.#now = to;
    if (this.#deadMan !== null && this.#driven !== null && to - this.#driven > this.#deadMan) {
      this.#driven = null;
      this.#inner.driver.stop();
      this.#listener.tripped(to);
    }
    this.#listener.stepped(to);
  }

  #driverOf(inner: Driver): Driver {
    const struck$ = inner.readings$.pipe(
      map((reading) => {
        const said = this.#strike(reading);
        this.#listener.reading(said);
        return said;
      }),
    );
    return {
      readings$: merge(struck$, this.#lost),
      arm: () => {
        this.#driven = this.#now;
        return inner.arm();
      },
      drive: (duties) => {
        if (this.#driven !== null) this.#driven = this.#now;
        inner.drive(duties);
      },
      stop: () => {
        this.#driven = null;
        inner.stop();
      },
      close: () => inner.close(),
    };
  }

  #strike(reading: Reading): Reading {
    const i = this.#readingUpsets.findIndex(
      ({ at, reading: kind }) => at <= this.#now && kind === reading.kind,
    );
    const [upset] = i < 0 ? [] : this.#readingUpsets.splice(i, 1);
    if (!upset) return reading;
    this.#listener.struck(upset);
    switch (upset.upset) {
      case 'readingFuture':
        return { ...reading, at: reading.at + 10 };
      case 'readingOld':
        return { ...reading, at: reading.at - 1 };
      case 'readingHuge':
        return withValue(reading, 1e300);
      default:
        return withValue(reading, Number.NaN);
    }
  }
}

/** The reading with one of its numbers replaced. */
function withValue(reading: Reading, value: number): Reading {
  switch (reading.kind) {
    case 'encoders':
      return { ...reading, left: value };
    case 'heading':
      return { ...reading, heading: value };
    case 'turnRate':
      return { ...reading, turnRate: value };
    case 'level':
      return { ...reading, level: value };
    case 'battery':
      return { ...reading, volts: value };
    case 'pose':
      return { ...reading, pose: { ...reading.pose, x: value } };
    case 'link':
      return { ...reading, badFrames: value };
    case 'range':
      return { ...reading, distances: reading.distances.map(() => value) };
    default:
      return reading;
  }
}
