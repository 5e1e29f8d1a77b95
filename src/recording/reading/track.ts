/**
 * The places of one channel's messages in a file, by time: only these are kept in memory, since the file may be large.
 */

import type { Seconds } from '../../math/units.js';

export interface MessagePlace {
  readonly time: Seconds;
  /** Position of the data, as `MessageBytes` counts [bytes]. */
  readonly position: number;
  readonly length: number;
  readonly sequence: number;
}

/** In the order of the file. It stores numbers only, so that an hour's messages take little memory. */
export class MessageTrack {
  readonly #times: number[] = [];
  readonly #positions: number[] = [];
  readonly #lengths: number[] = [];
  readonly #sequences: number[] = [];

  get length(): number {
    return this.#times.length;
  }

  add({ time, position, length, sequence }: MessagePlace): void {
    this.#times.push(time);
    this.#positions.push(position);
    this.#lengths.push(length);
    this.#sequences.push(sequence);
  }

  at(index: number): MessagePlace | undefined {
    const time = this.#times[index];
    const [position, length, sequence] = [
      this.#positions[index],
      this.#lengths[index],
      this.#sequences[index],
    ];
    if (time === undefined || position === undefined || length === undefined || sequence === undefined)
      return undefined;
    return { time, position, length, sequence };
  }

  /** Index of the last message at or before a time; −1 before the first. */
  atTime(time: Seconds): number {
    return lastAtMost(this.#times, time);
  }

  /** Index of the last message at or before a position in the file; −1 before the first. */
  before(position: number): number {
    return lastAtMost(this.#positions, position);
  }

  lastBefore({ position }: MessagePlace): MessagePlace | undefined {
    return this.at(this.before(position));
  }

  *places(): Generator<MessagePlace> {
    for (let i = 0; i < this.length; i++) {
      const place = this.at(i);
      if (place) yield place;
    }
  }
}

function lastAtMost(ordered: readonly number[], limit: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export interface TrackSource<Tag> {
  readonly tag: Tag;
  readonly track: MessageTrack;
  /** Index of the first message wanted. */
  readonly first: number;
}

/** Messages of several tracks, merged in file order. */
export function* inFileOrder<Tag>(
  sources: readonly TrackSource<Tag>[],
): Generator<readonly [Tag, MessagePlace]> {
  const heads = sources.map(({ tag, track, first }) => ({ tag, track, next: first, place: track.at(first) }));
  for (;;) {
    let least: (typeof heads)[number] | undefined;
    for (const head of heads) {
      if (head.place && head.place.position < (least?.place?.position ?? Number.POSITIVE_INFINITY))
        least = head;
    }
    if (!least?.place) return;
    yield [least.tag, least.place];
    least.next += 1;
    least.place = least.track.at(least.next);
  }
}
