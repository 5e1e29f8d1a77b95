/** A program, or a machine so busy that it stands still for a while, whose simulated robot drives in real time. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { simulatedRobot } from '../../sim/engine/simulatedRobot.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { drive } from '../../src/drive/drive.js';
import type { DriveResult } from '../../src/drive/run.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { FakeTime } from '../drivers/fakeTime.js';

const SCOUT = loadRobot('scout');

describe.each([10, 50, 250])('at %d Hz', (rate) => {
  it.each([0.05, 0.3, 0.6, 20])('pauses of %d s stop no healthy body', async (pause) => {
    const time = new FakeTime();
    const robot = { ...SCOUT, control: { ...SCOUT.control, rate } };
    const driver = simulatedRobot(robot, { pace: 'real time', time });
    const run = await drive(robot, arrive({ target: [0.5, 0] }), { driver });
    let at = 0;
    let farthest = 0;
    run.ticks$.subscribe(() => {
      farthest = Math.max(farthest, driver.truth().pose.x - at);
      at = driver.truth().pose.x;
    });
    let result: DriveResult | undefined;
    void run.result.then((ended) => {
      result = ended;
    });
    for (let passed = 1; passed <= 6000 && !result; passed++) {
      time.pass(0.001);
      await setImmediate();
      if (passed === 700 || passed === 1100) time.freeze(pause);
    }
    expect(result).toMatchObject({
      outcome: 'arrived',
      cause: null,
      pose: { x: expect.closeTo(0.5, 2) },
    });
    // No farther than a real body, which its board's dead-man would have stopped: nobody steers meanwhile.
    expect(farthest).toBeLessThan(0.5 * (0.25 + 2 / rate));
  });
});
