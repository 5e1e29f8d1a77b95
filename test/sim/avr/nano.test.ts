/** A Nano has two pins that an Uno lacks, A6 and A7, which only read a voltage; its own firmware reads them. */
import { describe, expect, it } from 'vitest';
import { emulatedBodies } from '../../../sim/avr/loadEmulated.js';
import { simulate } from '../../../sim/engine/run.js';
import { EMPTY_FLOOR } from '../../../sim/scenario/scenario.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import { vec } from '../../../src/math/geometry.js';
import { missionOf, sceneOf } from '../../support/runs.js';

const robotOn = (board: string) =>
  parseRobot(
    `
name: nan
board: ${board}
chassis: { mass: 450 g, radius: 90 mm, track: 141 mm }
wheels: { diameter: 70 mm }
motors: { left: { pwm: 9, dir: 7 }, right: { pwm: 10, dir: 8 }, noLoadSpeed: 0.6 m/s, deadband: 0.08, lag: 60 ms }
sensors: [{ id: front, type: gp2y0a21, pin: A6, at: [0, 0] }]
battery: { pin: A7, divider: 2, low: 6.8 V }
limits: { speed: 0.3 m/s, acceleration: 1 m/s² }
control: { rate: 50 Hz, latency: 40 ms }
`,
    'nan.yaml',
  );

describe('a Nano with an infrared eye at A6 and its battery at A7', () => {
  it('drives with the firmware on its emulated board, and is stopped by what it sees', async () => {
    const scene = {
      robot: robotOn('nano'),
      sensing: 'odometry' as const,
      duration: 10,
      mission: missionOf({ arrive: { target: [1.5, 0] } }),
    };
    const wall = { ...EMPTY_FLOOR, walls: [[vec(0.9, -1), vec(0.9, 1)]] };
    const free = sceneOf(scene);
    const [passed] = (await simulate(free, { bodyOf: await emulatedBodies(free) })).robots;
    expect(passed).toMatchObject({ outcome: 'arrived', faults: [] });
    const blocked = sceneOf({ ...scene, world: wall });
    const [stopped] = (await simulate(blocked, { bodyOf: await emulatedBodies(blocked) })).robots;
    expect(stopped).toMatchObject({ contacts: 0 });
    expect(stopped?.finalPose.x).toBeLessThan(0.8);
    expect(stopped?.finalPose.x).toBeGreaterThan(0.3);
  });

  it('is refused on an Uno, which has no such pins', () => {
    expect(() => robotOn('uno')).toThrow(/pin A6 is not on the uno/);
  });
});
