import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LostFrames } from '../../../src/drivers/steerbot/lostFrames.js';

/** Answers to questions: frames sent since the one before, and how many of them came. */
function counting(
  steps: readonly (readonly [sent: number, come: number])[],
  from = { sent: 0, received: 0 },
) {
  const frames = new LostFrames();
  let { sent, received } = from;
  frames.begin();
  frames.counted({ sent: sent % 16_384, received: received % 16_384 });
  for (const [more, come] of steps) {
    sent += more;
    received += come;
    frames.counted({ sent: sent % 16_384, received: received % 16_384 });
  }
  return frames;
}

describe('the count of lost frames', () => {
  it('begins with the first answer, whatever the board has counted before', () => {
    expect(counting([], { sent: 700, received: 12_345 }).total).toEqual({ sent: 0, lost: 0 });
  });

  it('is what was sent less what came, between two questions', () => {
    expect(
      counting([
        [50, 50],
        [25, 20],
        [52, 51],
      ]).total,
    ).toEqual({ sent: 127, lost: 6 });
  });

  it('holds for every share lost, from every number, beyond 127 and 16 383', () => {
    const step = fc.nat(2000).chain((sent) => fc.tuple(fc.constant(sent), fc.nat(sent)));
    const from = fc.record({ sent: fc.nat(40_000), received: fc.nat(40_000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), from, (steps, start) => {
        const sent = steps.reduce((sum, [more]) => sum + more, 0);
        const come = steps.reduce((sum, [, each]) => sum + each, 0);
        expect(counting(steps, start).total).toEqual({ sent, lost: sent - come });
      }),
    );
  });

  it('leaves out what was lost before the board was armed anew', () => {
    const frames = counting([[50, 45]]);
    frames.begin();
    frames.counted({ sent: 1000, received: 500 });
    frames.counted({ sent: 1010, received: 509 });
    expect(frames.total).toEqual({ sent: 60, lost: 6 });
  });

  it('counts nothing where more came than was sent', () => {
    expect(
      counting([
        [10, 12],
        [10, 9],
      ]).total,
    ).toEqual({ sent: 10, lost: 1 });
  });

  it('counts an answer that comes twice once', () => {
    expect(
      counting([
        [10, 9],
        [0, 0],
      ]).total,
    ).toEqual({ sent: 10, lost: 1 });
  });
});
