/** A recorded simulation: the scenes that it was made from, and in their order what was done with them and what followed. */

import { isFaultSetting, withFaults } from '../../../sim/scenario/changes.js';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import type { Scene } from '../../../sim/session/openScene.js';
import {
  restoredScenario,
  type StoredScenario,
  storedScenario,
} from '../../../sim/session/storedScenario.js';
import type { Seconds } from '../../math/units.js';
import type { Recording } from '../../recording/reading/recording.js';
import { inFileOrder, type MessagePlace } from '../../recording/reading/track.js';
import type { Begun, Changed, Recordable } from '../../recording/simulated.js';
import type { Operation } from '../../signals/view.js';
import type { OwnBehaviors } from '../../steering/mission.js';
import { drivenRun, isDrive } from '../replay/branch/drivenRun.js';
import { cannotResume } from '../replay/resimulate.js';
import type { Branch, PastRun } from './runToRepeat.js';

/** @param until nothing later is told @throws FileError where it does not hold a simulation from its beginning */
export function pastRun(recording: Recording, own: OwnBehaviors, until: Seconds): PastRun {
  const first = beginOf(recording);
  const { scene: name, firmware } = first;
  return { name, firmware, first, sceneOf: sceneWith(own), told: newsOf(toldIn(recording, until)) };
}

/** The run in which an instant of a recording is. */
interface RunIn {
  readonly begin: MessagePlace;
  readonly begun: Begun;
}

function runIn(recording: Recording, at: Seconds): RunIn {
  const places = [...recording.contents.simulation.places()];
  const begins = places.filter((place) => recording.simulated(place).kind === 'begun');
  const [begin] = begins.filter(({ time }, i) => i === 0 || time <= at).slice(-1) as [MessagePlace];
  return { begin, begun: recording.simulated(begin) as Begun };
}

/** When the run begins in which an instant is. */
export const beginBefore = (recording: Recording, at: Seconds): Seconds =>
  isDrive(recording) ? at : runIn(recording, at).begin.time;

/** When each run of a recording begins. */
export const beginsOf = (recording: Recording): readonly Seconds[] =>
  [...recording.contents.simulation.places()]
    .filter((place) => recording.simulated(place).kind === 'begun')
    .map(({ time }) => time);

/** The scenario of the run in which an instant is. @throws FileError where the recording cannot be run again */
export function scenarioAt(recording: Recording, own: OwnBehaviors, at: Seconds): Scenario {
  beginOf(recording);
  return sceneWith(own)(runIn(recording, at).begun).scenario;
}

/**
 * The same up to the branch, and then the change; it ends with the run that the branch is in. A drive's goes on in simulation from there.
 *
 * @throws FileError, UsageError
 */
export function branchedRun(
  recording: Recording,
  own: OwnBehaviors,
  { at, settings, operations = [], scenario: given }: Branch,
): PastRun {
  const due = typeof at === 'function' ? at : () => at;
  if (isDrive(recording)) return drivenRun(recording, own, { at: due(), settings, operations });
  const first = beginOf(recording);
  const sceneOf = sceneWith(own);
  const known = typeof at === 'function' ? 0 : at;
  const { begin, begun } = runIn(recording, known);
  const other = given ?? withFaults(sceneOf(begun).scenario, settings, known - begin.time);
  const isOther = given !== undefined || settings.some(isFaultSetting);
  const run = { begin, isLast: true, begun: isOther ? { ...begun, scenario: storedScenario(other) } : begun };
  const change = { settings, of: recording.file, operations };
  const all = toldIn(recording, Number.POSITIVE_INFINITY);
  // Of another scenario already the first inputs differ.
  const differs = given ? 'from its begin' : 'from its change';
  const told = changedAt(
    all,
    given ? never : due,
    change,
    typeof at === 'function' ? { ...run, isLast: false } : run,
  );
  const { scene: name, firmware } = first;
  return { name, firmware, first, sceneOf, told, differs, from: begin.time };
}

function* changedAt(
  told: Iterable<Told>,
  due: () => Seconds,
  { operations, ...change }: Pick<Changed, 'settings' | 'of'> & Required<Pick<Branch, 'operations'>>,
  run: RunIn & { readonly isLast: boolean },
): Generator<Recordable> {
  function* changedNow(now: Seconds): Generator<Recordable> {
    yield { kind: 'changed', at: now, ...change };
    for (const operation of operations) yield { kind: 'operated', at: now, operation };
  }
  let reached: Seconds = 0;
  let isChanged = false;
  for (const { place, news } of told) {
    if (!isChanged && place.time > due() + SAME_TIME) {
      yield* changedNow(reached);
      isChanged = true;
    }
    if (news.kind === 'begun' && (isChanged || (run.isLast && place.position > run.begin.position))) break;
    // An operator began another run here: this one's future goes on.
    if (isChanged && news.kind === 'operated' && BEGINS_ANOTHER.includes(news.operation.kind)) break;
    yield place.position === run.begin.position ? run.begun : news;
    reached = news.kind === 'begun' ? 0 : news.at;
  }
  if (!isChanged && Number.isFinite(due())) yield* changedNow(reached);
}

const never = (): Seconds => Number.POSITIVE_INFINITY;

const BEGINS_ANOTHER: readonly Operation['kind'][] = ['restart', 'open', 'write'];

/** Times are rounded to nanoseconds in the file. */
const SAME_TIME: Seconds = 1e-8;

function beginOf(recording: Recording): Begun {
  const { simulation, inputs } = recording.contents;
  const place = simulation.at(0);
  const first = place && recording.simulated(place);
  if (first?.kind !== 'begun')
    throw cannotResume(
      recording,
      'it holds no scenario; resume a drive by `drive --resume`, or record the run again',
    );
  const isBefore = recording.robots.every((robot) => {
    const [place] = inputs.of(robot).places();
    return place === undefined || recording.inputs(place)?.count === 1;
  });
  if (!isBefore)
    throw cannotResume(recording, 'it lacks the beginning of the run, which only --record keeps');
  return first;
}

const sceneWith =
  (own: OwnBehaviors) =>
  ({ scene, about, scenario }: Begun): Scene => ({
    ...{ name: scene, about, scenario: restoredScenario(scenario as StoredScenario, own) },
  });

interface Told {
  readonly place: MessagePlace;
  readonly news: Recordable;
}

function* newsOf(told: Iterable<Told>): Generator<Recordable> {
  for (const { news } of told) yield news;
}

function* toldIn(recording: Recording, until: Seconds): Generator<Told> {
  const { simulation, inputs } = recording.contents;
  type Read = (place: MessagePlace) => Recordable | undefined;
  const sources = [
    { tag: ((place) => recording.simulated(place)) as Read, track: simulation, first: 0 },
    ...recording.robots.map((robot) => ({
      tag: ((place) => recording.inputs(place)) as Read,
      track: inputs.of(robot),
      first: 0,
    })),
  ];
  for (const [read, place] of inFileOrder(sources)) {
    if (place.time > until) return;
    const news = read(place);
    if (news) yield { place, news };
  }
}
