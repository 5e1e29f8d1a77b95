/** What faults do to readings, to news of targets, to the clock and to a line. */

import { describe, expect, it } from 'vitest';
import { linkFaults } from '../../../sim/plant/linkFaults.js';
import { ReadingFaults } from '../../../sim/plant/readingFaults.js';
import { RobotFaults, TargetFaults } from '../../../sim/plant/robotFaults.js';
import { type Strike, Strikes, strikesOn } from '../../../sim/plant/strikes.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import type { Reading, Target } from '../../../src/signals/signals.js';
import { missionOf, sceneOf } from '../../support/runs.js';
import { sensorsAt } from '../../support/sensors.js';
import { SCOUT } from '../bodies.js';

const sensor = sensorsAt([0, 0]);
const ROBOT: RobotDefinition = {
  ...SCOUT,
  sensors: ['gp2y0a21', 'sonar', 'bumper', 'mpu6050', 'bno055'].map((type) => sensor(type)),
  battery: { pin: 'A3', divider: 2, low: 6 },
};

type Kind = Pick<Strike, 'fault'> & Partial<Strike>;
const strikes = (...kinds: Kind[]) => new Strikes(kinds.map((kind) => ({ from: 1, to: 2, ...kind })));

/** What comes of readings at 0.5, 1.5 and 2.5 s. */
function passed(kind: Kind, at: (time: number) => Reading): (Reading | null)[] {
  const faults = new ReadingFaults(strikes(kind), ROBOT);
  return [0.5, 1.5, 2.5].map((time) => faults.pass(at(time)));
}

const range =
  (id: string) =>
  (at: number): Reading => {
    const raw = id === 'sonar' ? {} : { raw: 100 * at };
    return { kind: 'range', at, sensor: id, distances: [at], ...raw };
  };
const counts = (at: number): Reading => ({ kind: 'encoders', at, left: 10 * at, right: 20 * at });
const turn = (at: number): Reading => ({ kind: 'turnRate', at, sensor: 'mpu6050', turnRate: at });
const heading = (at: number): Reading => ({ kind: 'heading', at, sensor: 'bno055', heading: at });

describe('a reading', () => {
  it('of silent encoders is missing', () => {
    expect(passed({ fault: 'encoderSilent' }, counts)).toEqual([counts(0.5), null, counts(2.5)]);
  });

  it('of one silent encoder has its last count', () => {
    const told = passed({ fault: 'encoderSilent', side: 'left' }, counts);
    expect(told).toEqual([counts(0.5), { ...counts(1.5), left: 5 }, counts(2.5)]);
  });

  it('of a stuck range sensor stays the same, raw count included', () => {
    const told = passed({ fault: 'rangeStuck' }, range('gp2y0a21'));
    expect(told[1]).toEqual({ ...range('gp2y0a21')(0.5), at: 1.5 });
    expect(told[2]).toEqual(range('gp2y0a21')(2.5));
  });

  it('of a blind range sensor is not finite, and 0 V for a sensor with a voltage', () => {
    expect(passed({ fault: 'rangeBlind' }, range('gp2y0a21'))[1]).toMatchObject({
      distances: [Number.NaN],
      raw: 0,
    });
    const [before, during, after] = passed({ fault: 'rangeBlind' }, range('sonar'));
    expect(during).toEqual({ ...range('sonar')(1.5), distances: [Number.NaN] });
    expect([before, after]).toEqual([range('sonar')(0.5), range('sonar')(2.5)]);
  });

  it('of a silent range sensor is missing, and others continue; a bumper measures no distance', () => {
    expect(passed({ fault: 'rangeSilent', sensor: 'sonar' }, range('sonar'))[1]).toBeNull();
    expect(passed({ fault: 'rangeSilent', sensor: 'sonar' }, range('gp2y0a21'))[1]).not.toBeNull();
    expect(passed({ fault: 'rangeSilent' }, range('bumper'))[1]).not.toBeNull();
  });

  it('of a gyroscope or an orientation sensor stays the same, or is missing', () => {
    expect(passed({ fault: 'gyroStuck' }, turn)[1]).toEqual({ ...turn(0.5), at: 1.5 });
    expect(passed({ fault: 'gyroStuck' }, heading)[1]).toEqual({ ...heading(0.5), at: 1.5 });
    expect(passed({ fault: 'gyroSilent' }, turn)).toEqual([turn(0.5), null, turn(2.5)]);
    expect(passed({ fault: 'gyroSilent' }, range('sonar'))[1]).not.toBeNull();
  });

  it('of a low battery has half of its low voltage, or the given one', () => {
    const battery = (at: number): Reading => ({ kind: 'battery', at, volts: 7 });
    expect(passed({ fault: 'batteryLow' }, battery)).toEqual([
      battery(0.5),
      { ...battery(1.5), volts: 3 },
      battery(2.5),
    ]);
    expect(passed({ fault: 'batteryLow', level: 5.5 }, battery)[1]).toMatchObject({ volts: 5.5 });
  });
});

describe('news of targets', () => {
  const target = (id: string, x: number, velocity = { x: 1, y: 0 }): Target => ({
    id,
    at: x,
    position: { x, y: 0 },
    velocity,
  });

  it('is missing while one or all are lost', () => {
    const lost = new TargetFaults(strikes({ fault: 'targetLost', target: 'ball' }));
    const news = [target('ball', 1), target('b', 2)];
    expect(lost.pass(0.5, news)).toEqual(news);
    expect(lost.pass(1.5, news).map(({ id }) => id)).toEqual(['b']);
    expect(lost.pass(2.5, news)).toEqual(news);
    expect(new TargetFaults(strikes({ fault: 'targetLost' })).pass(1.5, news)).toEqual([]);
  });

  it('jumps to the left of its way as long as that lasts, also where the target turns meanwhile', () => {
    const jumping = new TargetFaults(strikes({ fault: 'targetJump', by: 5 }));
    expect(jumping.pass(1, [target('ball', 1)])[0]?.position).toEqual({ x: 1, y: 5 });
    expect(jumping.pass(1.5, [target('ball', 2, { x: -1, y: 0 })])[0]?.position).toEqual({ x: 2, y: 5 });
    expect(jumping.pass(2, [target('ball', 3)])[0]?.position).toEqual({ x: 3, y: 0 });
  });
});

describe('a clock that jumps', () => {
  it('is ahead from then on', () => {
    const jump = strikes({ fault: 'clockJump', by: 60 });
    expect([0.9, 1, 1.5, 9].map((at) => jump.robotTime(at))).toEqual([0.9, 61, 61.5, 69]);
    expect(strikes({ fault: 'targetLost' }).robotTime(3)).toBe(3);
    const unstruck = sceneOf({ robot: SCOUT, mission: missionOf({ wander: {} }) });
    expect(new RobotFaults('a', unstruck).robotTime(3)).toBe(3);
  });
});

describe('a line', () => {
  const bytes = Array.from({ length: 400 }, (_, i) => ({
    due: 1 + i / 1000,
    byte: [0xf0, 1, 2, 0xf7][i % 4] ?? 0,
  }));
  const through = (kind: Kind, seed = 1) => {
    const { toHost } = linkFaults(strikes(kind), seed);
    return bytes.map(({ due, byte }) => toHost.arrival(due, byte));
  };

  it('that stalls passes nothing, but all before and after', () => {
    const { toBoard } = linkFaults(strikes({ fault: 'linkStall' }), 1);
    expect([0.5, 1.5, 2.5].map((due) => toBoard.arrival(due, 0xf0))).toEqual([0.5, null, 2.5]);
  });

  it('that drops loses its share of whole messages, the same ones for the same seed', () => {
    const told = through({ fault: 'linkDrop', share: 0.6 });
    const messages = Array.from({ length: 100 }, (_, i) =>
      told.slice(4 * i, 4 * i + 4).map((at) => at === null),
    );
    for (const message of messages) expect(new Set(message).size).toBe(1);
    const lost = messages.filter(([first]) => first).length;
    expect(lost).toBeGreaterThan(45);
    expect(lost).toBeLessThan(75);
    expect(through({ fault: 'linkDrop', share: 0.6 })).toEqual(told);
    expect(through({ fault: 'linkDrop', share: 0.6 }, 2)).not.toEqual(told);
  });

  it('that delays is late by as much, and keeps the order when it is over', () => {
    const { toHost } = linkFaults(strikes({ fault: 'linkDelay', by: 0.15, to: 1.1 }), 1);
    const arrivals = bytes.map(({ due, byte }) => toHost.arrival(due, byte) ?? 0);
    expect(arrivals[0]).toBeCloseTo(1.15, 9);
    expect(arrivals.every((at, i) => i === 0 || at > (arrivals[i - 1] ?? 0))).toBe(true);
    expect(arrivals.at(-1)).toBeCloseTo(bytes.at(-1)?.due ?? 0, 9);
  });
});

describe('repeated faults', () => {
  const scene = (seed: number) =>
    sceneOf({
      ...{ robot: SCOUT, mission: missionOf({ wander: {} }), seed, duration: 6000 },
      faults: [{ fault: 'motorDead', every: 60, for: 1 }],
    });

  it('have the given mean time and duration, the same for the same seed', () => {
    const all = strikesOn('a', scene(1))?.all ?? [];
    expect(all.length).toBeGreaterThan(75);
    expect(all.length).toBeLessThan(130);
    for (const { from, to } of all) expect(to - from).toBeCloseTo(1, 9);
    expect(strikesOn('a', scene(1))?.all).toEqual(all);
    expect(strikesOn('a', scene(2))?.all).not.toEqual(all);
  });
});
