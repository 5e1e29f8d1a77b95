/** Messages of several tracks, in the order in which they stand in the file. */
import type { Place, Track } from './track.js';

export interface Source<Tag> {
  readonly tag: Tag;
  readonly track: Track;
  /** Of its messages, the first that is wanted. */
  readonly first: number;
}

export function* inFileOrder<Tag>(sources: readonly Source<Tag>[]): Generator<readonly [Tag, Place]> {
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
