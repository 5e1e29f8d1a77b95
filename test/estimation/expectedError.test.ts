import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CommandedBody,
  DriftMeter,
  expectedErrorWords,
  MOST_SIGMAS,
  propagateDrift,
  rmsError,
  startDrift,
  type TypicalBodies,
  VOLTAGE_ERROR,
} from '../../src/estimation/expectedError.js';
import { SPEED_ERROR, TRACK_ERROR, WHEEL_DIFFERENCE } from '../../src/estimation/wheelDoubt.js';
import { moveAlongArc, type Pose } from '../../src/math/geometry.js';

const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };
const TRACK = 0.14;
const BLIND: CommandedBody = { track: TRACK, patience: 0.15 };

type Arc = readonly [forward: number, turned: number];

/** The estimate drives these arcs. */
function along(arcs: readonly Arc[], start = ORIGIN, measuresHeading = false): TypicalBodies {
  let pose = start;
  let drift = startDrift(start);
  for (const [forward, turned] of arcs) {
    pose = moveAlongArc(pose, forward, turned);
    drift = propagateDrift(drift, pose, { track: TRACK }, measuresHeading);
  }
  return drift;
}

const errorAlong = (...arcs: readonly Arc[]): number => rmsError(along(arcs));
const straight = (way: number): Arc[] => Array.from({ length: 100 }, () => [way / 100, 0]);

describe('the expected error, by hand', () => {
  it('is zero at the start', () => {
    expect(rmsError(startDrift(ORIGIN))).toBe(0);
  });

  it('of a short straight way is the shared error along it, and the difference · d²/2b across it', () => {
    const way = 0.1;
    const ahead = SPEED_ERROR * way;
    const aside = (WHEEL_DIFFERENCE * way ** 2) / (2 * TRACK);
    expect(errorAlong(...straight(way)) / Math.hypot(ahead, aside)).toBeCloseTo(1, 2);
  });

  it('of a way whose heading is measured is that along it alone', () => {
    const error = rmsError(along(straight(1), ORIGIN, true));
    expect(error).toBeCloseTo(SPEED_ERROR, 12);
  });

  it('of a turn on the spot is in heading: the shared error and the track’s, times the turn', () => {
    const turn = 0.5;
    const { bodies } = along([[0, turn]]);
    const off = Math.sqrt(
      bodies.reduce((sum, { heading }) => sum + (heading - turn) ** 2, 0) / bodies.length,
    );
    expect(off / (turn * Math.hypot(SPEED_ERROR, TRACK_ERROR))).toBeCloseTo(1, 2);
  });
});

describe('the expected error, laws', () => {
  const forward = fc.double({ min: -0.02, max: 0.02, noNaN: true });
  const turned = fc.double({ min: -0.1, max: 0.1, noNaN: true });
  const drives = fc.array(fc.tuple(forward, turned), { minLength: 1, maxLength: 40 });

  it('grows with the way', () => {
    const errors = [0.3, 0.6, 1, 2, 4].map((way) => errorAlong(...straight(way)));
    expect(errors.every((error, i) => error > 1.5 * (errors[i - 1] ?? 0))).toBe(true);
  });

  it('grows with a turn before the same way', () => {
    const errors = [0, 1, 2, 3].map((turn) => errorAlong([0, turn], ...straight(0.5)));
    expect(errors.every((error, i) => error > (errors[i - 1] ?? 0))).toBe(true);
  });

  it('cancels on the way back, for the same wheels err alike', () => {
    expect(errorAlong(...straight(1), ...straight(-1))).toBeLessThan(1e-9);
  });

  it('is the same however the world is turned, and mirrored', () => {
    fc.assert(
      fc.property(drives, fc.double({ min: -3, max: 3, noNaN: true }), (arcs, heading) => {
        const error = rmsError(along(arcs));
        expect(rmsError(along(arcs, { x: 3, y: -2, heading }))).toBeCloseTo(error, 9);
        expect(errorAlong(...arcs.map(([f, t]): Arc => [f, -t]))).toBeCloseTo(error, 9);
      }),
    );
  });

  it('does not depend on the length of the steps', () => {
    fc.assert(
      fc.property(drives, (arcs) => {
        const halves = arcs.flatMap(([f, t]): Arc[] => [
          [f / 2, t / 2],
          [f / 2, t / 2],
        ]);
        expect(errorAlong(...halves)).toBeCloseTo(errorAlong(...arcs), 9);
      }),
    );
  });
});

describe('the drift meter', () => {
  const metre = [0, 0.25, 0.5, 0.75, 1].map((x) => ({ x, y: 0, heading: 0 }));
  type Heard = Pick<Parameters<DriftMeter['add']>[0], 'source' | 'ages'>;
  const GRANTED: Heard = { source: 'granted', ages: { sensors: {} } };
  const errorOf = (body: CommandedBody, heard: Heard = GRANTED) => {
    const meter = new DriftMeter(body);
    for (const [i, pose] of metre.entries()) meter.add({ pose, ...heard }, i);
    return meter.expectedError;
  };

  it('says nothing before the first tick', () => {
    expect(new DriftMeter(BLIND).expectedError).toBeNull();
  });

  it('says what a robot without encoders is off', () => {
    expect(errorOf(BLIND)).toBeCloseTo(MOST_SIGMAS * errorAlong(...straight(1)), 9);
  });

  it('says nothing of a robot with encoders, or with a pose from outside', () => {
    expect(errorOf({ ...BLIND, metersPerCount: { left: 0.001, right: 0.001 } })).toBeNull();
    expect(errorOf(BLIND, { source: 'pose', ages: { sensors: {} } })).toBeNull();
  });

  it('trusts a gyroscope or a compass while it sends', () => {
    const alongAlone = MOST_SIGMAS * SPEED_ERROR;
    const compass = { ...BLIND, headingNoise: { c: { sigma: 0.02 } } } as unknown as CommandedBody;
    for (const [body, id] of [[{ ...BLIND, gyro: 'g' }, 'g'] as const, [compass, 'c'] as const]) {
      expect(errorOf(body, { source: 'granted', ages: { sensors: { [id]: 0.02 } } })).toBeCloseTo(
        alongAlone,
        9,
      );
      expect(errorOf(body, { source: 'granted', ages: { sensors: { [id]: 1 } } })).toBeCloseTo(
        errorOf(BLIND) ?? 0,
        9,
      );
    }
  });

  it('counts what a weak battery takes from a dead band, by the time that the wheels turn', () => {
    // 4 s at 0.1 m/s of dead speed are 20 mm more along the way, together with the 70 mm of the speeds.
    const body = { ...BLIND, gyro: 'g', deadSpeed: 0.1 };
    const heard = { source: 'granted', ages: { sensors: { g: 0.02 } } } as const;
    expect(errorOf(body, heard)).toBeCloseTo(MOST_SIGMAS * (SPEED_ERROR + VOLTAGE_ERROR * 0.1 * 4), 9);
  });

  it('starts again where a pose was measured, and where the robot is put', () => {
    const meter = new DriftMeter(BLIND);
    for (const [i, pose] of metre.entries()) meter.add({ pose, ...GRANTED }, i);
    meter.add({ pose: ORIGIN, source: 'pose', ages: { sensors: {} } }, 5);
    expect(meter.expectedError).toBeNull();
    meter.add({ pose: ORIGIN, ...GRANTED }, 6);
    expect(meter.expectedError).toBe(0);
    meter.restart();
    meter.add({ pose: { x: 5, y: 5, heading: 2 }, ...GRANTED }, 7);
    expect(meter.expectedError).toBe(0);
  });
});

describe('the words for it', () => {
  it.each([
    [0, 'expect to be off by less than 0.01 m'],
    [0.026, 'expect to be off by up to 0.03 m'],
    [0.314, 'expect to be off by up to 0.31 m'],
    [1.349, 'expect to be off by up to 1.3 m'],
  ])('%d m', (error, words) => {
    expect(expectedErrorWords(error)).toBe(words);
  });
});
