import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { resimulate } from '../../src/cli/replay/resimulate.js';
import { openRecording } from '../../src/recording/reading/openRecording.js';
import type { Recording } from '../../src/recording/reading/recording.js';
import type { MessageTrack } from '../../src/recording/reading/track.js';
import { FileError } from '../../src/validation/errors.js';
import { drawn, itOnce as it, itInBoth } from '../support/effort.js';
import { COMPRESSIONS, chunksOf, withChunks, withoutChecksums } from './chunks.js';
import { folderForTests, record, recorderOf, takeAll, usualNews } from './recorded.js';

const folder = folderForTests();
const file = join(folder, 'run.mcap');
const all = await usualNews();
record(file, all);
const written = readFileSync(file);
/** As earlier recordings are: positions are places in this file. */
const bytes = withChunks(written, '');
const plain = join(folder, 'plain.mcap');
writeFileSync(plain, bytes);
const whole = openRecording(plain);
const frames = all.filter((news) => news.kind === 'frame');

/** How many of a track's messages end before a place in the file. */
const wholeBefore = (track: MessageTrack, cut: number): number =>
  [...track.places()].filter(({ position, length }) => position + length <= cut).length;

const sizes = ({ contents }: Recording): number[] =>
  [contents.frames, ...whole.robots.map((robot) => contents.inputs.of(robot))].map(({ length }) => length);

function withFile<T>(content: Uint8Array, work: (recording: Recording) => T): T {
  const cut = join(folder, 'cut.mcap');
  writeFileSync(cut, content);
  const recording = openRecording(cut);
  try {
    return work(recording);
  } finally {
    recording.close();
  }
}

describe('a recording of compressed chunks', () => {
  itInBoth('opens with all messages of its whole chunks, wherever the cut is', () => {
    const [packedChunks, chunks] = [chunksOf(written), chunksOf(bytes)];
    expect(packedChunks.length).toBe(chunks.length);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: written.length }), (cut) => {
        const content = written.subarray(0, cut);
        const last = packedChunks.findLastIndex(({ end }) => end <= cut);
        if (last < 0) {
          expect(() => withFile(content, () => {})).toThrow(FileError);
          return;
        }
        withFile(content, (recording) => {
          const { frames: track, inputs } = whole.contents;
          const expected = [track, ...whole.robots.map((robot) => inputs.of(robot))];
          expect(sizes(recording)).toEqual(expected.map((each) => wholeBefore(each, chunks[last]?.end ?? 0)));
          const frame = recording.frameCount - 1;
          if (frame >= 0) expect(recording.frame(frame)).toEqual(frames[frame]);
        });
      }),
      { numRuns: drawn(100) },
    );
  });

  it('says how many bytes were lost: those of the chunk that was cut', () => {
    const { start, end } = chunksOf(written).at(-1) as { start: number; end: number };
    withFile(written.subarray(0, end - 10), (recording) => {
      expect(recording.ended).toBe(false);
      expect(recording.lost).toBe(end - 10 - (start - 9));
    });
  });

  it('is read without a chunk that is damaged', () => {
    const [, , third, ...rest] = chunksOf(written);
    if (!third) throw new Error('there are chunks');
    const places = [third.start + 16, third.start + 60, (third.start + third.end) >> 1, third.end - 1];
    const read = places.map((place) => {
      const damaged = Buffer.from(written);
      damaged.writeUInt8(damaged.readUInt8(place) ^ 0x55, place);
      return withFile(damaged, (recording) => {
        expect(recording.lost).toBe(third.end - third.start);
        expect(frames.length - recording.frameCount).toBeGreaterThan(30);
        expect(frames.length - recording.frameCount).toBeLessThan(50);
        expect(recording.ended).toBe(true);
        if (place === places[0]) expect(resimulate(recording).identical).toBe(true);
        return Array.from({ length: recording.frameCount }, (_, i) => recording.frame(i).at);
      });
    });
    // All of them leave the same frames, which are re-simulated once.
    for (const ats of read) expect(ats).toEqual(read[0]);
    expect(rest.length).toBeGreaterThan(3);
  });
});

describe('a recording that was cut', () => {
  itInBoth('opens with all its whole messages, wherever the cut is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), (cut) => {
        const content = bytes.subarray(0, cut);
        if (wholeBefore(whole.contents.scenes, cut) === 0) {
          expect(() => withFile(content, () => {})).toThrow(FileError);
          return;
        }
        withFile(content, (recording) => {
          const { frames: track, inputs } = whole.contents;
          const expected = [track, ...whole.robots.map((robot) => inputs.of(robot))];
          expect(sizes(recording)).toEqual(expected.map((each) => wholeBefore(each, cut)));
          const last = recording.frameCount - 1;
          if (last >= 0) expect(recording.frame(last)).toEqual(frames[last]);
          expect(recording.lost).toBeLessThanOrEqual(cut);
        });
      }),
      { numRuns: drawn(200) },
    );
  });

  it('is refused, with a cure, if not even a scene is left', () => {
    expect(() => withFile(bytes.subarray(0, 0), () => {})).toThrow(
      /mcap: this is not an MCAP file.*--record/,
    );
    expect(() => withFile(bytes.subarray(0, 2000), () => {})).toThrow(/there is no scene.*was cut.*--record/);
    expect(() => openRecording(join(folder, 'nowhere.mcap'))).toThrow(/no such file/);
    expect(() => openRecording(folder)).toThrow(/this is a folder/);
  });

  it('says how many bytes were lost', () => {
    const [middle] = [whole.contents.frames.at(400)];
    const cut = (middle?.position ?? 0) + 10;
    withFile(bytes.subarray(0, cut), (recording) => {
      expect(recording.frameCount).toBe(400);
      expect(recording.ended).toBe(false);
      expect(recording.lost).toBeGreaterThan(0);
      expect(recording.lost).toBeLessThan(5000);
    });
  });
});

describe('a recording that is damaged', () => {
  itInBoth.each(COMPRESSIONS)(
    'opens without a tail of rubbish, its chunks compressed by "%s"',
    (compression) => {
      const content = withChunks(bytes, compression);
      const [first] = chunksOf(content);
      fc.assert(
        fc.property(
          fc.integer({ min: compression === '' ? 50_000 : (first?.end ?? 0), max: content.length }),
          fc.uint8Array({ minLength: 1, maxLength: 3000 }),
          (cut, rubbish) => {
            const chunks = chunksOf(content).filter(({ end }) => end <= cut).length;
            const known = compression === '' ? cut : (chunksOf(bytes)[chunks - 1]?.end ?? 0);
            withFile(Buffer.concat([content.subarray(0, cut), rubbish]), (recording) => {
              expect(recording.frameCount).toBeGreaterThanOrEqual(wholeBefore(whole.contents.frames, known));
            });
          },
        ),
        { numRuns: drawn(50) },
      );
    },
  );

  it.each(COMPRESSIONS)(
    'is read without the chunk whose checksum is wrong, compressed by "%s"',
    (compression) => {
      const damaged = Buffer.from(bytes);
      const place = (whole.contents.frames.at(300)?.position ?? 0) + 40;
      damaged.writeUInt8(damaged.readUInt8(place) ^ 1, place);
      withFile(withChunks(damaged, compression), (recording) => {
        // Of less than a second.
        const lost = frames.length - recording.frameCount;
        expect(lost).toBeGreaterThan(30);
        expect(lost).toBeLessThan(50);
        expect(recording.lost).toBeGreaterThan(10_000);
        expect(recording.ended).toBe(true);
        expect(recording.frame(recording.frameCount - 1)).toEqual(frames.at(-1));
        const result = resimulate(recording);
        expect(result.identical).toBe(true);
        expect(result.robots[0]?.skipped).toBeGreaterThan(0);
      });
    },
  );

  it.each(COMPRESSIONS)(
    'shows frames without their marks, and leaves inputs out, whose lists are lost: "%s"',
    (compression) => {
      const damaged = Buffer.from(bytes);
      const { said, marks, frames: track } = whole.contents;
      // Lists of the second half have another number now.
      for (const each of [said, marks.of('robot b/2')]) {
        for (const { time, position, length } of each.places()) {
          if (time < 6) continue;
          const text = damaged.toString('latin1', position, position + length);
          damaged.write(
            text.replace(/(?<="list":)\d+/, (n) => '9'.repeat(n.length)),
            position,
            'latin1',
          );
        }
      }
      const unchecked = withoutChecksums(damaged);
      withFile(withChunks(unchecked, compression), (recording) => {
        expect(recording.frameCount).toBe(track.length);
        const late = recording.contents.inputs.of('a').at(590);
        expect(late && recording.inputs(late)).toBeUndefined();
        expect(recording.frame(590).robots[0]?.tick?.estimate).toEqual(
          whole.frame(590).robots[0]?.tick?.estimate,
        );
        const result = resimulate(recording);
        expect(result.identical).toBe(true);
        expect(result.robots[0]?.skipped).toBeGreaterThan(250);
      });
    },
  );

  it('reads all of a file whose writer was killed, except the last second', () => {
    const killed = join(folder, 'killed.mcap');
    const { recorder, time } = recorderOf({ file: killed });
    takeAll(recorder, time, all);
    const recording = openRecording(killed);
    expect(recording.ended).toBe(false);
    expect(recording.frameCount).toBeGreaterThanOrEqual(frames.length - 50);
    recording.close();
    recorder.close();
  });
});
