/** The places of a setup's tunable numbers, which an operator may change while the robot drives. */

import type { Setup } from '../../signals/signals.js';
import { leafNamed, type MissionSpec, type OwnBehaviors } from '../../steering/mission.js';
import { NODE_PARAMETERS } from '../../steering/missions/inTurn.js';
import { fieldOf, isRecord, valueAt } from '../../validation/values.js';
import { ENTRY_KEYS } from '../mission/missionSchema.js';
import { childPlace } from '../mission/nodePlaces.js';
import { robotSchema } from '../robot/robotFile.js';
import { fieldSchema, type NumberFacts, numberFacts } from './schemaFacts.js';

/** A number of a setup and its place in the files: `['mission', 'prioritize', 1, 'seek', 'within']`. */
export interface Place {
  readonly path: readonly (string | number)[];
  readonly label: string;
  readonly value: number;
  readonly facts: NumberFacts;
  /** What it means, in a sentence for an operator; undefined for a parameter of a user's own behavior. */
  readonly about: string | undefined;
  /** A fact of the body: measured, not a matter of choice. */
  readonly body: boolean;
}

/** The robot's numbers that are tuned while it drives. */
const ROBOT_TUNABLES = [
  ['limits', 'speed'],
  ['limits', 'acceleration'],
  ['limits', 'turnRate'],
  ['limits', 'force'],
  ['control', 'responseTime'],
  ['control', 'latency'],
  ['motors', 'lag'],
  ['chassis', 'mass'],
] as const;

/** Numbers that calibration measures. A real robot's duties and wheel speeds are computed from them. */
const BODY_TUNABLES = [
  ['motors', 'deadband'],
  ['motors', 'breakaway'],
  ['motors', 'noLoadSpeed'],
  ['wheels', 'diameter'],
  ['chassis', 'track'],
] as const;

function robotPlaces(
  { robot }: Setup,
  parts: typeof ROBOT_TUNABLES | typeof BODY_TUNABLES,
  body: boolean,
): Place[] {
  return parts.flatMap(([part, key]) => {
    const value = valueAt(robot, [part, key]);
    const schema = fieldSchema(robotSchema, part);
    const field = schema && fieldSchema(schema, key);
    const facts = field && numberFacts(field);
    if (typeof value !== 'number' || !facts) return [];
    return [{ path: ['robot', part, key], label: key, value, facts, about: field.description, body }];
  });
}

type Schema = Parameters<typeof numberFacts>[0];

/** The numbers of a leaf's parameters and of maps in them, without points and paths. */
function* numbersIn(value: unknown, schema: Schema, called: string, path: Place['path']): Generator<Place> {
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const field = fieldSchema(schema, key);
    if (!field) continue;
    const place = {
      path: [...path, key],
      label: `${called} · ${key}`,
      about: field.description,
      body: false,
    };
    const facts = typeof inner === 'number' ? numberFacts(field) : undefined;
    if (typeof inner === 'number' && facts) yield { ...place, value: inner, facts };
    else yield* numbersIn(inner, field, place.label, place.path);
  }
}

/** Gives each behavior of a mission a unique name: `seek`, `seek 2`. */
function behaviorNames(): (behavior: string) => string {
  const counts = new Map<string, number>();
  return (behavior) => {
    const count = (counts.get(behavior) ?? 0) + 1;
    counts.set(behavior, count);
    return count === 1 ? behavior : `${behavior} ${count}`;
  };
}

/** A mission's numbers, in the order of its file. */
class MissionWalk {
  readonly #own: OwnBehaviors;
  readonly #nameOf = behaviorNames();

  constructor(own: OwnBehaviors) {
    this.#own = own;
  }

  *node(spec: MissionSpec, path: Place['path'], entry: unknown = {}): Generator<Place> {
    const called = this.#nameOf(spec.behavior);
    yield* this.#beside(entry, called, path);
    const inside = [...path, spec.behavior];
    if ('children' in spec) {
      // A called mission is written once, and its numbers may come from its call.
      if (spec.behavior === 'call') return;
      if ('parameters' in spec && spec.behavior !== 'parallel')
        yield* numbersIn(spec.parameters, NODE_PARAMETERS[spec.behavior], called, inside);
      for (const [i, child] of spec.children.entries())
        yield* this.node(child.mission, [...path, ...childPlace(spec, i)], child);
      return;
    }
    const leaf = leafNamed(spec.behavior, this.#own);
    if (leaf) yield* numbersIn(spec.parameters, leaf.parameters, called, inside);
  }

  /** A blend's weight, a dither's chance. */
  *#beside(entry: unknown, called: string, path: Place['path']): Generator<Place> {
    for (const { key, schema } of Object.values(ENTRY_KEYS)) {
      const value = fieldOf(entry, key);
      const facts = numberFacts(schema);
      if (typeof value !== 'number' || !facts) continue;
      const place = {
        path: [...path, key],
        label: `${called} · ${key}`,
        about: schema.description,
        body: false,
      };
      yield { ...place, value, facts: { ...facts, default: 1 } };
    }
  }
}

/** All tunable places, in the order of the files. */
export const placesOf = (setup: Setup, own: OwnBehaviors = {}): Place[] => [
  ...robotPlaces(setup, ROBOT_TUNABLES, false),
  ...robotPlaces(setup, BODY_TUNABLES, true),
  ...new MissionWalk(own).node(setup.mission, ['mission']),
];

/** The id of a path: `mission.prioritize.1.seek.within`. */
export const idOf = (path: Place['path']): string => path.join('.');
