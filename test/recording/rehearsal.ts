/**
 * Two robots among obstacles, with all that can go into their loops: range sensors, neighbors, a map, a moving target,
 * an operator's words, readings that are no numbers. What a recorder hears of it.
 */
import { merge, Subject } from 'rxjs';
import { Drivetrain } from '../../sim/plant/drivetrain.js';
import { SimDriver } from '../../sim/plant/simDriver.js';
import { World } from '../../sim/world/world.js';
import { slowed } from '../../src/control/changedModel.js';
import { loopStates, type TickedState } from '../../src/control/loop.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { startLoop } from '../../src/control/state.js';
import type { Driver } from '../../src/drivers/driver.js';
import { fromPolar, type Pose } from '../../src/math/geometry.js';
import { InputLog, type Inputs } from '../../src/recording/inputs.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type {
  ClockTick,
  Command,
  Neighbor,
  RangeReading,
  Reading,
  Surroundings,
  Target,
} from '../../src/signals/signals.js';
import type { FrameView, RobotFrame, SceneView, View } from '../../src/signals/view.js';
import { type MissionSpec, missionBehavior, type OwnBehaviors } from '../../src/steering/mission.js';
import { turns } from '../drivers/fakeTime.js';
import { EMPTY, PLANT, SCOUT } from '../sim/bodies.js';
import { missionOf } from '../support/runs.js';

export type News = View | Inputs;

const LIDAR: RobotDefinition = {
  ...SCOUT,
  name: 'scout with a lidar',
  motors: { ...SCOUT.motors, lag: 0.06, breakaway: 0.03 },
  control: { ...SCOUT.control, latency: 0.04 },
  sensors: [
    { id: 'lidar', type: 'lidar', at: [0.02, 0], facing: 0, range: 2, fieldOfView: 4.7, rays: 90, rate: 10 },
    { id: 'sonar', type: 'sonar', at: [0.08, 0], facing: 0, range: 3, rate: 20 },
  ],
};

const MISSION = missionOf({
  blend: [
    { avoidObstacles: {}, weight: 2 },
    { separate: { radius: 0.6 } },
    { seek: { target: { mover: 'ball' } } },
    { wander: {} },
    // Shows much: more than is written where it stands.
    { flock: {} },
    {
      contain: {
        inside: [
          [-1.9, -1.9],
          [1.9, 1.9],
        ],
      },
    },
  ],
});

const WORLD = {
  ...EMPTY,
  walls: [
    [
      { x: -2, y: -2 },
      { x: 2, y: -2 },
      { x: 2, y: 2 },
      { x: -2, y: 2 },
      { x: -2, y: -2 },
    ],
  ],
  circles: [{ at: { x: 0.9, y: 0.3 }, radius: 0.12 }],
};

export const SCENE: SceneView = {
  kind: 'scene',
  name: 'rehearsal',
  about: 'Two robots.',
  source: 'simulation',
  robots: ['a', 'robot b/2'].map((id) => ({
    id,
    radius: 0.09,
    track: 0.141,
    mass: 0.45,
    ghost: false,
    rate: 50,
    limits: { speed: 0.5, force: 0.45 },
    mission: MISSION,
    sensors: [
      { id: 'lidar', at: { x: 0.02, y: 0 }, facing: 0, range: 2, fieldOfView: 4.7, rays: 90 },
      { id: 'sonar', at: { x: 0.08, y: 0 }, facing: 0, range: 3, fieldOfView: 0.26, rays: 1 },
    ],
  })),
  things: [
    { kind: 'wall', id: 'wall 1', points: WORLD.walls[0] ?? [] },
    { kind: 'circle', id: 'circle 1', at: { x: 0.9, y: 0.3 }, radius: 0.12 },
    { kind: 'mover', id: 'ball', at: { x: 1, y: 0 }, radius: 0.05, solid: false },
  ],
  missions: [],
  tunables: [],
  gallery: [{ name: 'another', about: 'Some other scene.' }],
  can: ['pause', 'tune'],
};

interface Role {
  readonly mission: MissionSpec;
  readonly own: OwnBehaviors;
  readonly limit: { readonly speedLimit?: number };
}

class Actor {
  readonly id: string;
  readonly commands = new Subject<Command>();
  /** Besides those of its body. */
  readonly readings = new Subject<Reading>();
  readonly surroundings = new Subject<Surroundings>();
  readonly #world: World;
  readonly #driver: SimDriver;
  readonly #clock = new Subject<ClockTick>();
  readonly #targets = new Subject<Target>();
  readonly #role: Role;
  readonly #tell: (news: News) => void;
  #end = () => {};
  #last: TickedState | undefined;

  constructor(id: string, at: Pose, world: World, role: Role, tell: (news: News) => void) {
    this.id = id;
    this.#world = world;
    this.#role = role;
    this.#tell = tell;
    const drivetrain = new Drivetrain(LIDAR, PLANT);
    world.addRobot(id, LIDAR, at, drivetrain);
    this.#driver = new SimDriver({ id, robot: LIDAR, drivetrain, world, sensing: 'odometry' });
    this.start(0);
  }

  /** Begins, or begins anew, where it is. */
  start(at: number): void {
    this.#end();
    void this.#driver.arm();
    const { mission, own, limit } = this.#role;
    const prepared = prepareModel(LIDAR, missionBehavior(mission, own), this.id, own);
    const model = limit.speedLimit === undefined ? prepared : slowed(prepared, limit.speedLimit);
    const state = startLoop(model, { at, pose: this.pose, speed: 0, seed: this.id.length });
    const log = new InputLog(this.id, { robot: LIDAR, mission, ...limit }, state, this.#tell);
    const subscription = loopStates(model, state, {
      driver: this.#door(),
      clock$: this.#clock,
      targets$: this.#targets,
      surroundings$: this.surroundings,
      commands$: this.commands,
      onEvent: log.hear,
    }).subscribe((ticked) => {
      this.#last = ticked;
      log.ticked(ticked.tick.at, ticked.state);
    });
    this.#end = () => subscription.unsubscribe();
  }

  #door(): Driver {
    const { readings$ } = this.#driver;
    return {
      readings$: merge(readings$, this.readings),
      arm: () => this.#driver.arm(),
      drive: (duties) => this.#driver.drive(duties),
      stop: () => this.#driver.stop(),
      close: () => this.#driver.close(),
    };
  }

  get pose(): Pose {
    return this.#world.poseOf(this.id);
  }

  says(at: number): Neighbor {
    const { x, y, heading } = this.pose;
    return { id: this.id, at, position: { x, y }, heading, velocity: { x: -0, y: 0 }, radius: 0.09 };
  }

  tick(at: number, neighbors: readonly Neighbor[], obstacles: Surroundings['obstacles']): void {
    this.#driver.sense(at);
    const [position, velocity] = [fromPolar(1, 0.6 * at), fromPolar(0.6, 0.6 * at + Math.PI / 2)];
    this.#targets.next({ id: 'ball', at, position, velocity });
    this.surroundings.next({ at, neighbors, ...(obstacles ? { obstacles } : { sameObstacles: true }) });
    this.#clock.next({ at, lostPeriods: 0 });
  }

  frame(): RobotFrame {
    const ranges: Readonly<Record<string, RangeReading>> = this.#last?.state.around.ranges ?? {};
    return { id: this.id, truth: this.pose, ranges, ...(this.#last && { tick: this.#last.tick }) };
  }
}

/** What an operator does, and what goes wrong, by the number of the tick. */
type Incident = (actors: readonly [Actor, Actor], at: number) => void;

const tuned = { ...LIDAR, limits: { ...LIDAR.limits, speed: 0.3 } };

const NOWHERE = { x: Number.NaN, y: 0 };
const BAD_MAP = [{ from: NOWHERE, to: NOWHERE, radius: 0.1 }];

export const INCIDENTS: Readonly<Record<number, Incident>> = {
  60: ([a]) => a.commands.next({ kind: 'tune', setup: { robot: tuned, mission: MISSION } }),
  70: ([a], at) => a.readings.next({ kind: 'link', at, badFrames: 3 }),
  90: ([a, b]) => [a, b].map((each) => each.commands.next({ kind: 'stop' })),
  // By then they stand.
  115: ([a, b]) => [a, b].map((each) => each.commands.next({ kind: 'arm' })),
  120: ([a]) => a.commands.next({ kind: 'teleop', twist: { linear: 0.2, angular: -0 } }),
  130: ([a]) => a.commands.next({ kind: 'teleop', twist: { linear: Number.NaN, angular: 1 } }),
  150: ([a]) => a.commands.next({ kind: 'resume' }),
  180: ([, b]) =>
    b.commands.next({
      kind: 'setup',
      setup: { robot: LIDAR, mission: missionOf({ arrive: { target: [-1, -1] } }) },
    }),
  420: ([, b], at) => b.start(at),
  // From here on the first stands, by a fault.
  540: ([a], at) =>
    a.readings.next({ kind: 'pose', at, pose: { x: Number.POSITIVE_INFINITY, y: -0, heading: 0 } }),
  550: ([a], at) => a.surroundings.next({ at, neighbors: [], obstacles: BAD_MAP }),
  551: ([a], at) => a.surroundings.next({ at, neighbors: [], obstacles: BAD_MAP }),
  580: ([a]) => a.commands.next({ kind: 'clear' }),
};

export interface Rehearsal {
  /** Seconds. */
  readonly length?: number;
  readonly incidents?: Readonly<Record<number, Incident>>;
  readonly own?: OwnBehaviors;
  /** Of both. */
  readonly mission?: MissionSpec;
  readonly speedLimit?: number;
}

/** Others, too far away to matter, who say where they are. */
const crowdAt = (at: number): Neighbor[] =>
  Array.from({ length: 15 }, (_, i) => ({
    id: `far ${i}`,
    at,
    position: { x: 100 + at, y: 10 * i },
    heading: 0,
    velocity: { x: 1, y: -0 },
    radius: 0.09,
  }));

/** Tells of the scene, then of each tick's inputs and frame. */
export async function rehearse(tell: (news: News) => void, rehearsal: Rehearsal = {}): Promise<void> {
  const { length = 12, incidents = INCIDENTS, own = {}, mission = MISSION, speedLimit } = rehearsal;
  const role = { mission, own, limit: speedLimit === undefined ? {} : { speedLimit } };
  const world = new World(WORLD);
  tell(SCENE);
  const actors = [
    new Actor('a', { x: -1, y: 0, heading: 0 }, world, role, tell),
    new Actor('robot b/2', { x: 1, y: -1, heading: 2 }, world, role, tell),
  ] as const;
  const map = world.obstacles();
  for (let n = 0; n < length * 50; n++) {
    const at = n / 50;
    incidents[n]?.(actors, at);
    // A body that is armed says so later.
    await turns();
    const said = [...actors.map((actor) => actor.says(at)), ...crowdAt(at)];
    for (const actor of actors) {
      actor.tick(
        at,
        said.filter(({ id }) => id !== actor.id),
        n < 300 ? map : undefined,
      );
    }
    tell(frameOf(at, actors, n));
    for (let step = 0; step < 4; step++) world.advance(at + step / 200, at + (step + 1) / 200);
  }
}

const frameOf = (at: number, actors: readonly Actor[], n: number): FrameView => ({
  kind: 'frame',
  at,
  robots: actors.map((actor) => actor.frame()),
  moved: [{ id: 'ball', at: fromPolar(1, 0.6 * at), heading: -0 }],
  pace: { paused: false, speed: 1, lateness: 0, lostPeriods: 0 },
  link: { state: 'simulated', words: 'simulated' },
  verdict: [],
  news: n % 100 === 50 ? [{ at, level: 'info', words: `tick ${n}` }] : [],
});
