/** A recorded simulation: the scenes that it was made from, and in their order what was done with them and what followed. */

import type { Scene } from '../../../sim/session/openScene.js';
import { restoredScenario, type StoredScenario } from '../../../sim/session/storedScenario.js';
import type { Seconds } from '../../math/units.js';
import type { Recording } from '../../recording/reading/recording.js';
import { inFileOrder, type MessagePlace } from '../../recording/reading/track.js';
import type { Begun, Recordable } from '../../recording/simulated.js';
import type { OwnBehaviors } from '../../steering/mission.js';
import { cannotResume } from '../replay/cannotResume.js';

export interface PastRun {
  /** The first of its scenes. */
  readonly name: string;
  readonly firmware: boolean;
  /** @throws RangeError for a scene that was not opened in it */
  readonly open: (scene: string) => Scene;
  /** Read from the file as it is asked for. */
  readonly told: Iterable<Recordable>;
}

/** @param until nothing later is told @throws FileError where it does not hold a simulation from its beginning */
export function pastRun(recording: Recording, own: OwnBehaviors, until: Seconds): PastRun {
  const { simulation, inputs } = recording.contents;
  const begun = [...simulation.places()].flatMap((place) => {
    const news = recording.simulated(place);
    return news.kind === 'begun' ? [{ place, news }] : [];
  });
  const [first] = begun;
  if (!first)
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
  const scenes = new Map(begun.map(({ news }) => [news.scene, sceneOf(news, own)]));
  const open = (name: string): Scene => {
    const scene = scenes.get(name);
    if (!scene) throw new RangeError(`the scene '${name}' is not in the recording`);
    return scene;
  };
  const { scene: name, firmware } = first.news;
  return { name, firmware, open, told: toldIn(recording, until) };
}

const sceneOf = ({ scene, about, scenario }: Begun, own: OwnBehaviors): Scene => ({
  name: scene,
  about,
  scenario: restoredScenario(scenario as StoredScenario, own),
});

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
