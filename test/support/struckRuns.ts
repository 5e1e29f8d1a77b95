/** A robot that is struck by a fault of a wheel while it drives: when it notices, what it says, and how far it goes meanwhile. */
import { runScenario } from '../../sim/engine/run.js';
import type { FaultSpec, InjectedKind } from '../../sim/scenario/faultSpec.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { type Pose, wrapAngle } from '../../src/math/geometry.js';
import type { Meters, Radians, Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Fault, FaultKind, Side, Tick } from '../../src/signals/signals.js';
import { EMPTY } from '../sim/bodies.js';
import { scoutWith } from './drawnRuns.js';
import { missionOf, sceneOf } from './runs.js';

const BOTH_OR_ONE = [
  'encoderStuck',
  'encoderSilent',
  'encoderReversed',
  'encoderJump',
  'motorDead',
  'motorReversed',
  'motorStuckOn',
  'wheelsBlocked',
] as const satisfies readonly InjectedKind[];

/** Every fault of an encoder or a motor, with the side that it strikes; both if it strikes no side. */
export const WHEEL_FAULTS: readonly (readonly [InjectedKind, Side | 'both'])[] = [
  ...BOTH_OR_ONE.flatMap((kind) => (['left', 'right', 'both'] as const).map((side) => [kind, side] as const)),
  ['encodersSwapped', 'both'],
  ['motorsSwapped', 'both'],
];

/** Of drives that neither stand nor end before the fault is noticed. */
export const STRUCK_MISSIONS = {
  arrive: { arrive: { target: [4, 0] } },
  followPath: {
    followPath: {
      path: [
        [0, 0],
        [1, 0.2],
        [2, -0.2],
        [3, 0.2],
        [4, 0],
      ],
    },
  },
  pursue: { pursue: { target: { mover: 'ball' } } },
} as const;

/** Faults of a gyroscope beside encoders. */
export const GYRO_FAULTS = [
  ['gyroOff', 'both'],
  ['gyroReversed', 'both'],
] as const satisfies typeof WHEEL_FAULTS;

export type StruckMission = keyof typeof STRUCK_MISSIONS;

export interface Strike {
  readonly fault: InjectedKind;
  readonly side: Side | 'both';
  readonly mission: StruckMission;
  readonly at: Seconds;
  readonly rate: number;
  readonly counts: number;
  readonly gyro: boolean;
  /** Of a body that answers at another time than scout. */
  readonly latency?: Seconds;
  /** A second fault, from the same time on. */
  readonly also?: readonly [InjectedKind, Side | 'both'];
  /** It comes and goes: a second on, a second off. */
  readonly flickers?: boolean;
  /** Its encoders have one channel. */
  readonly oneChannel?: boolean;
}

/** What came of it. */
export interface Noticing {
  /**
   * From the moment the body departs from where it would be without the fault to motors off; negative where it was noticed
   * before; null where it never was.
   */
  readonly after: Seconds | null;
  /** From that moment to standing; to the end where it was never noticed. */
  readonly way: Meters;
  readonly fault: Fault | undefined;
  /** The body never departs. */
  readonly harmless: boolean;
}

/** What else is the true cause: an encoder that tells its last count for ever is stuck, a motor that keeps its power runs on. */
const ALSO: Readonly<Partial<Record<InjectedKind, FaultKind>>> = {
  encoderSilent: 'encoderStuck',
  motorHolds: 'motorStuckOn',
};

/** Whether the true kind is the one that is named, or one of the causes. */
export const names = ({ fault }: Noticing, kind: InjectedKind): boolean =>
  [fault?.kind, ...(fault?.causes ?? [])].some((one) => one === kind || one === ALSO[kind]);

const DURATION: Seconds = 11;
/** A gyroscope is learned first: the robot stands a while longer. */
const LEARNED: Seconds = 1.2;

export function struckScene(struck: Strike): Scenario {
  const { mission, rate, counts, gyro, latency, oneChannel = false } = struck;
  const waypoints = [
    { x: 2, y: 1.5 },
    { x: 6, y: -1.5 },
  ];
  return sceneOf({
    robot: answering(blind(withChannels(scoutWith({ rate, counts, gyro }), oneChannel)), latency),
    mission: missionOf(STRUCK_MISSIONS[mission]),
    sensing: 'odometry',
    duration: DURATION,
    world: { ...EMPTY, movers: [{ id: 'ball', waypoints, speed: 0.2, radius: 0.05, solid: false }] },
    faults: specsOf(struck),
  });
}

/** One that comes and goes lasts so long, and is away as long. */
const FLICKER: Seconds = 1;

function specsOf({ fault, side, at, gyro, also, flickers = false }: Strike): readonly FaultSpec[] {
  const from = struckAt({ at, gyro });
  const onsets = flickers
    ? Array.from({ length: Math.floor(DURATION / FLICKER / 2) }, (_, i) => ({
        at: from + 2 * FLICKER * i,
        for: FLICKER,
      }))
    : [{ at: from }];
  const kinds = [[fault, side] as const, ...(also ? [also] : [])];
  return kinds.flatMap(([kind, where]) =>
    onsets.map((onset) => ({ robot: 'a', fault: kind, ...onset, ...(where !== 'both' && { side: where }) })),
  );
}

/** A robot with both channels, or with one, which takes its direction from the commands. */
function withChannels(robot: RobotDefinition, oneChannel: boolean): RobotDefinition {
  const { encoders } = robot;
  if (!oneChannel || !encoders) return robot;
  const of = ({ b: _, ...channel }: NonNullable<RobotDefinition['encoders']>['left']) => ({
    a: 2,
    ...channel,
  });
  return { ...robot, encoders: { left: of(encoders.left), right: of(encoders.right) } };
}

const struckAt = ({ at, gyro }: Pick<Strike, 'at' | 'gyro'>): Seconds => (gyro ? at + LEARNED : at);

const answering = (robot: RobotDefinition, latency = robot.control.latency): RobotDefinition => ({
  ...robot,
  control: { ...robot.control, latency },
});

const blind = (robot: RobotDefinition): RobotDefinition => ({
  ...robot,
  sensors: robot.sensors.filter(({ type }) => type === 'mpu6050'),
});

interface Moment {
  readonly tick: Tick;
  readonly pose: Pose;
  /** Gone since the start. */
  readonly way: Meters;
}

/** Every tick of the robot, and where its body truly was. */
function momentsOf(scenario: Scenario): readonly Moment[] {
  const moments: Moment[] = [];
  let [x, y, way] = [0, 0, 0];
  const run = runScenario(scenario, {
    now: () => 0,
    onTick: (_, pose, tick) => {
      way += Math.hypot(pose.x - x, pose.y - y);
      [x, y] = [pose.x, pose.y];
      moments.push({ tick, pose, way });
    },
  });
  for (let step = run.next(); !step.done; step = run.next());
  return moments;
}

export function strike(struck: Strike): Noticing {
  const scene = struckScene(struck);
  return noticing(struck, momentsOf(scene), healthyTwin(scene));
}

/** The same run without its faults; of the last scene. */
let twin: { readonly of: string; readonly moments: readonly Moment[] } | undefined;
function healthyTwin(scene: Scenario): readonly Moment[] {
  const healthy = { ...scene, faults: [] };
  const of = JSON.stringify(healthy);
  if (twin?.of !== of) twin = { of, moments: momentsOf(healthy) };
  return twin.moments;
}

function noticing(struck: Strike, moments: readonly Moment[], healthy: readonly Moment[]): Noticing {
  const from = struckAt(struck);
  const departed = moments.find(
    ({ tick, pose }, i) =>
      tick.at >= from - 1e-9 &&
      hasDeparted(pose, healthy[i]?.pose ?? pose) &&
      [struck.fault, ...(struck.also ? [struck.also[0]] : [])].some((fault) => canShow(fault, tick)),
  );
  const off = moments.find(({ tick }) => tick.safety === 'faulted');
  const since = (departed ?? off)?.tick.at ?? from;
  return {
    after: off ? off.tick.at - since : null,
    way: (moments.at(-1)?.way ?? 0) - ((departed ?? off)?.way ?? 0),
    fault: off?.tick.faults.at(-1),
    harmless: departed === undefined,
  };
}

/** Wheels that are exchanged show in turns. */
const TURNING = 0.35;
function canShow(fault: InjectedKind, { granted: { left, right } }: Tick): boolean {
  const isExchanged = fault === 'encodersSwapped' || fault === 'motorsSwapped';
  return !isExchanged || Math.abs(right - left) >= TURNING * Math.max(Math.abs(left), Math.abs(right));
}

/** A body that is so far from where its healthy twin is does not do what it should. */
const DEPARTED: Meters = 0.02;
const DEPARTED_TURN: Radians = 0.15;
const hasDeparted = (pose: Pose, twin: Pose): boolean =>
  Math.hypot(pose.x - twin.x, pose.y - twin.y) > DEPARTED ||
  Math.abs(wrapAngle(pose.heading - twin.heading)) > DEPARTED_TURN;
