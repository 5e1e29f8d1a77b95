import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DamagedRecording } from '../../../src/recording/reading/damaged.js';
import { openRecording } from '../../../src/recording/reading/openRecording.js';
import type { MessagePlace } from '../../../src/recording/reading/track.js';
import type { EncoderReading } from '../../../src/signals/signals.js';
import { tickRows } from '../../../src/study/tables/recordedTicks.js';
import type { Cell } from '../../../src/study/tables/table.js';
import { TICK_COLUMNS } from '../../../src/study/tables/tickColumns.js';
import { withChunks, withoutChecksums } from '../../recording/chunks.js';
import { folderForTests, record, usualNews } from '../../recording/recorded.js';
import type { News } from '../../recording/rehearsal.js';

const folder = folderForTests();
const all = await usualNews();

type Named = Readonly<Record<string, Cell>>;

function tableOf(file: string): { rows: Named[]; damage: DamagedRecording[] } {
  const recording = openRecording(file);
  const damage: DamagedRecording[] = [];
  const rows = [...tickRows(recording, (error) => damage.push(error))].map(
    (row): Named => Object.fromEntries(TICK_COLUMNS.map(({ name }, i) => [name, row[i] ?? null])),
  );
  recording.close();
  return { rows, damage };
}

function recorded(name: string, news: readonly News[]): string {
  const file = join(folder, name);
  record(file, news);
  return file;
}

const frames = all.filter((news) => news.kind === 'frame');
const usual = tableOf(recorded('usual.mcap', all)).rows;

describe('the table of a recording', () => {
  it('has a row for each tick of each robot, in the order of time', () => {
    expect(usual.map(({ robot }) => robot)).toEqual(frames.flatMap(() => ['a', 'robot b/2']));
    const times = usual.map(({ time_s }) => time_s as number);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.slice(0, 4)).toEqual([0, 0, 0.02, 0.02]);
  });

  it('holds what the tick held, to the last bit', () => {
    for (const [i, { robots }] of frames.entries()) {
      const { tick, truth } = robots[0] ?? {};
      const row = usual[2 * i];
      expect(row).toMatchObject({
        clock_s: tick?.at,
        x_m: tick?.estimate.pose.x,
        variance_heading_rad2: tick?.estimate.covariance.hh,
        true_y_m: truth?.y,
        reference_x_m_per_s: tick?.steered.reference.x,
        force_y_n: tick?.steered.force.y,
        wanted_turn_rate_rad_per_s: tick?.wanted.angular,
        granted_left_m_per_s: tick?.granted.left,
        duty_right: tick?.duties.right,
        arrived: tick?.arrived,
        safety: tick?.safety,
        cause: tick?.cause?.what ?? null,
        mode: tick?.mode,
      });
    }
  });

  it('says the speeds of the body and of its wheels, over the track of the scene', () => {
    const row = usual.find(({ turn_rate_rad_per_s }) => Math.abs(turn_rate_rad_per_s as number) > 0.5) ?? {};
    const [left, right] = [row.wheel_left_m_per_s as number, row.wheel_right_m_per_s as number];
    expect(row.speed_m_per_s).toBeCloseTo((left + right) / 2, 12);
    expect(row.turn_rate_rad_per_s).toBeCloseTo((right - left) / 0.141, 12);
    const [wanted, turn] = [row.wanted_speed_m_per_s as number, row.wanted_turn_rate_rad_per_s as number];
    expect(row.wanted_right_m_per_s).toBeCloseTo(wanted + (turn * 0.141) / 2, 12);
    expect(row.wanted_left_m_per_s).toBeCloseTo(wanted - (turn * 0.141) / 2, 12);
  });

  it("holds the encoders' counters that the tick was computed from", () => {
    let last: EncoderReading | undefined;
    let compared = 0;
    for (const news of all) {
      if (news.kind !== 'inputs' || news.robot !== 'a') continue;
      const read = news.events.flatMap((e) => (e.kind === 'reading' ? [e.reading] : []));
      last = read.findLast((reading): reading is EncoderReading => reading.kind === 'encoders') ?? last;
      const row = usual.find(({ robot, clock_s }) => robot === 'a' && clock_s === news.at);
      expect([row?.encoder_left_counts, row?.encoder_right_counts]).toEqual([last?.left, last?.right]);
      compared += 1;
    }
    expect(compared).toBe(600);
    expect(last?.left).not.toBe(0);
  });

  it('does not know the counters of a loop that has begun anew and not read them yet', () => {
    const silent = all.map((news) => {
      if (news.kind !== 'inputs' || news.count !== 1 || news.at === 0) return news;
      return { ...news, events: news.events.filter(({ kind }) => kind !== 'reading') };
    });
    const { rows } = tableOf(recorded('silent.mcap', silent));
    const unknown = rows.filter((row) => row.encoder_left_counts === null);
    expect(unknown.map(({ robot, clock_s }) => [robot, clock_s])).toEqual([['robot b/2', 8.4]]);
  });

  it('names the behaviors that gave a force, and the kinds of faults', () => {
    expect(usual.some(({ behaviors }) => String(behaviors).split('; ').length > 2)).toBe(true);
    const fault = usual.find(({ robot, safety }) => robot === 'a' && safety === 'faulted');
    expect(fault?.time_s).toBeGreaterThan(10);
    expect(fault?.faults).toMatch(/^[a-zA-Z; ]+$/);
    expect(usual[0]?.faults).toBeNull();
  });

  it('repeats no tick that several frames hold', () => {
    const twice = all.flatMap((news): News[] =>
      news.kind === 'frame' ? [news, { ...news, at: news.at + 0.01 }] : [news],
    );
    expect(tableOf(recorded('twice.mcap', twice)).rows).toHaveLength(usual.length);
  });

  it('goes on in time where the run begins again, and not on the clock of the robot', () => {
    const again = recorded('again.mcap', [...all, ...all]);
    const { rows } = tableOf(again);
    expect(rows).toHaveLength(2 * usual.length);
    expect(rows[usual.length]).toMatchObject({ clock_s: 0, time_s: 11.98 });
    expect(rows.at(-1)?.time_s).toBeCloseTo(2 * 11.98, 6);
  });

  it('has a row for a first tick of its own for each run that ended before the second', () => {
    const scene = all.filter((news) => news.kind === 'scene');
    const first = frames.slice(0, 1);
    const later = first.map((frame) => ({ ...frame, at: 0.1 }));
    const { rows } = tableOf(recorded('short.mcap', [...scene, ...first, ...later, ...first]));
    expect(rows.map(({ robot, clock_s, time_s }) => [robot, clock_s, time_s])).toEqual([
      ['a', 0, 0],
      ['robot b/2', 0, 0],
      ['a', 0, 0.1],
      ['robot b/2', 0, 0.1],
    ]);
  });

  it('of a robot that no simulation knows has no true pose', () => {
    const real = all.map((news) =>
      news.kind === 'frame' ? { ...news, robots: news.robots.map(({ truth: _, ...robot }) => robot) } : news,
    );
    const { rows } = tableOf(recorded('real.mcap', real));
    expect(rows).toHaveLength(usual.length);
    expect(
      rows.every(({ true_x_m, true_heading_rad }) => true_x_m === null && true_heading_rad === null),
    ).toBe(true);
  });
});

describe('the table of a damaged recording', () => {
  const bytes = withChunks(readFileSync(recorded('whole.mcap', all)), '');
  const plain = join(folder, 'plain.mcap');
  writeFileSync(plain, bytes);
  const whole = openRecording(plain);
  const { frames: places, inputs } = whole.contents;
  whole.close();

  /** The recording with another text in one message; no checksum shows it. */
  function withText(place: MessagePlace | undefined, change: (text: string) => string): string {
    const { position = 0, length = 0 } = place ?? {};
    const damaged = Buffer.from(bytes);
    const text = damaged.toString('latin1', position, position + length);
    damaged.write(change(text).slice(0, length).padEnd(length), position, 'latin1');
    const file = join(folder, 'damaged.mcap');
    writeFileSync(file, withoutChecksums(damaged));
    return file;
  }

  const withRobots = (robots: unknown) => (text: string) => JSON.stringify({ ...JSON.parse(text), robots });
  const noJson = (text: string) => `-${text}`;

  it('has all rows up to where it was cut', () => {
    const file = join(folder, 'cut.mcap');
    writeFileSync(file, bytes.subarray(0, bytes.length / 2));
    const { rows, damage } = tableOf(file);
    expect(damage).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
    expect(rows).toEqual(usual.slice(0, rows.length));
  });

  it.each([
    ['no JSON', noJson],
    ['robots that are none', withRobots([null, 7, 'x'])],
    ['a tick that is none', withRobots([{ id: 'a', tick: 7 }])],
  ])('leaves out a frame with %s, says where it is, and goes on behind it', (_, change) => {
    const { rows, damage } = tableOf(withText(places.at(200), change));
    expect(damage.map(({ message }) => message)).toEqual([
      expect.stringContaining('the recording is damaged at 4.000 s, in channel /frame'),
    ]);
    expect(rows).toEqual([...usual.slice(0, 400), ...usual.slice(402)]);
  });

  it('has null for what a tick lacks, or holds in another form', () => {
    const tick = {
      at: 4,
      contributions: [],
      estimate: { pose: { x: 'far', y: 2 } },
      arrived: 'yes',
      wanted: 1,
    };
    const { rows, damage } = tableOf(withText(places.at(200), withRobots([{ id: 'a', tick }])));
    expect(damage).toEqual([]);
    const row = rows[400] ?? {};
    expect(row).toMatchObject({
      time_s: 4,
      robot: 'a',
      y_m: 2,
      x_m: null,
      arrived: null,
      speed_m_per_s: null,
    });
    expect(row).toMatchObject({ wanted_left_m_per_s: null, safety: null, behaviors: null, faults: null });
  });

  it('does not know the counters of a tick whose inputs cannot be read', () => {
    const { rows, damage } = tableOf(withText(inputs.of('a').at(200), noJson));
    expect(damage).toHaveLength(1);
    expect(rows[400]).toMatchObject({
      time_s: 4,
      robot: 'a',
      encoder_left_counts: null,
      encoder_clock_s: null,
    });
    const without = (all: readonly Named[]) => all.filter((_, i) => i !== 400);
    expect(without(rows)).toEqual(without(usual));
  });
});
