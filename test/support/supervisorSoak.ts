/** Whatever happens, in whatever order: motors turn only while the robot may drive, and only `arm` lets it drive again. */

import { loadRobot } from '../../src/config/loadDefinition.js';
import { receive } from '../../src/control/receive.js';
import { prepareModel, type RobotModel } from '../../src/control/robotModel.js';
import { type LoopState, startLoop } from '../../src/control/state.js';
import type { Folded } from '../../src/control/step.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import {
  applyCommand,
  cameToRest,
  faulted,
  hasPower,
  limited,
  noted,
  type SupervisorState,
  startSupervisor,
  supervise,
} from '../../src/safety/supervisor.js';
import type { Command, FaultKind, LoopEvent, Reading } from '../../src/signals/signals.js';
import { missionBehavior } from '../../src/steering/mission.js';
import { SCOUT } from '../sim/bodies.js';
import { missionOf } from './runs.js';

/** Draws from a list, evenly. */
const oneOf = <T>(chance: Random, list: readonly T[]): T =>
  list[Math.floor(chance.uniform() * list.length)] as T;

const CONTROLLER = prepareModel(SCOUT, missionBehavior(missionOf({ seek: { target: [100, 0] } })));
const { body: BODY } = CONTROLLER;
const EVENTS = [
  'stop',
  'arm',
  'clear',
  'teleop',
  'fault',
  'limit',
  'standing',
  'note',
  'notFinite',
  'drive',
] as const;
const KINDS: readonly FaultKind[] = ['motorDead', 'reading', 'encoderStuck', 'bodyLost', 'clockJump'];

/** What holds the robot, kept by plain rules beside the table. */
interface Held {
  fault: boolean;
  cut: boolean;
  braking: boolean;
}

/** What was violated in so many sequences of events of the table alone. */
export function tableViolations(sequences: number, seed: number, length = 20): string[] {
  const chance = resumeRandom(seedRandom(seed));
  const found: string[] = [];
  for (let i = 0; i < sequences; i++) {
    let state: SupervisorState = startSupervisor;
    const held: Held = { fault: false, cut: false, braking: false };
    for (let n = 0; n < length; n++) {
      const event = oneOf(chance, EVENTS);
      state = after(state, event, n, chance);
      remember(held, event);
      const trouble = tableTrouble(state, held, n);
      if (trouble === undefined) continue;
      found.push(`sequence ${i} of seed ${seed}, event ${n} (${event}): ${trouble}`);
      break;
    }
  }
  return found;
}

function after(state: SupervisorState, event: (typeof EVENTS)[number], at: number, chance: Random) {
  switch (event) {
    case 'fault':
      return faulted(state, at, { kind: oneOf(chance, KINDS), what: 'it broke' });
    case 'limit':
      return limited(state, at, { kind: 'fence', what: 'the fence' });
    case 'standing':
      return cameToRest(state);
    case 'note':
      return noted(state, at, { kind: oneOf(chance, KINDS), what: 'it is odd' });
    case 'notFinite':
      return supervise(state, at, { left: Number.NaN, right: 0 }, BODY).state;
    case 'drive':
      return supervise(state, at, { left: 0.2, right: 0.2 }, BODY).state;
    default:
      return applyCommand(state, { kind: event });
  }
}

function remember(held: Held, event: (typeof EVENTS)[number]): void {
  const broke = event === 'fault' || event === 'notFinite';
  if (broke) held.fault = true;
  if (event === 'clear') held.fault = false;
  if (event === 'limit' && !held.cut) held.braking = true;
  if (broke || event === 'stop' || (event === 'standing' && held.braking)) held.cut = true;
  if (held.cut) held.braking = false;
  if (event === 'arm' && !held.fault) held.cut = false;
}

function tableTrouble(state: SupervisorState, { cut }: Held, at: number): string | undefined {
  const { granted } = supervise(state, at, { left: 0.3, right: -0.3 }, BODY);
  const turns = granted.left !== 0 || granted.right !== 0;
  if (hasPower(state) === cut) return `${state.safety}, though it ${cut ? 'is held' : 'was armed'}`;
  return turns === cut ? `granted ${JSON.stringify(granted)} while ${state.safety}` : undefined;
}

/** With encoders, a gyroscope, a battery and a range sensor: every reason not to be armed is there. */
function fullRobot(): RobotDefinition {
  const robot = loadRobot('generic-drv8833');
  const gyroscope = loadRobot('elegoo-smart-car-v4').sensors.filter(({ type }) => type === 'mpu6050');
  return { ...robot, sensors: [...robot.sensors, ...gyroscope] };
}

const PERIOD = 0.02;
const TICKS = 300;
const ODD = [Number.NaN, Number.POSITIVE_INFINITY, -1e9, 1e9];
const FRESH = 0.5;

/** What came of a sequence through the loop. */
export interface LoopSoak {
  readonly events: number;
  /** Ticks that turned a motor, and times that it was armed again: without them the soak tells nothing. */
  readonly driven: number;
  readonly armed: number;
  readonly found: readonly string[];
}

/** A sequence of ticks, and of all else, through the loop. */
export function loopViolations(seed: number): LoopSoak {
  const model = prepareModel(fullRobot(), missionBehavior(missionOf({ seek: { target: [100, 0] } })));
  const chance = resumeRandom(seedRandom(seed));
  const found: string[] = [];
  let [events, driven, armed] = [0, 0, 0];
  let state = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed });
  const room = new Room(chance);
  for (let tick = 1; tick <= TICKS && found.length === 0; tick++) {
    for (const event of room.happens(tick * PERIOD, state, model)) {
      const next = receive(model, state, event);
      const trouble = loopTrouble(state, next, event);
      if (trouble !== undefined) found.push(`seed ${seed}, tick ${tick}: ${trouble}`);
      if (next.tick && next.tick.duties.left !== 0) driven++;
      if (hasPower(next.state.guards.supervisor) && !hasPower(state.guards.supervisor)) armed++;
      state = next.state;
      events++;
    }
  }
  return { events, driven, armed, found };
}

function loopTrouble(before: LoopState, { state, tick }: Folded, event: LoopEvent): string | undefined {
  const { supervisor } = state.guards;
  const said = event.kind === 'command' ? event.command.kind : event.kind;
  if (tick) {
    const { left, right } = tick.duties;
    if (!(Math.abs(left) <= 1 && Math.abs(right) <= 1)) return `duties ${left} ${right}`;
    if ((left !== 0 || right !== 0) && !hasPower(supervisor)) return `duties while ${supervisor.safety}`;
    if (tick.safety !== supervisor.safety) return `says ${tick.safety}, is ${supervisor.safety}`;
  }
  const [was, is] = [before.guards.supervisor.safety, supervisor.safety];
  if (was === 'faulted' && is !== 'faulted' && (is !== 'stopped' || said !== 'clear'))
    return `${is} by ${said}`;
  if (hasPower(before.guards.supervisor) || !hasPower(supervisor)) return undefined;
  if (said !== 'arm' || was !== 'stopped') return `drives again by ${said}, from ${was}`;
  const at = before.at ?? 0;
  const { encoders, sensors } = before.estimator.heardAt;
  const old = Object.entries({ encoders, turn: sensors.turn }).find(
    ([, heardAt]) => !(at - (heardAt ?? -1) <= FRESH + 1e-9),
  );
  return old && `armed though '${old[0]}' is silent`;
}

/** What happens to a robot whose wheels do what they are told, until it is disturbed. */
class Room {
  readonly #chance: Random;
  #left = 0;
  #right = 0;
  /** A source that is silent for a while. */
  #silent = '';

  constructor(chance: Random) {
    this.#chance = chance;
  }

  *happens(at: number, { granted, estimator }: LoopState, model: RobotModel): Generator<LoopEvent> {
    const scale = model.motionMonitor.metersPerCount ?? { left: 1, right: 1 };
    // The wheels as the estimate has them, so that a healthy robot is not taken for a broken one.
    this.#left += (estimator.wheels.left * 0.2 + granted.left * 0.8) * (PERIOD / scale.left);
    this.#right += (estimator.wheels.right * 0.2 + granted.right * 0.8) * (PERIOD / scale.right);
    if (this.#happens(0.01))
      this.#silent = oneOf(this.#chance, ['', '', 'encoders', 'turnRate', 'range', 'battery']);
    for (const reading of this.#readings(at))
      if (reading.kind !== this.#silent) yield { kind: 'reading', reading: this.#spoilt(reading) };
    while (this.#happens(0.1)) yield { kind: 'command', command: this.#command() };
    if (this.#happens(0.02)) yield this.#disturbance(at);
    yield { kind: 'clock', at: this.#happens(0.003) ? at + this.#odd() : at, lostPeriods: 0 };
  }

  #happens(share: number): boolean {
    return this.#chance.uniform() < share;
  }

  #odd(): number {
    return oneOf(this.#chance, [...ODD, 0.6, -0.1]);
  }

  #readings(at: number): Reading[] {
    const [left, right] = [Math.round(this.#left), Math.round(this.#right)];
    return [
      { kind: 'encoders', at, left, right },
      { kind: 'turnRate', sensor: 'turn', at, turnRate: 0.001 * this.#chance.gaussian() },
      { kind: 'range', sensor: 'front', at, distances: [null] },
      { kind: 'battery', at, volts: this.#happens(0.003) ? 1 : 7.4 },
    ];
  }

  /** Now and then with a time or a number that cannot be. */
  #spoilt(reading: Reading): Reading {
    if (!this.#happens(0.003)) return reading;
    if (this.#happens(0.5)) return { ...reading, at: reading.at + this.#odd() };
    switch (reading.kind) {
      case 'encoders':
        return { ...reading, left: this.#odd() };
      case 'turnRate':
        return { ...reading, turnRate: this.#odd() };
      case 'battery':
        return { ...reading, volts: this.#odd() };
      case 'range':
        return { ...reading, distances: [this.#odd()] };
      default:
        return reading;
    }
  }

  #command(): Command {
    const kind = oneOf(this.#chance, [
      'stop',
      'arm',
      'arm',
      'arm',
      'clear',
      'clear',
      'teleop',
      'resume',
    ] as const);
    if (kind !== 'teleop') return { kind };
    const share = () => (this.#happens(0.1) ? this.#odd() : this.#chance.gaussian());
    return { kind, twist: { linear: 0.2 * share(), angular: share() } };
  }

  #disturbance(at: number): LoopEvent {
    const place = () => ({ x: this.#happens(0.2) ? this.#odd() : 1, y: 0 });
    const target = { id: 'ball', at, position: place(), velocity: { x: 0, y: 0 } };
    const neighbor = { ...target, heading: 0, radius: 0.1 };
    return oneOf<LoopEvent>(this.#chance, [
      { kind: 'target', target },
      { kind: 'surroundings', surroundings: { at, neighbors: [neighbor] } },
      { kind: 'inputEnded', input: 'targets', why: 'it was closed' },
      { kind: 'lost', why: 'the cable' },
    ]);
  }
}
