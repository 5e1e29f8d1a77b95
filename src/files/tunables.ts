/** The numbers of a setup that a person may change while the robot drives: shown, and changed. */
import { didYouMean } from '../errors.js';
import type { OwnBehaviors } from '../mission.js';
import type { Unit } from '../quantity.js';
import type { Setup } from '../signals.js';
import { fieldOf, withValue } from '../values.js';
import type { Tunable } from '../view.js';
import { idOf, type Place, placesOf } from './tunablePlaces.js';
import { sliderRange } from './tunableRange.js';
import { readMission, readRobot, written } from './writtenSetup.js';

/** Behaviors of one's own, by the names that missions call them. */
interface WithOwn {
  readonly own?: OwnBehaviors;
}

export interface TunableOptions extends WithOwn {
  /** As it was when it was loaded: the sliders' ends stay where they are while values change. */
  readonly first?: Setup;
}

/** Every number of a setup that may be tuned. @param group what they belong to: a robot's name, or a mission */
export function tunablesOf(setup: Setup, group: string, options: TunableOptions = {}): Tunable[] {
  const { own, first = setup } = options;
  const starts = new Map(placesOf(first, own).map(({ path, value }) => [idOf(path), value]));
  return placesOf(setup, own).map(({ path, label, value, facts }) => {
    const id = idOf(path);
    return {
      ...{ id, label, group, unit: facts.unit, value },
      ...sliderRange(facts, value, starts.get(id) ?? value),
    };
  });
}

/** Where a setup's tunable stands, and in which unit; undefined where it has none by that id. */
export function tunableAt(
  setup: Setup,
  id: string,
  { own }: WithOwn = {},
): { readonly path: Place['path']; readonly unit: Unit } | undefined {
  const place = placesOf(setup, own).find(({ path }) => idOf(path) === id);
  return place && { path: place.path, unit: place.facts.unit };
}

/** The setup with one number changed and all of it checked again; or why it may not be changed so. */
export function tuned(setup: Setup, id: string, value: number, options: WithOwn = {}): Setup | string {
  const { own = {} } = options;
  const place = tunableAt(setup, id, options);
  if (!place) {
    const known = placesOf(setup, own).map(({ path }) => idOf(path));
    return `'${id}' is no tunable of this robot and its mission; ${didYouMean(id, known)}`;
  }
  const changed = withValue(written(setup), place.path, value);
  if (place.path[0] === 'robot') {
    const robot = readRobot(fieldOf(changed, 'robot'), setup.robot);
    return typeof robot === 'string' ? `${id}: ${robot}` : { ...setup, robot };
  }
  const mission = readMission(fieldOf(changed, 'mission'), own);
  return typeof mission === 'string' ? `${id}: ${mission}` : { ...setup, mission };
}
