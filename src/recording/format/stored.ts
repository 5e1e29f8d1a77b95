/** Frames and inputs as they are stored: with references to parts that are elsewhere in the file. */

import type { Seconds } from '../../math/units.js';
import { OWN_SOURCES, type OwnSource } from '../../signals/readings.js';
import type { Contribution, LoopEvent, Mark, Neighbor, Surroundings, Tick } from '../../signals/signals.js';
import type { FrameView, RobotFrame } from '../../signals/view.js';
import { fieldOf } from '../../validation/values.js';
import type { Inputs, Keyframe } from '../inputs.js';
import { type Dictionary, type EntryList, restoreItems, type StoredItem } from './dictionary.js';

/** Readings are in /ranges/<robot>/<sensor>; their times refer to them. */
export type StoredFrame = Omit<FrameView, 'robots'> & { readonly robots: readonly StoredRobot[] };

export type StoredRobot = Omit<RobotFrame, 'ranges' | 'tick'> & {
  readonly ranges: Readonly<Record<string, Seconds>>;
  readonly tick?: StoredTick;
};

export type StoredTick = Omit<Tick, 'contributions'> & {
  readonly contributions: readonly (Omit<Contribution, 'marks'> & {
    readonly marks: readonly StoredItem<Mark>[];
  })[];
};

type StoredEvent =
  | Exclude<LoopEvent, { readonly kind: 'surroundings' }>
  | {
      readonly kind: 'surroundings';
      readonly surroundings: Omit<Surroundings, 'neighbors'> & {
        readonly neighbors?: readonly StoredItem<Neighbor>[];
      };
    };

export type StoredInputs = Omit<Inputs, 'events' | 'keyframe'> & { readonly events: readonly StoredEvent[] };

/** A keyframe comes before its inputs and has the same count. */
export type StoredKeyframe = Keyframe & Pick<Inputs, 'count'>;

/** Two fields of a tick had other names in earlier recordings. */
interface EarlierTick extends Omit<StoredTick, 'contributions' | 'mode'> {
  readonly voices: StoredTick['contributions'];
  readonly drivenBy: 'mission' | 'hand';
}

function asOfToday(tick: StoredTick | EarlierTick): StoredTick {
  if (!('voices' in tick)) return withAges(withCause(tick));
  const { voices, drivenBy, ...rest } = tick;
  return withAges(
    withCause({ ...rest, contributions: voices, mode: drivenBy === 'hand' ? 'manual' : 'auto' }),
  );
}

/** In earlier recordings all ages were by name. (A damaged one may hold anything.) */
function withAges(tick: StoredTick): StoredTick {
  const ages = fieldOf(tick.estimate, 'ages');
  if (typeof ages !== 'object' || ages === null || typeof fieldOf(ages, 'sensors') === 'object') return tick;
  const isOwn = (name: string) => OWN_SOURCES.includes(name as OwnSource);
  const named = Object.entries<Seconds>(ages as Record<string, Seconds>);
  const own = Object.fromEntries(named.filter(([name]) => isOwn(name)));
  const sensors = Object.fromEntries(named.filter(([name]) => !isOwn(name)));
  return { ...tick, estimate: { ...tick.estimate, ages: { ...own, sensors } } };
}

/** In earlier recordings the cause was the words of a fault, or others, alone. */
function withCause(tick: StoredTick): StoredTick {
  const what: unknown = tick.cause;
  if (typeof what !== 'string') return tick;
  return {
    ...tick,
    cause: { kind: tick.faults.find((fault) => fault.what === what)?.kind ?? 'program', what },
  };
}

export function storedTick(tick: Tick, dictionary: Dictionary<Mark>): StoredTick {
  const groups = dictionary.store(tick.contributions.map(({ marks }) => marks));
  return {
    ...tick,
    contributions: tick.contributions.map((contribution, i) => ({ ...contribution, marks: groups[i] ?? [] })),
  };
}

/** Undefined where a list is missing. */
export function restoredTick(stored: StoredTick, list: () => EntryList<Mark> | undefined): Tick | undefined {
  const tick = asOfToday(stored);
  const contributions: Contribution[] = [];
  for (const contribution of tick.contributions) {
    const marks = restoreItems(contribution.marks, list);
    if (!marks) return undefined;
    contributions.push({ ...contribution, marks });
  }
  return { ...tick, contributions };
}

/** The tick without marks, for a missing list. */
export function withoutMarks(stored: StoredTick): Tick {
  const tick = asOfToday(stored);
  return {
    ...tick,
    contributions: tick.contributions.map((contribution) => ({ ...contribution, marks: [] })),
  };
}

export function storedInputs(
  inputs: Omit<Inputs, 'keyframe'>,
  dictionary: Dictionary<Neighbor>,
): StoredInputs {
  const groups = dictionary.store(inputs.events.map(neighborsOf));
  const events = inputs.events.map((event, i): StoredEvent => {
    if (event.kind !== 'surroundings' || !event.surroundings.neighbors) return event;
    return { ...event, surroundings: { ...event.surroundings, neighbors: groups[i] ?? [] } };
  });
  return { ...inputs, events };
}

const neighborsOf = (event: LoopEvent): readonly Neighbor[] =>
  event.kind === 'surroundings' ? (event.surroundings.neighbors ?? []) : [];

/** Undefined where a list is missing. */
export function restoredInputs(
  { events: stored, ...inputs }: StoredInputs,
  list: () => EntryList<Neighbor> | undefined,
): Inputs | undefined {
  const events: LoopEvent[] = [];
  for (const event of stored) {
    if (event.kind !== 'surroundings') {
      events.push(event);
      continue;
    }
    const { neighbors, ...rest } = event.surroundings;
    const heard = neighbors && restoreItems(neighbors, list);
    if (neighbors && !heard) return undefined;
    events.push({ kind: 'surroundings', surroundings: { ...rest, ...(heard && { neighbors: heard }) } });
  }
  return { ...inputs, events };
}
