/** Frames and inputs as they are stored: with names instead of what stands elsewhere in the file. */

import type { Seconds } from '../../math/units.js';
import type { LoopEvent, Mark, Neighbor, Surroundings, Tick, Voice } from '../../signals/signals.js';
import type { FrameView, RobotFrame } from '../../signals/view.js';
import type { Inputs, Keyframe } from '../inputs.js';
import { type List, type ListBook, restored, type Stored } from './listBook.js';

/** Readings stand in /ranges/<robot>/<sensor>: their times tell which. */
export type StoredFrame = Omit<FrameView, 'robots'> & { readonly robots: readonly StoredRobot[] };

export type StoredRobot = Omit<RobotFrame, 'ranges' | 'tick'> & {
  readonly ranges: Readonly<Record<string, Seconds>>;
  readonly tick?: StoredTick;
};

export type StoredTick = Omit<Tick, 'voices'> & {
  readonly voices: readonly (Omit<Voice, 'marks'> & { readonly marks: readonly Stored<Mark>[] })[];
};

type StoredEvent =
  | Exclude<LoopEvent, { readonly kind: 'surroundings' }>
  | {
      readonly kind: 'surroundings';
      readonly surroundings: Omit<Surroundings, 'neighbors'> & {
        readonly neighbors?: readonly Stored<Neighbor>[];
      };
    };

export type StoredInputs = Omit<Inputs, 'events' | 'keyframe'> & { readonly events: readonly StoredEvent[] };

/** A keyframe stands before its inputs, which it shares its count with. */
export type StoredKeyframe = Keyframe & Pick<Inputs, 'count'>;

export function storedTick(tick: Tick, book: ListBook<Mark>): StoredTick {
  const groups = book.store(tick.voices.map(({ marks }) => marks));
  return { ...tick, voices: tick.voices.map((voice, i) => ({ ...voice, marks: groups[i] ?? [] })) };
}

/** Undefined where a list is missing. */
export function restoredTick(tick: StoredTick, list: () => List<Mark> | undefined): Tick | undefined {
  const voices: Voice[] = [];
  for (const voice of tick.voices) {
    const marks = restored(voice.marks, list);
    if (!marks) return undefined;
    voices.push({ ...voice, marks });
  }
  return { ...tick, voices };
}

/** What is left of it where a list is missing. */
export const withoutMarks = (tick: StoredTick): Tick => ({
  ...tick,
  voices: tick.voices.map((voice) => ({ ...voice, marks: [] })),
});

export function storedInputs(inputs: Omit<Inputs, 'keyframe'>, book: ListBook<Neighbor>): StoredInputs {
  const groups = book.store(inputs.events.map(neighborsOf));
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
  list: () => List<Neighbor> | undefined,
): Inputs | undefined {
  const events: LoopEvent[] = [];
  for (const event of stored) {
    if (event.kind !== 'surroundings') {
      events.push(event);
      continue;
    }
    const { neighbors, ...rest } = event.surroundings;
    const heard = neighbors && restored(neighbors, list);
    if (neighbors && !heard) return undefined;
    events.push({ kind: 'surroundings', surroundings: { ...rest, ...(heard && { neighbors: heard }) } });
  }
  return { ...inputs, events };
}
