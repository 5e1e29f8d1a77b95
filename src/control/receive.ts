/** Applies each event to the state, in the order of arrival; a tick of the clock runs `step`. */
import { bodyAway, propagateUntil } from '../estimation/estimate.js';
import { heardUntil } from '../estimation/estimatorState.js';
import { CLOCK_ROUNDING, exceeds } from '../math/time.js';
import type { Seconds } from '../math/units.js';
import { startMotion } from '../safety/motionWindow.js';
import { unheardSince } from '../safety/rangeHealth.js';
import {
  futureSource,
  isFiniteNeighbor,
  isFiniteObstacle,
  isFiniteTarget,
  isPlausible,
  updateTarget,
} from '../safety/readingChecks.js';
import { applyCommand, type Found, faulted, noted } from '../safety/supervisor.js';
import type { SignalValue } from '../signals/missionTree.js';
import {
  AT_REST,
  type ClockTick,
  type Command,
  type LoopEvent,
  type Neighbor,
  type Setup,
  type Surroundings,
  type Target,
} from '../signals/signals.js';
import { memoryAt } from '../steering/missions/steps.js';
import { TARGET_TIMEOUT } from '../steering/target.js';
import { modelFor } from './changedModel.js';
import { atRest } from './halt.js';
import { aheadOfClock, heardNow, tooLate } from './newsTimes.js';
import { putDown, toldWhere } from './placing.js';
import { notReady } from './readiness.js';
import { asMeasured, type RobotModel } from './robotModel.js';
import { sense } from './sense.js';
import {
  type Around,
  isUnplaced,
  type LoopState,
  lastTickAt,
  supervised,
  UNPLACED,
  updated,
} from './state.js';
import { type Folded, step } from './step.js';
import { withMap } from './surroundings.js';
import { teleopAsked } from './teleop.js';

const CLOCK_BACKWARDS: Found = { kind: 'clockJump', what: 'the clock does not go forwards' };
const clockForwards = (gap: Seconds): Found => ({
  kind: 'clockJump',
  what: `the clock jumped ahead by ${gap.toFixed(2)} s; was this computer busy or asleep?`,
});
const BAD_TARGET: Found = { kind: 'notFinite', what: 'a target that is not a number' };
const BAD_NEIGHBOR: Found = { kind: 'notFinite', what: 'a neighbor that is not a number' };
const BAD_OBSTACLE: Found = { kind: 'notFinite', what: 'an obstacle that is not a number' };
const BAD_MISSION: Found = { kind: 'mission', what: 'a mission that cannot be built' };

/**
 * Applies one event. @param prepared the robot of its file; an operator's setup changes it
 *
 * @example
 * ```ts
 * import { arrive, loadRobot } from 'steerbot';
 * import { prepareModel, receive, startLoop } from 'steerbot/control';
 * const model = prepareModel(loadRobot('scout'), arrive({ target: [1, 0] }));
 * const start = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
 * const { state } = receive(model, start, { kind: 'command', command: { kind: 'stop' } });
 * console.log(state.guards.supervisor.safety); // stopped
 * ```
 */
export function receive(prepared: RobotModel, state: LoopState, event: LoopEvent): Folded {
  const model = asMeasured(modelFor(prepared, state.setup), state.estimator.latency, state.guards.isWeak);
  switch (event.kind) {
    case 'clock':
      return tick(model, state, event);
    case 'reading':
      return { state: sense(model, state, event.reading) };
    case 'target':
      return { state: target(state, event.target) };
    case 'surroundings':
      return { state: surroundings(state, event.surroundings) };
    case 'command':
      return { state: command(prepared, model, state, event.command) };
    case 'inputEnded': {
      const what = `the input of ${event.input} failed: ${event.why}`;
      return { state: supervised(state, noted, lastTickAt(state), { kind: 'inputEnded', what }) };
    }
    case 'lost':
      return { state: stopped(state, { kind: 'bodyLost', what: `the body was lost: ${event.why}` }) };
  }
}

const stopped = (state: LoopState, found: Found): LoopState =>
  supervised(state, faulted, lastTickAt(state), found);

/** A loop may be created long before its clock runs: a sensor without a report until the first tick is not silent. */
function begin(state: LoopState, at: Seconds): LoopState {
  const { around, guards, granted, estimator } = state;
  const motion = guards.motion.countedAt === null ? startMotion(at, granted) : guards.motion;
  const health = unheardSince(around.health, estimator.heardAt.sensors, at);
  const { surroundings: known } = around;
  const isNews = known.obstacles.length > 0 || known.neighbors.length > 0;
  const surroundings = isNews ? known : { ...known, at: Math.min(known.at, at) };
  return updated(state, { around: { ...around, health, surroundings }, guards: { ...guards, motion } });
}

/** After a longer stall of the host the board's dead-man has stopped the wheels, so the gap counts as a clock jump. */
const MAX_CLOCK_GAP: Seconds = 0.5;

/** A clock that is not finite or goes backwards stops the robot; the tick runs at the last good time. */
function tick(model: RobotModel, state: LoopState, clock: ClockTick): Folded {
  const last = state.at ?? clock.at;
  if (!(clock.at >= last)) {
    return step(model, stopped(state, CLOCK_BACKWARDS), { ...clock, at: lastTickAt(state) });
  }
  const { estimation: estimated, period } = model;
  if (exceeds(clock.at - last, Math.max(MAX_CLOCK_GAP, 3 * period)))
    return leap(model, state, clock, clock.at - last);
  const future = futureSource(state.estimator.heardAt, clock.at, period);
  const begun = state.at === null ? begin(state, clock.at) : state;
  const dated = ofThisClock(begun, clock.at, period);
  const judged = future === undefined ? dated : stopped(dated, { kind: 'reading', what: future });
  const heard = future === undefined ? judged.estimator : heardUntil(judged.estimator, clock.at);
  const estimator = propagateUntil(heard, clock.at, estimated);
  return step(model, updated(judged, { estimator }), clock);
}

/**
 * Guards people: extrapolated by another clock's stamp, such as that of Date.now(), a target would lie kilometres behind, and
 * a map would never grow old. What is stamped more than a period ahead counts as heard now, and that is noted.
 */
function ofThisClock(state: LoopState, now: Seconds, period: Seconds): LoopState {
  const until = now + period + CLOCK_ROUNDING;
  const whose = aheadOfClock(state.around, until);
  if (whose === undefined) return state;
  const around = heardNow(state.around, now, until);
  const what = `news of ${whose} is stamped by another clock, ahead of the robot's: it counts from when it came`;
  return supervised(updated(state, { around }), noted, now, { kind: 'reading', what });
}

/** Nothing is known of the time skipped, so it is not integrated. */
function leap(model: RobotModel, state: LoopState, clock: ClockTick, gap: Seconds): Folded {
  const estimator = bodyAway(state.estimator, clock.at);
  return step(model, { ...stopped(state, clockForwards(gap)), estimator, granted: AT_REST }, clock);
}

/** Guards people: a target that is not finite stops the robot. A jump is followed once a second report confirms it. */
function target(before: LoopState, news: Target): LoopState {
  if (!isFiniteTarget(news)) return stopped(before, BAD_TARGET);
  const { id } = news;
  const state = lateNoted(before, 'target', [news]);
  const { around } = state;
  const known = { believed: around.targets[id], suspect: around.suspects[id] };
  const { believed, suspect } = updateTarget(known, news);
  const targets = { ...around.targets, [id]: believed };
  const { [id]: _, ...others } = around.suspects;
  if (!suspect) return { ...state, around: { ...around, targets, suspects: others } };
  const heard = { ...state, around: { ...around, targets, suspects: { ...others, [id]: suspect } } };
  return supervised(heard, noted, state.at ?? news.at, jumped(id));
}

/** Notes news whose stamp lies too far back: it counts as old, so that its target is lost, and the stamp is why. */
function lateNoted(state: LoopState, of: string, news: readonly (Target | Neighbor)[]): LoopState {
  const late = state.at === null ? undefined : tooLate(news, state.at);
  if (!late) return state;
  const what = `news of ${of} '${late.id}' is stamped by another clock, or comes more than ${TARGET_TIMEOUT} s late: it counts as old`;
  return supervised(state, noted, lastTickAt(state), { kind: 'reading', what });
}

const jumped = (id: string): Found => ({ kind: 'targetJump', what: `target '${id}' jumped` });

/** Guards people: a map with a non-finite obstacle stops the robot, since free space is unknown. */
function surroundings(state: LoopState, news: Surroundings): LoopState {
  const { around } = state;
  const { neighbors, obstacles, sameObstacles = false } = news;
  if (obstacles && !obstacles.every(isFiniteObstacle)) return stopped(state, BAD_OBSTACLE);
  const known = around.surroundings;
  const mapped = obstacles || sameObstacles ? withMap(known, news, lastTickAt(state)) : known;
  if (!neighbors) return updated(state, { around: { ...around, surroundings: mapped } });
  if (!neighbors.every(isFiniteNeighbor)) return stopped(state, BAD_NEIGHBOR);
  const told = lateNoted(state, 'robot', neighbors);
  const { believed, suspects } = believedNeighbors(around, neighbors);
  const { at, heardAt, often } = mapped;
  const heard = { neighbors: believed, obstacles: mapped.obstacles, at, heardAt, often };
  const { targets, ranges, seen, unseen, health, levels, bearings } = around;
  const next = { targets, suspects, surroundings: heard, ranges, seen, unseen, health, levels, bearings };
  return updated(told, { around: next });
}

/** A neighbor may be a target: if it jumps, it keeps its place until a second message confirms the jump. */
function believedNeighbors(
  { surroundings: { neighbors: before }, suspects }: Around,
  news: readonly Neighbor[],
): { readonly believed: readonly Neighbor[]; readonly suspects: Around['suspects'] } {
  let believed: Neighbor[] | undefined;
  let next = suspects;
  // Saves time: there is nearly always none, and looking each neighbor up takes long.
  const anySuspect = Object.keys(suspects).length > 0;
  for (let i = 0; i < news.length; i++) {
    const neighbor = news[i] as Neighbor;
    const { id } = neighbor;
    // Saves time: neighbors nearly always come in the same order, and where they can be.
    const last = before[i]?.id === id ? before[i] : before.find((other) => other.id === id);
    const suspect = anySuspect ? suspects[id] : undefined;
    if (!last || (suspect === undefined && isPlausible(last, neighbor))) continue;
    const heard = updateTarget<Target>({ believed: last, suspect }, neighbor);
    if (heard.believed !== neighbor) {
      believed ??= [...news];
      believed[i] = last;
    }
    const { [id]: _, ...others } = next;
    next = heard.suspect ? { ...others, [id]: heard.suspect } : others;
  }
  return { believed: believed ?? news, suspects: next };
}

function command(prepared: RobotModel, model: RobotModel, state: LoopState, given: Command): LoopState {
  const { supervisor } = state.guards;
  const next = { ...state, guards: { ...state.guards, supervisor: applyCommand(supervisor, given) } };
  switch (given.kind) {
    case 'stop':
      return atRest(next);
    case 'arm':
    case 'clear':
      return release(model, state, given);
    case 'teleop':
      return {
        ...next,
        teleop: teleopAsked(given.twist, lastTickAt(state), supervisor.safety === 'driving', state.teleop),
      };
    case 'resume':
      return { ...next, teleop: null };
    case 'goToStep':
      return goingOnAt(model, next, given.step);
    case 'stands':
      return putDown(model, state, given);
    case 'signal':
      return signaled(next, given.name, given.value);
    case 'setup':
    case 'tune':
      return setUp(prepared, next, given.kind, given.setup);
  }
}

/**
 * Guards people: a robot that is not ready is neither cleared nor armed. The board may have armed its motors already:
 * the next tick cuts them.
 */
function release(model: RobotModel, state: LoopState, given: Command): LoopState {
  const { guards } = state;
  const powered = guards.powered || given.kind === 'arm';
  const next = { ...state, guards: { ...guards, powered } };
  const after = applyCommand(guards.supervisor, given);
  if (after === guards.supervisor) return next;
  // Clearing moves nothing: it needs nobody who says where the robot stands.
  const isWaiting = given.kind === 'clear' && isUnplaced(state);
  const why = notReady(model, isWaiting ? toldWhere(state) : state);
  const supervisor = isWaiting ? { ...after, cause: UNPLACED } : after;
  if (why === undefined) return { ...next, guards: { ...next.guards, supervisor } };
  const found: Found = {
    kind: 'notReady',
    what: `it cannot be ${given.kind === 'arm' ? 'armed' : 'cleared'}: ${why}`,
  };
  return supervised(next, noted, lastTickAt(state), found);
}

/** Nodes before it count as done. A path that the mission does not have changes nothing. */
function goingOnAt({ behavior }: RobotModel, state: LoopState, step: string): LoopState {
  const memory = memoryAt(behavior, step);
  if (memory === undefined) return state;
  return {
    ...state,
    mission: { ...state.mission, memory },
    guards: { ...state.guards, progress: undefined },
  };
}

/** What a page or a program tells must not make the state grow for ever. */
const MOST_SIGNALS = 100;
const TOO_MANY_SIGNALS: Found = {
  kind: 'mission',
  what: `more than ${MOST_SIGNALS} signals by different names: this one does not count`,
};

/** A node that has begun hears it; one that begins later does not. */
function signaled(state: LoopState, name: string, value: SignalValue): LoopState {
  const { mission } = state;
  const known = mission.signals ?? {};
  if (!Object.hasOwn(known, name) && Object.keys(known).length >= MOST_SIGNALS)
    return supervised(state, noted, lastTickAt(state), TOO_MANY_SIGNALS);
  const signals = { ...mission.signals, [name]: { value, told: mission.time ?? 0 } };
  return { ...state, mission: { ...mission, signals } };
}

/** Guards people: a mission that cannot be built stops the robot. Callers check missions before. */
function setUp(model: RobotModel, state: LoopState, kind: 'setup' | 'tune', setup: Setup): LoopState {
  try {
    const { behavior } = modelFor(model, setup);
    const memory = kind === 'tune' ? state.mission.memory : behavior.start();
    const guards = { ...state.guards, progress: kind === 'tune' ? state.guards.progress : undefined };
    return { ...state, setup, mission: { ...state.mission, memory }, guards };
  } catch {
    return stopped(state, BAD_MISSION);
  }
}
