/** Why a robot lost a criterion, in one sentence, from what is known: the first of these reasons that holds. */
import type { TickedState } from '../../src/control/loop.js';
import { distance, type Pose, rotate, sub, type Vec2 } from '../../src/math/geometry.js';
import type { Meters } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { beamOf } from '../../src/sensors/beam.js';
import { endWords, leavesOf, type MissionSpec } from '../../src/signals/missionTree.js';
import { placeWords, standingWords } from '../../src/signals/standing.js';
import { leafNamed } from '../../src/steering/mission.js';
import type { Injected } from '../plant/strikes.js';
import type { Scenario } from '../scenario/scenario.js';
import type { BodyTouch } from '../world/robotInWorld.js';
import { nounOf } from './lossWords.js';
import { formatMeters, type Loss } from './result.js';

/** The robot as it was when it lost the criterion. */
export interface LosingRobot {
  readonly robot: RobotDefinition;
  readonly mission: MissionSpec;
  readonly truth: Pose;
  /** Its last tick; undefined before the first. */
  readonly ticked: TickedState | undefined;
  /** The contact that lost it. */
  readonly touch: BodyTouch | undefined;
  /** All robots of the run, by their names. */
  readonly robots: readonly string[];
  readonly sensing: Scenario['sensing'];
  /** The faults that had been injected. */
  readonly injected: readonly Injected[];
  readonly distanceToGoal: Meters | null;
  /** The smallest gap between the robot and a solid thing since the start; null in a world without solid things. */
  readonly clearance: Meters | null;
}

export function whyLost(row: string, loss: Loss, now: LosingRobot): string {
  const isTouch = now.touch !== undefined || row === 'clearance';
  const reasons: readonly Reason[] = isTouch
    ? [byHand, wasHit, wasStopped, ofFaults, unasked, unseen, outvoted, added, asMargin, tooLate]
    : [
        ofFaults,
        wasStopped,
        hasFailed,
        hasArrived,
        unheard,
        stands,
        byHand,
        isLost,
        ofSeek,
        ofOthers,
        wasHeld,
        underWay,
      ];
  for (const reason of reasons) {
    const said = reason(now, loss, row);
    if (said !== undefined) return said;
  }
  return 'Nothing that is known explains it.';
}

type Reason = (now: LosingRobot, loss: Loss, row: string) => string | undefined;

const wordsOf = ({ robots }: LosingRobot, { thing }: Loss): string =>
  nounOf(thing, robots).replace(/^an? /, 'the ');

// Of touches ---------------------------------------------------------------------------------------------

const byHand: Reason = ({ ticked }) =>
  ticked?.tick.mode === 'manual' ? 'It was driven by hand.' : undefined;

/** Its own wheels drove it towards the thing no faster than this. */
const STOOD = 0.02;

const wasHit: Reason = (now, loss) =>
  now.touch && now.touch.speed < STOOD
    ? `It did not drive there: ${wordsOf(now, loss)} came to it.`
    : undefined;

const wasStopped: Reason = ({ ticked }) => {
  const { safety = 'driving', cause } = ticked?.tick ?? {};
  return safety !== 'driving' && cause ? `It was ${safety}: ${cause.what}.` : undefined;
};

/** `encoderStuck` as `encoder stuck`. */
const spaced = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const ofFaults: Reason = ({ injected, ticked }) => {
  const first = injected[0];
  const found = ticked?.tick.faults[0];
  const noticed = found && `noticed at ${found.at.toFixed(1)} s: ${found.what}`;
  if (!first) return noticed && `A fault was ${noticed}.`;
  const struck = `The fault “${spaced(first.what)}” was injected at ${first.at.toFixed(1)} s`;
  return noticed ? `${struck}, and ${noticed}.` : `${struck}.`;
};

const namesIn = (mission: MissionSpec): string[] => [
  ...new Set(leavesOf(mission).map(({ behavior }) => behavior)),
];

/** The behavior that keeps a robot off a thing of that kind. */
const keeperFrom = (now: LosingRobot, { thing = '' }: Loss): string =>
  now.robots.includes(thing) ? 'avoidNeighbors' : 'avoidObstacles';

const keepsOff = (behavior: string): boolean => leafNamed(behavior, {})?.avoids === true;

/** Others keep a robot off things too, but not off other robots. */
const keepsOffThings = (name: string, { robots }: LosingRobot, { thing = '' }: Loss): boolean =>
  keepsOff(name) && name !== 'avoidNeighbors' && !robots.includes(thing);

/** Whether a behavior keeps the robot off what it came too near to. */
const isKeeper = (name: string, now: LosingRobot, loss: Loss): boolean =>
  name === keeperFrom(now, loss) || keepsOffThings(name, now, loss);

const unasked: Reason = (now, loss) => {
  const names = namesIn(now.mission);
  if (names.some((name) => isKeeper(name, now, loss))) return undefined;
  const blind = isBlind(now, loss) ? `, and no sensor that sees ${wordsOf(now, loss)}` : '';
  return `Its mission has no ${keeperFrom(now, loss)}${blind}: ${names.join(' and ') || 'nothing'} drove it there.`;
};

const rangersOf = ({ robot }: LosingRobot): readonly string[] =>
  robot.sensors.filter((sensor) => beamOf(sensor) !== undefined).map(({ id }) => id);

/** Without a map, a robot sees things by its range sensors alone; other robots tell where they are. */
const isBlind = (now: LosingRobot, { thing = '' }: Loss): boolean =>
  now.sensing === 'odometry' && !now.robots.includes(thing) && rangersOf(now).length === 0;

const SIDES = ['ahead of it', 'to its left', 'behind it', 'to its right'] as const;

/** The quarter in which a place lies, seen from a body. */
function sideOf(place: Vec2, { heading, ...at }: Pose): string {
  const { x, y } = rotate(sub(place, at), -heading);
  return SIDES[(Math.round(Math.atan2(y, x) / (Math.PI / 2)) + 4) % 4] as string;
}

/** A thing is remembered this near to where it is. */
const REMEMBERED: Meters = 0.12;

/** Whether its memory of echoes holds something there; it is kept in the frame of its own estimate. */
function remembers({ ticked, truth }: LosingRobot, place: Vec2): boolean {
  if (!ticked) return false;
  const { pose } = ticked.tick.estimate;
  const inBody = rotate(sub(place, truth), -truth.heading);
  const { x, y } = rotate(inBody, pose.heading);
  const { hits } = ticked.state.around.seen;
  return hits.x.some(
    (hitX, i) => Math.hypot(hitX - pose.x - x, (hits.y[i] as number) - pose.y - y) < REMEMBERED,
  );
}

const unseen: Reason = (now, loss) => {
  if (now.sensing === 'truth' || now.robots.includes(loss.thing ?? '') || !loss.place) return undefined;
  const thing = wordsOf(now, loss);
  const rangers = rangersOf(now);
  if (rangers.length === 0) return `It has no range sensor: it could not see ${thing}.`;
  if (remembers(now, loss.place)) return undefined;
  const names = rangers.length > 4 ? `its ${rangers.length} range sensors` : rangers.join(' and ');
  return `Its range sensor${rangers.length > 1 ? 's' : ''} (${names}) had not seen ${thing}, which was ${sideOf(loss.place, now.truth)}.`;
};

const speakers = ({ ticked }: LosingRobot): string[] => [
  ...new Set(ticked?.tick.contributions.map(({ behavior }) => behavior) ?? []),
];

const outvoted: Reason = (now) => {
  const said = speakers(now);
  const keepers = namesIn(now.mission).filter(keepsOff);
  if (said.length === 0 || said.some(keepsOff)) return undefined;
  const [first, behind] = [said.join(' and '), keepers.join(' and ')];
  return isBefore(said[0], keepers[0], now.mission)
    ? `${first} drove it: it stands before ${behind}, which is then not asked.`
    : `${first} drove it: ${behind} did not speak.`;
};

/** Whether one leaf has precedence over another: it stands in an earlier branch of a `prioritize`. */
function isBefore(one: string | undefined, other: string | undefined, mission: MissionSpec): boolean {
  if (!('children' in mission)) return false;
  const names = mission.children.map((child) => namesIn(child.mission));
  const [at, behind] = [one, other].map((name) => names.findIndex((own) => own.includes(name ?? '')));
  if (at === undefined || behind === undefined || at < 0 || behind < 0) return false;
  if (at !== behind) return mission.behavior === 'prioritize' && at < behind;
  return isBefore(one, other, mission.children[at]?.mission ?? mission);
}

/** The behaviors of the first blend in which a keeper is one of several. */
function blended(mission: MissionSpec, keeps: (name: string) => boolean): readonly string[] | undefined {
  if (!('children' in mission)) return undefined;
  const parts = mission.children.map((child) => child.mission);
  const names = parts.map(({ behavior }) => behavior);
  if (mission.behavior === 'blend' && names.length > 1 && names.some(keeps)) return names;
  return parts.map((part) => blended(part, keeps)).find((found) => found !== undefined);
}

/** Two forces that point apart cancel each other. */
const added: Reason = (now, loss) => {
  const names = blended(now.mission, (name) => isKeeper(name, now, loss));
  return names && `The forces of ${names.join(' and ')} were added: none of them decided.`;
};

/** It came nearer than was wanted, but no nearer than its behavior wants. */
const asMargin: Reason = (now, loss, row) => {
  if (now.touch || row !== 'clearance') return undefined;
  const keeper = leavesOf(now.mission).find(({ behavior }) => isKeeper(behavior, now, loss));
  const margin = Number(keeper?.parameters.margin);
  // NaN where it has none.
  return keeper && margin < (now.clearance ?? 0)
    ? `Its ${keeper.behavior} keeps off things by ${formatMeters(margin)}, its margin.`
    : undefined;
};

const tooLate: Reason = ({ ticked, robot }) => {
  if (!ticked) return undefined;
  const { left, right } = ticked.tick.granted;
  const v = Math.abs(left + right) / 2;
  const { acceleration } = robot.limits;
  const { latency } = robot.control;
  const way = v * (typeof latency === 'number' ? latency : 0) + v ** 2 / (2 * acceleration);
  return `It was avoided too late: at ${v.toFixed(2)} m/s the robot needs ${formatMeters(way)} to stop.`;
};

// Of what was not done ---------------------------------------------------------------------------------

const hasFailed: Reason = ({ ticked }) => {
  const ended = ticked?.tick.ended;
  return ended?.how === 'failed' ? `Its mission has failed: ${endWords(ended)}.` : undefined;
};

const hasArrived: Reason = ({ ticked }) =>
  ticked?.tick.arrived ? 'It had arrived, and does no more.' : undefined;

/** The movers and robots that a mission goes by. */
const partnersIn = (mission: MissionSpec): string[] =>
  leavesOf(mission)
    .flatMap(({ parameters }) => Object.values(parameters))
    .flatMap((value) => (isPartner(value) ? (value.mover ?? value.robot ?? []) : []));

const isPartner = (value: unknown): value is { readonly mover?: string; readonly robot?: string } =>
  typeof value === 'object' && value !== null && ('mover' in value || 'robot' in value);

const unheard: Reason = ({ mission, ticked }) => {
  if (!ticked) return undefined;
  const { targets, surroundings } = ticked.state.around;
  const known = [...Object.keys(targets), ...surroundings.neighbors.map(({ id }) => id)];
  const unknown = partnersIn(mission).filter((id) => !known.includes(id));
  return unknown.length > 0 ? `It has not heard of ${unknown.join(' and ')}.` : undefined;
};

const stands: Reason = ({ ticked }) => {
  const standing = ticked?.tick.standing;
  return standing && !ticked.tick.arrived ? `It stands ${standingWords(standing)}.` : undefined;
};

/** An estimate that is this far off explains what a robot misses. */
const LOST: Meters = 0.03;

const isLost: Reason = ({ ticked, truth, sensing }) => {
  const pose = ticked?.tick.estimate.pose;
  if (!pose || sensing === 'truth' || distance(pose, truth) < LOST) return undefined;
  return `It believed itself at ${placeWords(pose)}, ${formatMeters(distance(pose, truth))} from where it was.`;
};

const ofSeek: Reason = ({ mission }, _, row) =>
  row === 'overshoot' && namesIn(mission).includes('seek')
    ? 'seek does not brake: it drives through its target and swings back, as Reynolds describes it; arrive brakes.'
    : undefined;

/** What bends the way of a robot that follows a path. */
const ofOthers: Reason = (now, _, row) => {
  const others = speakers(now).filter((name) => name !== 'followPath');
  return row.startsWith('crossTrack') && others.length > 0
    ? `${others.join(' and ')} steered it then.`
    : undefined;
};

const wasHeld: Reason = ({ ticked }) => (ticked?.tick.hold ? `It was held: ${ticked.tick.hold}.` : undefined);

const underWay: Reason = (now) => {
  const { ticked, distanceToGoal } = now;
  if (!ticked) return 'Its loop had not begun.';
  const { left, right } = ticked.tick.granted;
  const toGo = distanceToGoal === null ? '' : `, ${formatMeters(distanceToGoal)} from its goal`;
  const by = speakers(now).join(' and ') || 'no behavior';
  const v = Math.abs(left + right) / 2;
  const does = v < STOOD ? 'It stood' : `It was still driving at ${v.toFixed(2)} m/s`;
  return `${does}, steered by ${by}${toGo}.`;
};
