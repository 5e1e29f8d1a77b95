/** Range sensors wired to a board's analog inputs: what they see becomes a voltage, at each sensor's own rate. */
import type { Pose } from '../../src/geometry.js';
import type { SensorDefinition } from '../../src/robot.js';
import { type AnalogRanger, isAnalogRanger, voltsFromRange } from '../../src/sensors/infrared.js';
import type { Seconds } from '../../src/units.js';
import { RangeSensors } from '../sensors.js';
import type { SimulatedWorld } from '../simulatedWorld.js';
import type { AvrBoard } from './board.js';
import { FIRST_ANALOG, pinNumber } from './pins.js';

interface Wire {
  readonly type: AnalogRanger;
  readonly channel: number;
}

/** Whether the board measures it; the others speak for themselves. */
export const isWired = ({ pin }: SensorDefinition): boolean => pin !== undefined;

function wireOf({ type, pin }: SensorDefinition): Wire | undefined {
  const channel = pin === undefined ? -1 : pinNumber(pin) - FIRST_ANALOG;
  return isAnalogRanger(type) && channel >= 0 ? { type, channel } : undefined;
}

export class AnalogSensors {
  readonly #board: AvrBoard;
  readonly #sensors: RangeSensors;
  readonly #wires = new Map<string, Wire>();

  constructor(board: AvrBoard, robotId: string, sensors: readonly SensorDefinition[], world: SimulatedWorld) {
    this.#board = board;
    for (const sensor of sensors) {
      const wire = wireOf(sensor);
      if (wire) this.#wires.set(sensor.id, wire);
    }
    this.#sensors = new RangeSensors(
      robotId,
      sensors.filter(({ id }) => this.#wires.has(id)),
      world,
    );
  }

  /** Puts out what is due now. */
  look(at: Seconds, pose: Pose): void {
    for (const { sensor, distances } of this.#sensors.due(at, pose)) {
      const wire = this.#wires.get(sensor);
      if (wire) this.#board.setAnalog(wire.channel, voltsFromRange(wire.type, distances[0] ?? null));
    }
  }
}
