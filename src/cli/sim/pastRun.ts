/** A recorded simulation: the scenes that it was made from, and in their order what was done with them and what followed. */

import type { Scene } from '../../../sim/session/openScene.js';
import { restoredScenario, type StoredScenario } from '../../../sim/session/storedScenario.js';
import type { Seconds } from '../../math/units.js';
import type { Recording } from '../../recording/reading/recording.js';
import { inFileOrder, type MessagePlace } from '../../recording/reading/track.js';
import type { Begun, Recordable } from '../../recording/simulated.js';
import type { OwnBehaviors } from '../../steering/mission.js';
import { cannotResume } from '../replay/resimulate.js';

export interface PastRun {
  readonly name: string;
  readonly firmware: boolean;
  /** The scene with which a recorded run begins. @throws RangeError for behaviors that are not given */
  readonly sceneOf: (begun: Begun) => Scene;
  readonly first: Begun;
  /** Read from the file as it is asked for. */
  readonly told: Iterable<Recordable>;
}

/** @param until nothing later is told @throws FileError where it does not hold a simulation from its beginning */
export function pastRun(recording: Recording, own: OwnBehaviors, until: Seconds): PastRun {
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
  const { scene: name, firmware } = first;
  const sceneOf = ({ scene, about, scenario }: Begun): Scene => ({
    ...{ name: scene, about, scenario: restoredScenario(scenario as StoredScenario, own) },
  });
  return { name, firmware, first, sceneOf, told: toldIn(recording, until) };
}

function* toldIn(recording: Recording, until: Seconds): Generator<Recordable> {
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
    if (news) yield news;
  }
}
