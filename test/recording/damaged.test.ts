/** A recording whose file structure is intact, but with one unreadable message. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { resimulate } from '../../src/cli/replay/resimulate.js';
import { DamagedRecording } from '../../src/recording/reading/damaged.js';
import { openRecording } from '../../src/recording/reading/openRecording.js';
import type { Recording } from '../../src/recording/reading/recording.js';
import type { MessagePlace } from '../../src/recording/reading/track.js';
import { ReplaySession } from '../../src/session/replaySession.js';
import type { View } from '../../src/signals/view.js';
import { FileError } from '../../src/validation/errors.js';
import { steerbot } from '../cli/steerbot.js';
import { FakeTime } from '../drivers/fakeTime.js';
import { itOnce as it, itThorough } from '../support/effort.js';
import { observe } from '../support/observer.js';
import { served } from '../support/served.js';
import { COMPRESSIONS, type Compression, withChunks, withoutChecksums } from './chunks.js';
import { folderForTests, record, usualNews } from './recorded.js';

const folder = folderForTests();
const file = join(folder, 'run.mcap');
record(file, await usualNews());
/** As earlier recordings are: positions are places in this file. */
const bytes = withChunks(readFileSync(file), '');
const plain = join(folder, 'plain.mcap');
writeFileSync(plain, bytes);
const whole = openRecording(plain);
const { frames, inputs, keyframes, scenes } = whole.contents;

type Damage = (
  where: MessagePlace | undefined | readonly MessagePlace[],
  write: (text: string) => string,
) => string;

/** A file with one or several messages replaced; no checksum shows it. */
const damagedIn =
  (compression: Compression): Damage =>
  (where, write) => {
    if (!where) throw new Error('the recording has no such message');
    const damaged = Buffer.from(bytes);
    for (const { position, length } of [where].flat()) {
      const text = damaged.toString('latin1', position, position + length);
      damaged.write(write(text).slice(0, text.length).padEnd(text.length), position, 'latin1');
    }
    const name = join(folder, 'damaged.mcap');
    writeFileSync(name, withChunks(withoutChecksums(damaged), compression));
    return name;
  };

function opened<T>(name: string, work: (recording: Recording) => T): T {
  const recording = openRecording(name);
  try {
    return work(recording);
  } finally {
    recording.close();
  }
}

const noJson = (text: string): string => `\u001b[2J${text.slice(4)}`;
const CURE = /; record the run again, or use the rest: --resimulate --from SECONDS/;

function refusal(name: string, work: (recording: Recording) => unknown): FileError {
  try {
    opened(name, work);
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
  throw new Error('nothing is refused');
}

describe.each(COMPRESSIONS)('a message that is not JSON, in a chunk compressed by "%s"', (compression) => {
  const damagedAt = damagedIn(compression);

  it('in a frame is damage of the recording, with its place and what to do', () => {
    const error = refusal(damagedAt(frames.at(300), noJson), (recording) => recording.frame(300));
    expect(error).toBeInstanceOf(DamagedRecording);
    expect(error.message).toMatch(
      /damaged\.mcap:1:1: the recording is damaged at 6\.000 s, in channel \/frame: /,
    );
    expect(error.message).toContain('its text is not JSON');
    expect(error.message).toMatch(CURE);
    // What a file holds is nothing for a terminal.
    expect(error.message).not.toContain('\u001b');
  });

  it('leaves all others as they were', () => {
    opened(damagedAt(frames.at(300), noJson), (recording) => {
      expect(recording.frame(299)).toEqual(whole.frame(299));
      expect(recording.frame(301)).toEqual(whole.frame(301));
    });
  });

  it.each([
    [
      'inputs',
      inputs.of('robot b/2').at(100),
      /at 2\.\d+ s, in channel \/inputs\/\S+ of robot 'robot b\/2': /,
    ],
    ['a keyframe', keyframes.of('a').at(0), /at 0\.000 s, in channel \/keyframe\S* of robot 'a': /],
    ['a frame', frames.at(200), /at 4\.000 s, in channel \/frame: /],
  ])('in %s stops a re-simulation, with a message that does not blame behaviors', (_, place, words) => {
    const error = refusal(damagedAt(place, noJson), (recording) => resimulate(recording));
    expect(error.message).toMatch(words);
    expect(error.message).toMatch(CURE);
    expect(error.message).not.toContain('--behaviors');
  });

  it('does not matter to a re-simulation from a later time, as the message says', () => {
    opened(damagedAt(inputs.of('a').at(100), noJson), (recording) => {
      expect(resimulate(recording, { from: 5.5 }).identical).toBe(true);
    });
  });
});

describe('a message that is JSON of another kind', () => {
  const damagedAt = damagedIn('zstd');

  it.each(['[]', '{}', 'null', '{"kind":"frame","robots":[null],"news":[],"pace":{},"link":{}}'])(
    '%s is damage too',
    (text) => {
      const name = damagedAt(frames.at(10), () => text);
      const error = refusal(name, (recording) => recording.frame(10));
      expect(error.message).toMatch(
        /at 0\.200 s, in channel \/frame: it is not a message that Steerbot writes/,
      );
      expect(refusal(name, (recording) => resimulate(recording)).message).toBe(error.message);
    },
  );
});

describe('a page that plays it', () => {
  const damagedAt = damagedIn('zstd');

  async function played(name: string): Promise<{ views: View[]; damage: FileError }> {
    const recording = openRecording(name);
    const views: View[] = [];
    const time = new FakeTime();
    const session = new ReplaySession(recording, time);
    session.start((view) => views.push(view));
    session.operate({ kind: 'pause', paused: false });
    time.pass(3);
    session.operate({ kind: 'scrub', at: 0 });
    const damage = await session.damage;
    recording.close();
    return { views, damage };
  }

  it('shows it up to there, and then only the reason', async () => {
    const { views, damage } = await played(damagedAt(frames.at(50), noJson));
    expect(damage.message).toMatch(/at 1\.000 s, in channel \/frame/);
    const shown = views.filter((view) => view.kind === 'frame').map(({ at }) => at);
    expect(Math.max(...shown)).toBeCloseTo(0.98, 9);
  });

  it('has nothing to show where its scene is damaged', async () => {
    const { views, damage } = await played(damagedAt(scenes.at(0), noJson));
    expect([views, damage.message]).toEqual([[], expect.stringContaining('in channel /scene')]);
  });
});

describe('steerbot replay', () => {
  const damagedAt = damagedIn('zstd');
  const places = Array.from({ length: 50 }, (_, n) => frames.at(20 + n) as MessagePlace);
  const expectWhere = (said: string) => {
    expect(said).toMatch(
      /the recording is damaged at [01]\.\d+ s, in channel \/frame: its text is not JSON; record/,
    );
    expect(said).not.toMatch(/--behaviors|SyntaxError|\n {4}at /);
  };

  it.each([[['--resimulate']], [['--resimulate', '--json']]])(
    '%j of it ends with 2, with the place and a cure',
    async (options) => {
      const { code, stderr } = await steerbot(['replay', damagedAt(places, noJson), ...options]);
      expect(code).toBe(2);
      expectWhere(stderr);
    },
  );

  itThorough('plays it up to there, and ends with 2', async () => {
    // A page that is slow leaves frames out: it does not leave out fifty.
    const run = await served(['replay', damagedAt(places, noJson)]);
    const page = await observe(run.address);
    const code = new Promise((done) => run.child.once('close', done));
    page.say({ kind: 'pause', paused: false });
    expect(await code).toBe(2);
    expectWhere(run.said());
  });
});
