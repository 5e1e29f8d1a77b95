/**
 * A recorded drive of a real robot goes on in simulation from an instant: from where it believed itself, in its mission as far as it
 * was, by the body that the drive itself tells (`compare`), among what its sensors saw. How far that can be trusted is measured: the
 * simulated body goes on without a change, too, beside what was recorded.
 */

import type { DrivenPast } from '../../../../sim/engine/robotLoop.js';
import { formatMeters, formatSeconds } from '../../../../sim/referee/result.js';
import { plantSchema } from '../../../../sim/scenario/plantSchema.js';
import type { PlantSpec } from '../../../../sim/scenario/plantSpec.js';
import type { Scenario } from '../../../../sim/scenario/scenario.js';
import { EMPTY_FLOOR } from '../../../../sim/scenario/scenario.js';
import { PERFECT_COMMUNICATION } from '../../../../sim/scenario/scenarioSchema.js';
import { storedScenario } from '../../../../sim/session/storedScenario.js';
import type { LoopState } from '../../../control/state.js';
import { GYRO_BIAS } from '../../../estimation/motion.js';
import { distance, type Pose, type Vec2 } from '../../../math/geometry.js';
import type { Meters, Seconds } from '../../../math/units.js';
import { CELL } from '../../../perception/hitMap.js';
import type { Recording } from '../../../recording/reading/recording.js';
import type { Begun, Recordable } from '../../../recording/simulated.js';
import type { Tick } from '../../../signals/signals.js';
import type { OwnBehaviors } from '../../../steering/mission.js';
import { UsageError } from '../../../validation/errors.js';
import { type DriftExplanation, explain } from '../../compare/explain.js';
import { plantFound } from '../../compare/plantFile.js';
import { recordedRun } from '../../compare/recordedRun.js';
import type { Branch, PastRun } from '../../sim/runToRepeat.js';
import { cannotResume, stateAt } from '../resimulate.js';

/** Longer ago no command counts any more: more than a body's delay and lag. */
const WARM: Seconds = 2;
/** It goes on so long after the recording's end, unless its mission ends before. */
const LONGER: Seconds = 30;

/** It holds inputs of one robot, and no scenario. */
export const isDrive = ({ contents, robots }: Recording): boolean =>
  robots.length === 1 && contents.simulation.at(0) === undefined;

/** What a drive tells of the body and of the room. */
interface Told {
  readonly plant: PlantSpec;
  /** Undefined where the drive does not tell its body. */
  readonly found: DriftExplanation | undefined;
  /** Why it does not. */
  readonly why?: string;
  /** The middles of the cells in which something was seen, but for where the robot was itself. */
  readonly hits: readonly Vec2[];
  /** Where it believed itself at each frame. */
  readonly way: readonly (Pose & { readonly at: Seconds })[];
  /** What its motors were told, on its own clock. */
  readonly told: DrivenPast['told'];
}

const known = new WeakMap<Recording, Told>();

export function toldBy(recording: Recording): Told {
  const before = known.get(recording);
  if (before) return before;
  const ticks = ticksIn(recording);
  const way = ticks.map(({ time, tick }) => ({ at: time, ...tick.estimate.pose }));
  const duties = ticks.map(({ tick }) => ({ at: tick.at, ...tick.duties }));
  const told = { ...bodyOf(recording), hits: hitsIn(recording, way), way, told: duties };
  known.set(recording, told);
  return told;
}

function bodyOf(recording: Recording): Pick<Told, 'plant' | 'found' | 'why'> {
  try {
    const run = recordedRun(recording, undefined);
    const found = explain(run);
    return { plant: plantSchema.parse(plantFound(run, found)), found };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { plant: plantSchema.parse('ideal'), found: undefined, why: error.message };
  }
}

/** What the robot remembered to have seen, at each keyframe. */
function hitsIn(recording: Recording, way: readonly Vec2[]): readonly Vec2[] {
  const cells = new Map<string, Vec2>();
  let least: Meters = 0;
  const [robot = ''] = recording.robots;
  for (const place of recording.contents.keyframes.of(robot).places()) {
    const { robot: body, state } = recording.keyframe(place);
    least = body.chassis.radius + CELL / 2;
    const { x, y } = (state as LoopState).around.seen.hits;
    for (const [i, left] of x.entries()) {
      const cell = [left, y[i] ?? 0].map((value) => Math.floor(value / CELL));
      const [column = 0, row = 0] = cell;
      cells.set(cell.join(), { x: (column + 0.5) * CELL, y: (row + 0.5) * CELL });
    }
  }
  return [...cells.values()].filter((hit) => way.every((place) => distance(place, hit) > least));
}

/** A frame holds the last tick until there is a newer one. */
function ticksIn(recording: Recording): { readonly time: Seconds; readonly tick: Tick }[] {
  const { frames } = recording.contents;
  const ticks: { time: Seconds; tick: Tick }[] = [];
  for (let i = 0; i < frames.length; i++) {
    const place = frames.at(i);
    const [robot] = place ? recording.storedFrame(place).robots : [];
    const tick = place && robot && recording.tickOf(robot, place);
    if (tick && tick.at > (ticks.at(-1)?.tick.at ?? Number.NEGATIVE_INFINITY))
      ticks.push({ time: place.time, tick });
  }
  return ticks;
}

/** @throws FileError where no state is known then */
export function drivenRun(
  recording: Recording,
  own: OwnBehaviors,
  { at, settings, operations = [] }: Branch & { readonly at: Seconds },
): PastRun {
  const [id = ''] = recording.robots;
  const { frame, tick } = tickAt(recording, at);
  const before = stateAt(recording, id, own, frame - 1e-9);
  // At the first tick nothing was before it.
  const last = before ?? stateAt(recording, id, own, at + 1e-6);
  if (!last) throw cannotResume(recording, `no state of '${id}' is known at ${at.toFixed(2)} s`);
  const { prepared, state } = last;
  const { robot, mission } = state.setup ?? prepared;
  const { plant, hits, told } = toldBy(recording);
  const { pose, wheels } = tick.estimate;
  const { left, right } = wheels;
  const then = tick.at;
  const scenario: Scenario = {
    name: `${id}, from ${at.toFixed(2)} s on`,
    duration: recording.duration - at + LONGER,
    seed: 1,
    world: { ...EMPTY_FLOOR, posts: { radius: CELL / 2, at: hits } },
    plant: { ...plant, ...biasIn(state) },
    sensing: 'odometry',
    bodies: 'physics',
    communication: PERFECT_COMMUNICATION,
    robots: [{ id, robot, mission, at: { ...pose, speed: (left + right) / 2 } }],
    criteria: [],
  };
  const { name } = scenario;
  const first: Begun = {
    ...{ kind: 'begun', scene: name, about: '', firmware: false },
    scenario: storedScenario(scenario),
  };
  function* news(): Generator<Recordable> {
    yield first;
    yield { kind: 'changed', at: 0, settings, of: recording.file };
    // Read when the run has come there.
    for (const operation of operations) yield { kind: 'operated', at: 0, operation };
  }
  const behaviors = Object.keys(own).length > 0 && { behaviors: own };
  return {
    ...{ name, firmware: false, first, told: news(), differs: 'from its begin', from: at },
    sceneOf: () => ({ name, about: '', scenario: { ...scenario, ...behaviors } }),
    pastOf: () => before && { state, then, told: told.filter(({ at }) => at < then && at > then - WARM) },
  };
}

/** The tick that is shown then, and when that was recorded. */
function tickAt(recording: Recording, at: Seconds) {
  const place = recording.frameAt(at);
  const [robot] = recording.frame(place).robots;
  if (!robot?.tick) throw cannotResume(recording, `nothing is known of the robot at ${at.toFixed(2)} s`);
  return { frame: recording.timeOf(place), tick: robot.tick };
}

/** What the robot has found out of its gyroscope is so: its mean while it stood, and what fixes told of the rest. */
function biasIn({ estimator: { belief, gyro } }: LoopState): Pick<PlantSpec, 'gyroBias'> {
  if (!gyro || gyro.bias === null) return {};
  return { gyroBias: gyro.bias + (belief.means[belief.errors.indexOf(GYRO_BIAS)] ?? 0) };
}

/** How far the simulated body of a drive can be trusted. */
export interface Trust {
  /** Of the way within three seconds, by the robot's file and by the body that the drive tells; null where it does not tell. */
  readonly drift: { readonly file: number; readonly found: number } | null;
  /** Why the drive does not tell the body. */
  readonly why?: string;
  /** How far it is from the recorded robot without a change, after so long. */
  readonly apart: readonly { readonly after: Seconds; readonly distance: Meters }[];
  /** How many cells something was seen in. */
  readonly seen: number;
}

const LOOKED_AT: readonly Seconds[] = [1, 3, 10];

/** @param unchanged of the simulated body from that instant on, on its own clock */
export function trustOf(
  recording: Recording,
  at: Seconds,
  unchanged: readonly { readonly at: Seconds; readonly pose: Pose }[],
): Trust {
  const { found, why, way, hits } = toldBy(recording);
  const end = Math.min((way.at(-1)?.at ?? at) - at, unchanged.at(-1)?.at ?? 0);
  const times = [...LOOKED_AT.filter((after) => after < end), end];
  const apart = times.flatMap((after) => {
    const was = way.findLast((one) => one.at <= at + after + 1e-6);
    const is = unchanged.findLast((one) => one.at <= after + 1e-6);
    return was && is ? [{ after, distance: distance(was, is.pose) }] : [];
  });
  const drift = found ? { file: found.drift.file.share, found: found.drift.found.share } : null;
  return { drift, ...(why !== undefined && { why }), apart, seen: hits.length };
}

/** What is nearer to the other future than the simulated body is to the recorded one, tells nothing. */
export function trustWords({ drift, why, apart, seen }: Trust): string[] {
  const perMeter = (share: number) => `${(100 * share).toFixed(1)} cm per metre`;
  const far = apart.map(({ after, distance }) => `${formatMeters(distance)} after ${formatSeconds(after)}`);
  return [
    drift
      ? `simulated by the body that the drive tells: ${perMeter(drift.found)} off, by the robot's file ${perMeter(drift.file)}`
      : `simulated by the body of the robot's file: ${why}`,
    `how far to trust it: without a change it is ${far.join(', ')} from where the robot believed itself`,
    `around it stands what its sensors saw: ${seen} places of 5 cm; nothing else`,
  ];
}
