/** The numbers of a setup that a person may change while the robot drives: shown, and changed. */

import type { Setup } from '../../signals/signals.js';
import type { Tunable } from '../../signals/view.js';
import type { OwnBehaviors } from '../../steering/mission.js';
import { didYouMean } from '../../validation/errors.js';
import { quantity, type Unit } from '../../validation/quantity.js';
import { fieldOf, withValue } from '../../validation/values.js';
import { idOf, type Place, placesOf } from './tunablePlaces.js';
import { tunableRange } from './tunableRange.js';
import { readMission, readRobot, written } from './writtenSetup.js';

/** Behaviors of one's own, by the names that missions call them. */
interface WithOwn {
  readonly own?: OwnBehaviors;
}

export interface TunableOptions extends WithOwn {
  /** As it was when it was loaded: the ends stay where they are while values change. */
  readonly first?: Setup;
  /** Facts of the body as well; on a real robot they must not be: default true. */
  readonly body?: boolean;
}

interface Ranged extends Place {
  readonly id: string;
  readonly min: number;
  readonly max: number;
}

/** All places, with the ends of each. */
function ranged(setup: Setup, { own, first = setup }: TunableOptions): Ranged[] {
  const starts = new Map(placesOf(first, own).map(({ path, value }) => [idOf(path), value]));
  return placesOf(setup, own).map((place) => {
    const id = idOf(place.path);
    return { ...place, id, ...tunableRange(place.facts, starts.get(id) ?? place.value, place.body) };
  });
}

/** Every number of a setup that may be tuned. @param group what they belong to: a robot's name, or a mission */
export function tunablesOf(setup: Setup, group: string, options: TunableOptions = {}): Tunable[] {
  const { body: alsoBody = true } = options;
  return ranged(setup, options)
    .filter(({ body }) => alsoBody || !body)
    .map(({ id, label, value, facts, min, max }) => ({
      ...{ id, label, group, unit: facts.unit, value },
      // What came by another way than by tuning may lie beyond.
      ...{ min: Math.min(min, value), max: Math.max(max, value) },
    }));
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

/** Why a place may not have that value; undefined where it may, as far as its ends go. */
function refusal(
  { id, facts, body, min, max }: Ranged,
  value: number,
  alsoBody: boolean,
): string | undefined {
  // Guards people: by these numbers a real robot's speeds become duties, so they would lift its speed limit.
  if (body && !alsoBody) {
    return `${id} is a fact of the robot's body; it is not tuned while that drives; measure it, and write it in the robot's file`;
  }
  const { error } = quantity(facts.unit, { min, max }).safeParse(value);
  return error && `${id}: ${error.issues[0]?.message}`;
}

/** The setup with one number changed and all of it checked again; or why it may not be changed so. */
export function tuned(setup: Setup, id: string, value: number, options: TunableOptions = {}): Setup | string {
  const { own = {}, body = true } = options;
  const places = ranged(setup, options);
  const place = places.find((each) => each.id === id);
  if (!place) {
    const known = places.filter((each) => body || !each.body).map((each) => each.id);
    return `'${id}' is no tunable of this robot and its mission; ${didYouMean(id, known)}`;
  }
  const why = refusal(place, value, body);
  if (why !== undefined) return why;
  const changed = withValue(written(setup), place.path, value);
  if (place.path[0] === 'robot') {
    const robot = readRobot(fieldOf(changed, 'robot'), setup.robot);
    return typeof robot === 'string' ? `${id}: ${robot}` : { ...setup, robot };
  }
  const mission = readMission(fieldOf(changed, 'mission'), own);
  return typeof mission === 'string' ? `${id}: ${mission}` : { ...setup, mission };
}
