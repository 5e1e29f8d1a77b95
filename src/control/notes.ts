/** What a tick notices of the robot and tells its operator, which is no reason to stop. */
import type { FixRefusal } from '../estimation/fixes.js';
import { isMuchLater } from '../estimation/latencyMeter.js';
import type { Seconds } from '../math/units.js';
import type { Mount } from '../robot/mount.js';
import { lossOf, lossTold } from '../safety/lostCommands.js';
import { type Found, noted, type SupervisorState } from '../safety/supervisor.js';
import { timeOfSensor } from '../signals/readings.js';
import type { Target } from '../signals/signals.js';
import { MAX_SIGHT_AGE } from '../steering/avoidance/headway.js';
import { TARGET_TIMEOUT } from '../steering/target.js';
import { noNewsOf } from './newsTimes.js';
import type { RobotModel } from './robotModel.js';
import type { LoopState } from './state.js';
import { mapAge } from './surroundings.js';

export function withNotes(
  supervisor: SupervisorState,
  model: RobotModel,
  state: LoopState,
  at: Seconds,
): SupervisorState {
  const heard = withSilentSensors(withSilentGyro(supervisor, model, state, at), model, state, at);
  const told = withRefusedFixes(withLost(heard, model, state, at), state, at);
  const late = notedOnce(told, at, lateness(model, state));
  return notedOnce(late, at, lossTold(lossOf(state.guards.supply.counts, at)));
}

/** What is told with a figure that changes. */
function notedOnce(supervisor: SupervisorState, at: Seconds, found: Found | undefined): SupervisorState {
  const isKnown = found && supervisor.faults.some(({ kind }) => kind === found.kind);
  return found && !isKnown ? noted(supervisor, at, found) : supervisor;
}

const inMs = (seconds: Seconds): string => `${Math.round(1000 * seconds)} ms`;

/** A body that answers later than what watches its wheels allows for. It is driven by what is measured from then on (`noteSent`). */
function lateness({ estimation }: RobotModel, { estimator: { latency } }: LoopState): Found | undefined {
  const { declaredLatency: declared = 0, compensates = true, pause } = estimation.fileLatency ?? {};
  if (!latency || compensates || !isMuchLater(latency.found, declared, pause)) return undefined;
  const answers = latency.found ? `after ${inMs(latency.found.value)}` : 'later';
  // A wheel that needs more to start begins later, too.
  const what = `it answers ${answers}, and its file says ${inMs(declared)}: it is later, or needs more to start than its file says; calibrate`;
  return { kind: 'bodyLate', what };
}

/** What is used may be off what is found by so much [s]. */
const CAUGHT_UP: Seconds = 0.02;

/** Until what is measured is reckoned with, the wheels of a late body only seem to fail. */
export function latenessBehind(model: RobotModel, state: LoopState): Found | undefined {
  const { found = null, used = null } = state.estimator.latency ?? {};
  // A body that has stood for long has no measured latency any more: what is used then is right.
  const isReckoned = used !== null && (found === null || Math.abs(found.value - used) <= CAUGHT_UP);
  return isReckoned ? undefined : lateness(model, state);
}

/** Notes a silent gyroscope. The estimate then turns by the wheels alone: less accurate, but no reason to stop. */
function withSilentGyro(
  supervisor: SupervisorState,
  { estimation: { gyro, patience } }: RobotModel,
  { estimator }: LoopState,
  at: Seconds,
): SupervisorState {
  const heardAt = gyro === undefined ? undefined : timeOfSensor(estimator.heardAt, gyro);
  if (heardAt === undefined || at - heardAt <= patience) return supervisor;
  return noted(supervisor, at, {
    kind: 'gyroSilent',
    what: `the gyroscope '${gyro}' no longer sends readings`,
  });
}

/** A board repeats what its sensors say much more often. */
export const MOST_SILENCE: Seconds = 1;

/** Notes reflectance, light and beacon sensors without news; behaviors that go by them do not trust old news. */
function withSilentSensors(
  supervisor: SupervisorState,
  { mounts }: RobotModel,
  { estimator, guards: { trip } }: LoopState,
  at: Seconds,
): SupervisorState {
  let next = supervisor;
  for (const id in mounts) {
    const heardAt = timeOfSensor(estimator.heardAt, id);
    const silence = heardAt === undefined ? trip.time : at - heardAt;
    if (silence <= MOST_SILENCE) continue;
    const what = `the ${(mounts[id] as Mount).senses} sensor '${id}' sends no readings`;
    next = noted(next, at, { kind: 'sensorSilent', what });
  }
  return next;
}

/** Notes scans and targets whose news has ended, and targets without any news yet. Behaviors brake for them, or say nothing. */
function withLost(
  supervisor: SupervisorState,
  { movers }: RobotModel,
  { around: { targets, surroundings }, guards: { trip } }: LoopState,
  at: Seconds,
): SupervisorState {
  let next = supervisor;
  if (mapAge(at, surroundings) > MAX_SIGHT_AGE)
    next = noted(next, at, { kind: 'obstaclesLost', what: 'there is no more news of obstacles' });
  for (const id of movers) {
    if (trip.time > TARGET_TIMEOUT && !Object.hasOwn(targets, id))
      next = noted(next, at, { kind: 'targetLost', what: noNewsOf(id, movers, targets) });
  }
  for (const id in targets) {
    const target = targets[id] as Target;
    if (id !== 'pointer' && at - target.at > TARGET_TIMEOUT)
      next = noted(next, at, { kind: 'targetLost', what: `there is no more news of target '${id}'` });
  }
  return next;
}

/** So many in a row are no outliers. */
const REFUSED = 3;
const REFUSALS: Readonly<Record<FixRefusal, string>> = {
  'far off': 'are too far from where it believes to be, and do not count until five of them agree',
  'too late': 'come more than a second late, and do not count',
  'from the future': 'are stamped ahead of its clock, and do not count',
};

/** Notes places told from outside that are not believed: the robot may be elsewhere than it believes. */
function withRefusedFixes(
  supervisor: SupervisorState,
  { estimator: { history } }: LoopState,
  at: Seconds,
): SupervisorState {
  if (!history?.why || history.refused < REFUSED) return supervisor;
  return noted(supervisor, at, {
    kind: 'reading',
    what: `the places that it is told ${REFUSALS[history.why]}`,
  });
}
