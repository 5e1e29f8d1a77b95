/**
 * Sensors and encoders wired to a board: their readings become voltages, levels and registers, at each sensor's own
 * rate; a sonar's echo comes after its ping.
 */

import { voltsFromRange } from '../../src/kit/rangeCurve.js';
import { type SensorDefinition, typeOf } from '../../src/kit/sensors/index.js';
import type { Pose } from '../../src/math/geometry.js';
import type { Hertz, Meters, Seconds, Volts } from '../../src/math/units.js';
import type { Pin } from '../../src/robot/pin.js';
import { isAnalog } from '../../src/robot/pin.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { asWritten } from '../../src/robot/sweep.js';
import { inputOf, pinVolts } from '../../src/sensors/boardInputs.js';
import type { DischargeInput, SonarInput } from '../../src/signals/boardInput.js';
import type { Reading } from '../../src/signals/signals.js';
import { analogNoise } from '../plant/analogNoise.js';
import { optics } from '../plant/ranging.js';
import type { Carrier, Sense } from '../plant/sense.js';
import { chargedVolts, Sensors, sensesOf } from '../plant/sensors.js';
import type { AvrBoard } from './board.js';
import { attachBusDevice } from './busDevices.js';
import { toCycles } from './clock.js';
import { DischargeSensor } from './dischargeSensor.js';
import { EchoModule } from './echoModule.js';
import { boardPinNumber, FIRST_ANALOG } from './pins.js';
import { attachSweptSonar } from './sweptSonar.js';

/** Whether the board reads the sensor; other sensors report directly. */
export const isWired = (sensor: SensorDefinition): boolean => inputOf(sensor) !== undefined;

/** Applies a sensor's reading to the board. */
type Wire = (truth: Reading) => void;

export class WiredSensors {
  readonly #sensors: Sensors;
  readonly #wires = new Map<string, Wire>();
  /** The voltages of range sensors, without their noise. */
  readonly #voltages: Voltage[] = [];
  readonly #board: AvrBoard;
  readonly #battery: () => void;

  constructor(board: AvrBoard, { sensors, battery }: RobotDefinition, carrier: Carrier) {
    this.#board = board;
    const wired: SensorDefinition[] = [];
    for (const sensor of asWritten(sensors)) {
      const input = inputOf(sensor);
      if (input?.kind === 'sonar' && input.sweep) attachSweptSonar(board, sensor, input, carrier);
      else if (input?.kind === 'sonar') wireSonar(board, input, heardBy(sensor, carrier));
      else if (input) wired.push(sensor);
    }
    for (const sensor of wired) this.#wires.set(sensor.id, this.#wireOf(sensor, carrier.seed ?? 0));
    this.#sensors = new Sensors(wired.flatMap((sensor) => opticsOf(sensor, carrier)));
    const charged = battery ? chargedVolts(battery) : 0;
    this.#battery = () => {
      if (battery) setVolts(board, battery.pin, pinVolts(battery, carrier.volts?.() ?? charged));
    };
  }

  /** Applies the readings due now; voltages get new noise each time. */
  look(at: Seconds, pose: Pose): void {
    for (const truth of this.#sensors.due(at, pose)) {
      if ('sensor' in truth) this.#wires.get(truth.sensor)?.(truth);
    }
    for (const { pin, volts, noise } of this.#voltages)
      setVolts(this.#board, pin, Math.max(0, volts + noise()));
    this.#battery();
  }

  #wireOf(sensor: SensorDefinition, seed: number): Wire {
    const input = inputOf(sensor);
    const { curve, onWire } = typeOf(sensor);
    if (input?.kind === 'discharge')
      return dischargeWire(this.#board, input, (truth) => Number(onWire?.(sensor, truth)));
    if (!onWire || !input || !('pin' in input)) return attachBusDevice(this.#board, sensor) ?? (() => {});
    const { pin } = input;
    if (!curve) return (truth) => setPin(this.#board, pin, onWire(sensor, truth));
    const noise = isIdeal(sensor) ? () => 0 : analogNoise(seed, sensor.id);
    const voltage = { pin, volts: voltsFromRange(curve, null), noise };
    this.#voltages.push(voltage);
    return (truth) => {
      voltage.volts = Number(onWire(sensor, truth));
    };
  }
}

const isIdeal = (sensor: SensorDefinition): boolean => 'ideal' in sensor && sensor.ideal === true;

interface Voltage {
  readonly pin: Pin;
  volts: Volts;
  readonly noise: () => Volts;
}

/** How often the voltage on a wire follows that of a sensor with cycles of its own. */
const WIRE_RATE: Hertz = 500;

/** The distance that a range sensor with a voltage measures; its wire turns that into a voltage. */
function opticsOf(sensor: SensorDefinition, carrier: Carrier): Sense[] {
  const { curve, model, beam } = typeOf(sensor);
  const its = model(sensor);
  const measured = curve && beam?.(sensor);
  if (!measured || its.kind !== 'range') return sensesOf([sensor], carrier);
  const { watch, distancesAt } = optics(sensor, its, measured, carrier);
  return [
    {
      rate: isIdeal(sensor) ? measured.rate : WIRE_RATE,
      watch,
      read: (at, pose) => ({ kind: 'range', at, sensor: sensor.id, distances: distancesAt(pose) }),
    },
  ];
}

/** A sonar has no rate of its own: it measures when the board pings it. */
function wireSonar(board: AvrBoard, { trigger, echo }: SonarInput, distance: () => Meters | null): void {
  new EchoModule(board, { trigger: boardPinNumber(trigger), echo: boardPinNumber(echo) }, distance);
}

/** The distance that a sonar hears from where its robot is now. */
function heardBy(sensor: SensorDefinition, carrier: Carrier): () => Meters | null {
  const [sense] = sensesOf([sensor], carrier);
  return () => {
    const reading = sense?.read(0, carrier.world.poseOf(carrier.id));
    return reading?.kind === 'range' ? (reading.distances[0] ?? null) : null;
  };
}

function dischargeWire(
  board: AvrBoard,
  { pin, emitters }: DischargeInput,
  timeOf: (truth: Reading) => Seconds,
): Wire {
  const lamps = emitters === undefined ? {} : { emitters: boardPinNumber(emitters) };
  const sensor = new DischargeSensor(board, { pin: boardPinNumber(pin), ...lamps });
  return (truth) => {
    sensor.time = timeOf(truth);
  };
}

function setPin(board: AvrBoard, pin: Pin, value: Volts | boolean): void {
  if (typeof value === 'boolean') board.setPin(boardPinNumber(pin), value);
  else setVolts(board, pin, value);
}

const COMPARATOR_THRESHOLD: Volts = 2.5;

/** At a pin without a converter the sensor has a comparator. */
function setVolts(board: AvrBoard, pin: Pin, volts: Volts): void {
  const number = boardPinNumber(pin);
  if (isAnalog(pin)) board.setAnalog(number - FIRST_ANALOG, volts);
  else board.setPin(number, volts > COMPARATOR_THRESHOLD);
}

interface EncoderPins {
  readonly a: number;
  /** Missing: it has one channel, and two edges a slot. */
  readonly b?: number;
}

/** Levels of a and b while the count, modulo 4, is this. */
const CHANNEL_LEVELS: readonly (readonly [boolean, boolean])[] = [
  [false, false],
  [true, false],
  [true, true],
  [false, true],
];

/** Time between two edges of a jumping wheel: the firmware can count both wheels at this rate. */
const MIN_EDGE_INTERVAL: Seconds = 25e-6;
/** Longest step of a body with an emulated board. */
const MAX_STEP: Seconds = 0.001;

/** An encoder's two channels: a leads b when the wheel rolls forward, four edges a line. */
export class QuadratureEncoder {
  readonly #board: AvrBoard;
  readonly #pins: EncoderPins;
  #position = 0;
  #count = 0;
  #cancel = () => {};

  constructor(board: AvrBoard, pins: EncoderPins) {
    this.#board = board;
    this.#pins = pins;
    this.#show();
  }

  /**
   * Turns at constant speed to a position in counts: edge k comes where the position is k.
   *
   * Edges left over from a movement before come first, at once.
   */
  turn(position: number, from: Seconds, to: Seconds): void {
    this.#cancel();
    const start = this.#position;
    const timePerCount = position === start ? 0 : (to - from) / (position - start);
    this.#position = position;
    const target = Math.floor(position);
    // After a jump of the position the edges follow as fast as a board can count.
    const jumps = Math.abs(target - this.#count) * MIN_EDGE_INTERVAL > 2 * Math.max(to - from, MAX_STEP);
    let last = from;
    const next = () => {
      if (this.#count === target) return;
      const forward = target > this.#count;
      // Backwards the edge lies at the present count's own position.
      const edge = forward ? this.#count + 1 : this.#count;
      const due = from + Math.max(0, (edge - start) * timePerCount);
      last = jumps ? last + MIN_EDGE_INTERVAL : Math.min(due, to);
      this.#cancel = this.#board.events.at(toCycles(last), () => {
        this.#count += forward ? 1 : -1;
        this.#show();
        next();
      });
    };
    next();
  }

  #show(): void {
    const { a: pinA, b: pinB } = this.#pins;
    if (pinB === undefined) {
      this.#board.setPin(pinA, this.#count % 2 !== 0);
      return;
    }
    const [a, b] = CHANNEL_LEVELS[((this.#count % 4) + 4) % 4] as readonly [boolean, boolean];
    this.#board.setPin(pinA, a);
    this.#board.setPin(pinB, b);
  }
}
