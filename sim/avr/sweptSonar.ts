/** A sonar on a small servo of an emulated board: pulses turn it at a servo's speed, and a ping hears what it faces then. */
import { filter } from 'rxjs';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import { clamp } from '../../src/math/geometry.js';
import type { Meters, Radians, Seconds } from '../../src/math/units.js';
import { angleOfPulse, MAX_ANGLE, SERVO_SPEED, type Swept } from '../../src/robot/sweep.js';
import type { SonarInput } from '../../src/signals/boardInput.js';
import type { Carrier, Sense } from '../plant/sense.js';
import { sensesOf } from '../plant/sensors.js';
import type { AvrBoard } from './board.js';
import { type Cycles, toSeconds } from './clock.js';
import { EchoModule } from './echoModule.js';
import { boardPinNumber } from './pins.js';

/** A shorter or longer high time is not a pulse. */
const SHORTEST_PULSE: Seconds = 400e-6;
const LONGEST_PULSE: Seconds = 2600e-6;
/** Without pulses it holds its place, by its gears. */
const PULSE_TIMEOUT: Seconds = 0.03;

/** Where a servo stands: it follows its pulses, as long as they come. */
export class ServoHead {
  readonly #board: AvrBoard;
  #angle: Radians = 0;
  #target: Radians = 0;
  #seen: Seconds = 0;
  #pulsed: Seconds = Number.NEGATIVE_INFINITY;

  constructor(board: AvrBoard, pin: number) {
    this.#board = board;
    let rose: Cycles = Number.NEGATIVE_INFINITY;
    board.outputs.changes$.pipe(filter((change) => change.pin === pin)).subscribe(({ duty, at }) => {
      if (duty > 0) rose = at;
      else this.#hear(toSeconds(at - rose));
    });
  }

  /** From its middle, to the left. */
  get angle(): Radians {
    const { now } = this.#board;
    const powered = Math.max(0, Math.min(now, this.#pulsed + PULSE_TIMEOUT) - this.#seen);
    const most = SERVO_SPEED * powered;
    this.#angle += clamp(this.#target - this.#angle, -most, most);
    this.#seen = now;
    return this.#angle;
  }

  #hear(pulse: Seconds): void {
    if (!(pulse >= SHORTEST_PULSE && pulse <= LONGEST_PULSE)) return;
    this.#angle = this.angle;
    this.#target = clamp(angleOfPulse(pulse), -MAX_ANGLE, MAX_ANGLE);
    this.#pulsed = this.#board.now;
  }
}

/** @param first the first direction of a swept sonar */
export function attachSweptSonar(
  board: AvrBoard,
  first: SensorDefinition,
  { trigger, echo }: SonarInput,
  carrier: Carrier,
): void {
  const { swept, ...sensor } = first as SensorDefinition & { readonly swept?: Swept };
  if (!swept) return;
  const head = new ServoHead(board, boardPinNumber(swept.servo));
  const base = sensor.facing - swept.angle;
  const senses = new Map<number, Sense | undefined>();
  /** To a degree, so that each keeps its errors. */
  const senseAt = (degrees: number) => {
    if (!senses.has(degrees)) {
      const facing = base + (degrees * Math.PI) / 180;
      senses.set(
        degrees,
        sensesOf([{ ...sensor, id: `${swept.sensor} ${degrees}`, facing } as SensorDefinition], carrier)[0],
      );
    }
    return senses.get(degrees);
  };
  const nearest = (): Meters | null => {
    const degrees = Math.round((head.angle * 180) / Math.PI) * (swept.invert ? -1 : 1);
    const reading = senseAt(degrees)?.read(board.now, carrier.world.poseOf(carrier.id));
    return reading?.kind === 'range' ? (reading.distances[0] ?? null) : null;
  };
  new EchoModule(board, { trigger: boardPinNumber(trigger), echo: boardPinNumber(echo) }, nearest);
}
