/** `latency: measured`: a body that answers late, or sooner than its file says, stops as one that the file describes well. */
import { Subject } from 'rxjs';
import { beforeAll, expect, it } from 'vitest';
import { runScenario } from '../../sim/engine/run.js';
import { AS_DECLARED } from '../../sim/scenario/plantSpec.js';
import { parseRobot } from '../../src/config/robot/robotFile.js';
import { distance, dot, length, scale, sub, toWorld, type Vec2 } from '../../src/math/geometry.js';
import type { Command } from '../../src/signals/signals.js';
import { FILE, textOf } from '../cli/calibrate/hiddenRobot.js';
import { describeOnce, describeThorough } from '../support/effort.js';
import { missionOf, sceneOf } from '../support/runs.js';

const SQUARE = missionOf({
  followPath: {
    path: [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
    loop: true,
  },
});
/** So long it drives; then it is stopped, and stands by the time that it is sent to its goal. */
const LEARNED = 10;
const SENT = 11;
const NEAR = 0.02;
/** A robot that believes itself at its goal, and was not driven for so long, stays there. */
const STOOD = 1.5;

interface Drive {
  readonly goal: Vec2;
  readonly delay: number;
  readonly latency: '40 ms' | 'measured';
  readonly counts?: number;
  readonly rate?: number;
}

interface Stop {
  /** How far past its goal it came, along the way there. */
  readonly overshoot: number;
  /** From the command until it was near its goal for good. */
  readonly time: number;
  readonly trips: number;
}

/** Drives a square, and then to a goal ahead of where it stands. */
async function stopOf({ goal, delay, latency, counts = 1437, rate = 50 }: Drive) {
  const text = textOf({ counts, gyro: false, rate }).replace('latency: 40 ms', `latency: ${latency}`);
  const robot = parseRobot(text, FILE);
  const plant = { ...AS_DECLARED, delay };
  const commands$ = new Subject<Command>();
  let told: { readonly at: number; readonly to: Vec2; readonly along: Vec2 } | null = null;
  let stop: Stop = { overshoot: 0, time: 0, trips: 0 };
  let drivenAt = SENT;
  const run = runScenario(sceneOf({ robot, mission: SQUARE, plant, duration: 24 }), {
    now: () => 0,
    commands$,
    onTick: (_, pose, { at, safety, arrived, duties }) => {
      if (!arrived || duties.left !== 0 || duties.right !== 0) drivenAt = Math.max(drivenAt, at);
      if (safety === 'faulted') stop = { ...stop, trips: stop.trips + 1 };
      if (at > LEARNED - 0.01 && at < LEARNED + 0.01) commands$.next({ kind: 'stop' });
      if (!told && at >= SENT) {
        commands$.next({ kind: 'arm' });
        const to = toWorld(pose, goal);
        told = { at, to, along: scale(sub(to, pose), 1 / distance(to, pose)) };
        commands$.next({
          kind: 'setup',
          setup: { robot, mission: missionOf({ arrive: { target: [to.x, to.y] } }) },
        });
      } else if (told) {
        const past = sub(pose, told.to);
        stop = {
          ...stop,
          overshoot: Math.max(stop.overshoot, dot(past, told.along)),
          time: length(past) > NEAR ? at - told.at : stop.time,
        };
      }
    },
  });
  for (const at of run) {
    if (at > drivenAt + STOOD) break;
    // The driver's `arm` is a promise.
    await undefined;
  }
  return stop;
}

function expectAsGood(stop: Stop, as: Stop): void {
  expect(stop.trips).toBe(0);
  expect(stop.overshoot).toBeLessThan(0.002);
  expect(stop.time).toBeGreaterThan(1);
  expect(stop.time / as.time).toBeLessThan(1.15);
}

const GOALS: readonly (readonly [string, Vec2])[] = [
  ['ahead', { x: 2, y: 0.5 }],
  ['behind', { x: -1, y: -0.5 }],
  ['at its side', { x: 0.5, y: 2 }],
];
const DELAYS = [0, 0.02, 0.04, 0.08, 0.12, 0.2];

describeOnce.each(GOALS)('a goal %s', (_, goal) => {
  let as: Stop;
  beforeAll(async () => {
    as = await stopOf({ goal, delay: 0.04, latency: '40 ms' });
  });

  it.each(DELAYS)('is reached by a body that is %d s late as by one of 40 ms', async (delay) => {
    const stop = await stopOf({ goal, delay, latency: 'measured' });
    expectAsGood(stop, as);
  });
});

describeThorough.each([
  [20, 50],
  [200, 10],
  [80, 100],
])('with %d counts, at %d Hz', (counts, rate) => {
  it.each(GOALS)('a goal %s is reached at any latency', async (_, goal) => {
    const as = await stopOf({ goal, counts, rate, delay: 0.04, latency: '40 ms' });
    for (const delay of DELAYS) {
      const stop = await stopOf({ goal, counts, rate, delay, latency: 'measured' });
      expectAsGood(stop, as);
    }
  });
});
