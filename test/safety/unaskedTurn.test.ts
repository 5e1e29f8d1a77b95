import { describe, expect, it } from 'vitest';
import { monitoredBody } from '../../src/safety/monitoredBody.js';
import type { Sample } from '../../src/safety/motionWindow.js';
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

type InTime<T = number> = (at: number) => T;

/** Functions of the time until 2 s. */
interface Drive {
  readonly way?: InTime;
  /** The turn by the commands, of the body as its file describes it; the quick one is 0.02 s earlier, the slow one 0.05 s later. */
  readonly told?: InTime;
  /** Of a model that differs. */
  readonly models?: Partial<
    Record<'quick' | 'likely' | 'slow', { readonly way?: InTime; readonly told?: InTime }>
  >;
  readonly turned: InTime<number | null>;
  /** The first sample. */
  readonly since?: number;
}

const NO_WAY = () => 0;
const waysOf = (way: number, turn: number) => ({
  left: way - (turn * TRACK) / 2,
  right: way + (turn * TRACK) / 2,
});

function found({ way = NO_WAY, told = NO_WAY, models = {}, turned, since = 0 }: Drive) {
  const of = (model: 'quick' | 'likely' | 'slow', at: number) => {
    const other = models[model];
    return waysOf((other?.way ?? way)(at), (other?.told ?? told)(at));
  };
  const samples = Array.from({ length: 201 }, (_, i): Sample => {
    const at = i / 100;
    const ways = { quick: of('quick', at + 0.02), likely: of('likely', at), slow: of('slow', at - 0.05) };
    return { at, ...ways, counted: { left: 0, right: 0 }, turned: turned(at) };
  }).filter(({ at }) => at >= since);
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
    ['without a turn by a gyroscope', { told: steadily(9), turned: () => null }, undefined],
    ['a gyroscope that has just begun', { turned: (at) => (at < 1.9 ? null : 9 * at) }, undefined],
    ['a gyroscope that has just ended', { turned: (at) => (at < 2 ? 9 * at : null) }, undefined],
    // 0.02 rad in 0.4 s beside the 0.2 rad.
    ['pushed for 0.4 s', { turned: lately(0.245, 0.4) }, 'wheelSlip'],
    ['hardly pushed for 0.4 s', { turned: lately(0.235, 0.4) }, undefined],
    // The longest way counts.
    ['perhaps straight on', { models: { quick: { way: steadily(0.5) } }, turned: steadily(0.7) }, undefined],
    ['watched for a moment only', { turned: steadily(9), since: 1.9 }, undefined],
    ['watched for not much longer', { turned: steadily(9), since: 1.83 }, 'wheelSlip'],
  ] as [string, Drive, string | undefined][])('%s', (_, drive, kind) => {
    expect(found(drive)?.kind).toBe(kind);
  });

  it.each(['quick', 'likely', 'slow'] as const)('may answer as the %s body would', (model) => {
    const turned = steadily(1.5);
    expect(found({ turned })?.kind).toBe('wheelSlip');
    expect(found({ models: { [model]: { told: turned } }, turned })).toBeUndefined();
    expect(found({ models: { [model]: { told: steadily(-1.5) } }, turned: steadily(-1.5) })).toBeUndefined();
  });

  it('may be later than the quick one by what the slow one is', () => {
    const swing = (from: number) => (at: number) => 1.5 * Math.min(1, Math.max(0, (at - from) / 0.05));
    const later = (from: number) => found({ models: { quick: { told: swing(from) } }, turned: swing(1.87) });
    // 0.02 s are the quick one's own.
    expect(later(1.82)).toBeUndefined();
    expect(later(1.76)?.kind).toBe('wheelSlip');
  });

  it('is told what it may be', () => {
    const what = (told: number, turned: number) => found({ told: steadily(told), turned: steadily(turned) });
    expect(what(0, 2)).toMatchObject({
      what: 'the body turns by itself (commanded 0°, turned 17°): a motor is dead, runs on or runs backwards, or a wheel is blocked or slips',
      causes: ['motorDead', 'motorStuckOn', 'motorReversed', 'wheelsBlocked', 'wheelSlip'],
      after: 0.04,
    });
    expect(what(1.5, 0)).toMatchObject({
      kind: 'noProgress',
      what: expect.stringMatching(/^the body does not turn as commanded/),
      causes: ['motorDead', 'motorStuckOn', 'motorReversed', 'wheelsBlocked', 'wheelSlip'],
    });
    expect(what(2, -2)?.causes).toEqual([
      'motorReversed',
      'motorsSwapped',
      'gyroReversed',
      'motorDead',
      'motorStuckOn',
      'wheelsBlocked',
      'wheelSlip',
    ]);
    expect(what(2, -2)?.what).toMatch(
      /the wrong way .*or the motors are swapped, or the gyroscope is upside down$/,
    );
  });
});
