/** Faults of readings on their way from the sensors to the loop. */

import { type SensorDefinition, sensorTypeOf } from '../../src/kit/sensors/index.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { EncoderReading, RangeReading, Reading, TurnRateReading } from '../../src/signals/signals.js';
import { type InjectedKind, isStruckSensor } from '../scenario/faultSpec.js';
import type { Strikes } from './strikes.js';

type Sensed = Extract<Reading, { readonly sensor: string }>;

export class ReadingFaults {
  readonly #strikes: Strikes;
  readonly #battery: RobotDefinition['battery'];
  readonly #sensors: ReadonlyMap<string, SensorDefinition>;
  /** The reading that a stuck sensor repeats. */
  readonly #held = new Map<string, Sensed>();
  #counts: EncoderReading | undefined;

  constructor(strikes: Strikes, { sensors, battery }: RobotDefinition) {
    this.#strikes = strikes;
    this.#battery = battery;
    this.#sensors = new Map(sensors.map((sensor) => [sensor.id, sensor]));
  }

  /** A reading after the faults; null if it is suppressed. */
  readonly pass = (reading: Reading): Reading | null => {
    switch (reading.kind) {
      case 'encoders':
        return this.#encoders(reading);
      case 'battery':
        return this.#volts(reading);
      case 'range':
      case 'turnRate':
      case 'heading':
        return this.#sensor(reading);
      default:
        return reading;
    }
  };

  /** Both counts are in one reading, so a silent encoder repeats its last count. */
  #encoders(reading: EncoderReading): EncoderReading | null {
    const { at, left, right } = reading;
    const before = this.#counts ?? reading;
    const silent = (side: 'left' | 'right') => this.#strikes.on(side, 'encoderSilent', at) !== undefined;
    if (silent('left') && silent('right')) return null;
    this.#counts = {
      ...reading,
      left: silent('left') ? before.left : left,
      right: silent('right') ? before.right : right,
    };
    return this.#counts;
  }

  #volts(reading: Extract<Reading, { kind: 'battery' }>): Reading {
    const [strike] = this.#strikes.during('batteryLow', reading.at);
    if (!strike || !this.#battery) return reading;
    return { ...reading, volts: strike.level ?? this.#battery.low / 2 };
  }

  #sensor(reading: Sensed): Sensed | null {
    const sensor = this.#sensors.get(reading.sensor);
    const part = reading.kind === 'range' ? 'range' : 'gyro';
    if (!sensor || !isStruckSensor(part, sensor)) return reading;
    if (this.#isStruck(reading, `${part}Silent`)) return null;
    if (reading.kind === 'range' && this.#isStruck(reading, 'rangeBlind')) return blind(reading, sensor);
    return this.#stuck(reading.kind === 'turnRate' ? this.#turned(reading) : reading, `${part}Stuck`);
  }

  /** A gyroscope whose zero has shifted, or that is mounted upside down. */
  #turned(reading: TurnRateReading): TurnRateReading {
    const { at, sensor } = reading;
    const [off] = this.#strikes
      .during('gyroOff', at)
      .filter((strike) => (strike.sensor ?? sensor) === sensor);
    const sign = this.#isStruck(reading, 'gyroReversed') ? -1 : 1;
    return { ...reading, turnRate: sign * reading.turnRate + (off?.by ?? 0) };
  }

  #stuck(reading: Sensed, kind: InjectedKind): Sensed {
    const held = this.#isStruck(reading, kind) ? this.#held.get(reading.sensor) : undefined;
    if (!held) {
      this.#held.set(reading.sensor, reading);
      return reading;
    }
    return { ...held, at: reading.at };
  }

  #isStruck({ sensor, at }: Sensed, kind: InjectedKind): boolean {
    return this.#strikes.during(kind, at).some((strike) => (strike.sensor ?? sensor) === sensor);
  }
}

/** 0 V from a sensor with a voltage; non-finite distances from others. */
function blind(reading: RangeReading, { type }: SensorDefinition): RangeReading {
  const distances = reading.distances.map(() => Number.NaN);
  return sensorTypeOf(type)?.curve ? { ...reading, distances, raw: 0 } : { ...reading, distances };
}
