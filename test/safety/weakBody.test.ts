/** Which motion of the wheels a body explains that is only weaker than in its file. */
import { describe, expect, it } from 'vitest';
import { rollWheels, type SentCommand } from '../../src/math/wheel.js';
import { monitoredBody } from '../../src/safety/monitoredBody.js';
import type { Sample, Ways } from '../../src/safety/motionWindow.js';
import { weaknessOf } from '../../src/safety/weakBody.js';

const PERIOD = 0.02;
const NO_WAY: Ways = { left: 0, right: 0 };
const RESPONSE = { lag: 0.06, breakaway: 0, acceleration: 1 };
const LATENCY = 0.04;

const bodyWith = (perCount: number | undefined) =>
  monitoredBody({
    track: 0.15,
    noLoadSpeed: 0.6,
    period: PERIOD,
    latency: LATENCY,
    response: RESPONSE,
    ...(perCount !== undefined && { metersPerCount: { left: perCount, right: perCount } }),
  });

interface Course {
  /** The speed that both wheels are told. */
  readonly told?: (at: number) => number;
  /** The body as it truly is. */
  readonly latency?: number;
  readonly acceleration?: number;
  readonly deadBand?: number;
  /** What the right wheel rolls instead in a tick of its way. */
  readonly right?: (way: number, at: number) => number;
  readonly perCount?: number | undefined;
  /** Commands before it are forgotten. */
  readonly knownSince?: number;
}

const EVEN = () => 0.5;
const STEP = (at: number) => (at < 1 ? 0.15 : 0.5);
const DOWN = (at: number) => (at < 1 ? 0.5 : 0.15);

/** From 0.8 to 1.8 s. */
function found({ told = STEP, right = (way) => way, knownSince = 0, ...truth }: Course): unknown {
  const { latency = LATENCY, acceleration = 1, deadBand = 0 } = truth;
  const driven: SentCommand[] = [];
  const obeyed: SentCommand[] = [];
  const samples: Sample[] = [];
  let speeds: Ways = NO_WAY;
  let counted: Ways = NO_WAY;
  for (let n = 0; n <= 90; n++) {
    const at = n * PERIOD;
    if (n > 0) {
      const gone = { left: 0, right: 0 };
      const body = { latency, response: { ...RESPONSE, acceleration } };
      speeds = rollWheels(body, { speeds, from: at - PERIOD, to: at }, obeyed, (l, r) => {
        gone.left += l;
        gone.right += r;
      });
      counted = { left: counted.left + gone.left, right: counted.right + right(gone.right, at) };
    }
    const speed = told(at);
    driven.push({ at, left: speed, right: speed });
    const felt = Math.sign(speed) * Math.max(0, Math.abs(speed) - deadBand);
    obeyed.push({ at, left: felt, right: felt });
    samples.push({ at, quick: NO_WAY, likely: NO_WAY, slow: NO_WAY, counted, turned: null });
  }
  const body = bodyWith('perCount' in truth ? truth.perCount : 1.5e-4);
  const known = driven.filter(({ at }) => at >= knownSince);
  return weaknessOf(samples.slice(40, -1), samples.at(-1) as Sample, known, body);
}

describe('a body that is weaker than in its file', () => {
  const opposite = (told: (at: number) => number) => (at: number) => -told(at);

  it('has wheels that gain at least 0.35 of its acceleration', () => {
    const to = (acceleration: number) => [EVEN, opposite(EVEN)].map((told) => found({ told, acceleration }));
    expect([1, 0.5, 0.36].flatMap(to)).toEqual(Array(6).fill('slow'));
    // Up to a quarter quicker than in its file is healthy, too.
    expect(found({ acceleration: 1.25 })).toBe('slow');
    expect(to(0.2)).toEqual([undefined, undefined]);
  });

  it('is stiff where up to 0.3 of the full duty turn nothing', () => {
    const having = (deadBand: number) => [DOWN, opposite(DOWN)].map((told) => found({ told, deadBand }));
    expect([0.08, 0.12, 0.17].flatMap(having)).toEqual(Array(6).fill('stiff'));
    expect(having(0.3)).toEqual([undefined, undefined]);
  });

  it('is not stiff where it only obeys later', () => {
    expect([0.1, 0.25, 0.3, 0.35].map((latency) => found({ latency }))).toEqual([
      'slow',
      'slow',
      undefined,
      undefined,
    ]);
  });

  it('is broken where a wheel stands, or goes faster or slower than any of these', () => {
    for (const share of [0, 0.5, 1.2, -1])
      expect(found({ right: (way, at) => (at < 1.2 ? way : share * way) })).toBeUndefined();
  });

  it('does not catch up with what it has missed: what was half of that time ago counts, too', () => {
    const jump = (way: number, at: number) =>
      at > 1.3 && at < 1.32 ? way - 0.05 : at > 1.78 ? way + 0.05 : way;
    expect(found({ right: jump })).toBeUndefined();
  });

  it('is not told from a broken one by coarse counts, without encoders, or without its commands', () => {
    expect(found({ perCount: 0.004 })).toBeUndefined();
    expect(found({ perCount: undefined })).toBeUndefined();
    expect(found({ knownSince: 1.75 })).toBeUndefined();
    expect(found({ knownSince: 9 })).toBeUndefined();
  });
});
