import { describe, expect, it } from 'vitest';
import type { Sample } from '../../src/safety/motionState.js';
import { monitoredBody } from '../../src/safety/motionWindow.js';
import { unaskedTurn } from '../../src/safety/unaskedTurn.js';

const TRACK = 0.5;
/** It starts at 0.025 m/s, and by any latency from 0.02 to 0.09 s. */
const BODY = monitoredBody({
  track: TRACK,
  noLoadSpeed: 1,
  period: 0.01,
  latency: 0.04,
  response: { lag: 0, breakaway: 0.025, acceleration: 10 },
});

/** Functions of the time until 2 s. */
interface Drive {
  readonly way?: (at: number) => number;
  /** By the commands, of the body as its file describes it. */
  readonly told?: (at: number) => number;
  readonly turned: ((at: number) => number) | null;
}

function found({ way = () => 0, told = () => 0, turned }: Drive) {
  const of = (at: number) => ({
    left: way(at) - (told(at) * TRACK) / 2,
    right: way(at) + (told(at) * TRACK) / 2,
  });
  const samples = Array.from({ length: 201 }, (_, i): Sample => {
    const at = i / 100;
    const models = { quick: of(at + 0.02), likely: of(at), slow: of(at - 0.05) };
    return { at, ...models, counted: { left: 0, right: 0 }, turned: turned ? turned(at) : null };
  });
  return unaskedTurn({ samples: samples.slice(0, -1), now: samples.at(-1) as Sample }, BODY);
}

/** A turn within the last part of the two seconds. */
const lately = (turn: number, lasting: number) => (at: number) =>
  turn * Math.min(1, Math.max(0, (at - 2) / lasting + 1));
const steadily = (rate: number) => (at: number) => rate * at;

describe('a robot without encoders', () => {
  it.each([
    // 0.2 rad, and 0.05 m/s of the wheels that may not start: 0.015 rad in 0.15 s, 0.1 rad in a second.
    ['standing, pushed round', { turned: lately(0.216, 0.1) }, 'wheelSlip'],
    ['standing, pushed round to the right', { turned: lately(-0.216, 0.1) }, 'wheelSlip'],
    ['standing, hardly pushed', { turned: lately(0.213, 0.1) }, undefined],
    ['standing, turned slowly', { turned: steadily(0.301) }, 'wheelSlip'],
    ['standing, turned more slowly', { turned: steadily(0.298) }, undefined],
    // Of motors that are unlike: 0.22 · 2 · 0.5 m/s · 1 s/0.5 m.
    ['straight on, in a bend', { way: steadily(0.5), turned: steadily(0.9) }, 'wheelSlip'],
    ['straight on, in a slight bend', { way: steadily(0.5), turned: steadily(0.7) }, undefined],
    // 0.4 of the turn, and 0.22 of it for the motors.
    ['turning as told', { told: steadily(1), turned: steadily(1) }, undefined],
    ['turning too far', { told: steadily(1), turned: steadily(1.95) }, 'wheelSlip'],
    ['turning far', { told: steadily(1), turned: steadily(1.85) }, undefined],
    ['hardly turning', { told: steadily(1), turned: steadily(0.05) }, 'noProgress'],
    ['turning less', { told: steadily(1), turned: steadily(0.2) }, undefined],
    ['turning the wrong way', { told: steadily(1), turned: steadily(-0.1) }, 'wheelReversed'],
    ['without a turn by a gyroscope', { told: steadily(9), turned: null }, undefined],
  ] as [string, Drive, string | undefined][])('%s', (_, drive, kind) => {
    expect(found(drive)?.kind).toBe(kind);
  });

  it('may be earlier or later than its file says', () => {
    // A quarter turn in 0.05 s, told by 0.02 s earlier up to 0.07 s later.
    const swing = (from: number) => (at: number) => 1.5 * Math.min(1, Math.max(0, (at - from) / 0.05));
    for (const late of [-0.02, 0, 0.04, 0.07])
      expect(found({ told: swing(1.85), turned: swing(1.85 + late) })).toBeUndefined();
    expect(found({ told: swing(1.7), turned: swing(1.95) })?.kind).toBe('wheelSlip');
  });

  it('is told what it may be', () => {
    const what = (told: number, turned: number) => found({ told: steadily(told), turned: steadily(turned) });
    expect(what(0, 2)).toMatchObject({
      what: 'the body turns by itself (commanded 0°, turned 17°): a motor is dead, runs on or runs backwards, or a wheel is blocked or slips',
      causes: ['motorDead', 'motorStuckOn', 'motorReversed', 'wheelsBlocked', 'wheelSlip'],
      after: 0.04,
    });
    expect(what(2, -2)?.causes?.slice(0, 3)).toEqual(['motorReversed', 'motorsSwapped', 'gyroReversed']);
    expect(what(2, -2)?.what).toMatch(
      /the wrong way .*or the motors are swapped, or the gyroscope is upside down$/,
    );
  });
});
