import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, type Frame, FrameDecoder } from '../../../src/drivers/steerbot/frame.js';
import { drawn } from '../../support/effort.js';

const STOP: Frame = { sequence: 1, message: { type: 'stop' } };
const DRIVE: Frame = { sequence: 2, message: { type: 'drive', left: 10, right: -10 } };
const ODOMETRY: Frame = {
  sequence: 3,
  message: { type: 'odometry', timeUs: 12345, state: 1, nonceLow: 7, left: -3, right: 2 ** 20 },
};
const FRAMES = [STOP, DRIVE, ODOMETRY];

function decode(...chunks: readonly (readonly number[])[]): { frames: Frame[]; badFrames: number } {
  const decoder = new FrameDecoder();
  const frames: Frame[] = [];
  for (const chunk of chunks) decoder.push(chunk, (frame) => frames.push(frame));
  return { frames, badFrames: decoder.badFrames };
}

const bytes = (...frames: readonly Frame[]): number[] => frames.flatMap((frame) => [...encodeFrame(frame)]);

describe('the frames in a stream', () => {
  it('are found however it is cut into pieces', () => {
    const all = bytes(...FRAMES);
    fc.assert(
      fc.property(fc.array(fc.nat(all.length)), (cuts) => {
        const ends = [...cuts.toSorted((a, b) => a - b), all.length];
        const chunks = ends.map((end, i) => all.slice(ends[i - 1] ?? 0, end));
        expect(decode(...chunks)).toEqual({ frames: FRAMES, badFrames: 0 });
      }),
    );
  });

  it("are found between Firmata's own messages, which count as nothing", () => {
    const firmata = [0xe0, 0x12, 0x01, 0xf0, 0x79, 2, 5, 0x53, 0, 0xf7, 0xf9, 2, 5, 0xf0, 0xf7];
    expect(decode(firmata, bytes(STOP), firmata, bytes(DRIVE), firmata)).toEqual({
      frames: [STOP, DRIVE],
      badFrames: 0,
    });
  });

  it('are found after any garbage', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (garbage) => {
        // The garbage may end within a frame, which the next start gives up.
        expect(decode([...garbage], bytes(ODOMETRY)).frames.at(-1)).toEqual(ODOMETRY);
      }),
    );
  });

  it('are found after an endless message', () => {
    const endless = [0xf0, 0x01, ...Array<number>(100_000).fill(0x13)];
    expect(decode(endless, bytes(DRIVE))).toEqual({ frames: [DRIVE], badFrames: 1 });
    // The longest frame has 28 bytes, its end included.
    expect(decode(endless.slice(0, 27)).badFrames).toBe(0);
    expect(decode(endless.slice(0, 28)).badFrames).toBe(1);
  });

  it('are found where the host hears the first one from its middle on', () => {
    expect(decode(bytes(STOP).slice(1), bytes(DRIVE))).toEqual({ frames: [DRIVE], badFrames: 0 });
  });

  it('begin with a start: without it they count as nothing', () => {
    const headless = bytes(DRIVE).slice(1);
    expect(decode(bytes(STOP), headless, [0x01, 0x01, 0x14, 0xf7])).toEqual({ frames: [STOP], badFrames: 0 });
  });

  it("are not found within another program's message", () => {
    expect(decode([0xf0, 0x79, ...bytes(DRIVE).slice(1)])).toEqual({ frames: [], badFrames: 0 });
  });

  it('count as bad when they are cut short, corrupted or interrupted', () => {
    const whole = bytes(DRIVE);
    expect(decode([0xf0, 0x01, 0xf7])).toEqual({ frames: [], badFrames: 1 });
    const corrupted = whole.with(5, 0x55);
    const short = whole.slice(0, -3);
    expect(decode(short, bytes(STOP))).toEqual({ frames: [STOP], badFrames: 1 });
    expect(decode(corrupted, bytes(STOP))).toEqual({ frames: [STOP], badFrames: 1 });
    expect(decode([...whole.slice(0, 6), 0xff, ...whole.slice(6)], bytes(STOP))).toEqual({
      frames: [STOP],
      badFrames: 1,
    });
  });
});

describe('a stream of anything', () => {
  it('never yields a frame that is not in it whole', () => {
    const piece = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...FRAMES).map((frame) => bytes(frame)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }).map((some) => [...some]) },
      {
        weight: 3,
        arbitrary: fc.tuple(fc.constantFrom(...FRAMES), fc.nat(), fc.nat(255)).map(([frame, at, byte]) => {
          const some = bytes(frame);
          return some.with(at % some.length, byte);
        }),
      },
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const stream = pieces.flat();
        const text = Buffer.from(stream).toString('latin1');
        for (const frame of decode(stream).frames) {
          expect(FRAMES).toContainEqual(frame);
          expect(text).toContain(Buffer.from(encodeFrame(frame)).toString('latin1'));
        }
      }),
      { numRuns: drawn(2000) },
    );
  });
});
