import { describe, expect, it } from 'vitest';
import { Transcript } from '../../src/recording/format/transcript.js';
import { Stretch } from '../../src/recording/stretch.js';
import { newsOf } from './recorded.js';

const transcript = new Transcript(0n, 1e9);
const messages = (await newsOf({ length: 4 })).flatMap((news) => [...transcript.of(news)]);

function filled(): Stretch {
  const stretch = new Stretch(0, undefined);
  for (const message of messages) stretch.add(message);
  return stretch;
}

const bytesOf = (stretch: Stretch) =>
  stretch.messages().map(({ data, ...head }) => ({ ...head, data: Buffer.from(data).toString('hex') }));

describe('a stretch of what is remembered', () => {
  it('gives back, packed, what it was given, in that order', async () => {
    const stretch = filled();
    const before = bytesOf(stretch);
    await stretch.pack();
    expect(bytesOf(stretch)).toEqual(before);
    expect(before).toHaveLength(messages.length);
  });

  it('takes less than a quarter of the room, packed', async () => {
    const stretch = filled();
    const before = stretch.bytes;
    await stretch.pack();
    expect(stretch.bytes).toBeLessThan(before / 4);
  });

  it('can be read while it is being packed', async () => {
    const stretch = filled();
    const packing = stretch.pack();
    expect(stretch.messages()).toEqual(messages);
    await packing;
  });
});
