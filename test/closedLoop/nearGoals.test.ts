import { describe, expect, it } from 'vitest';
import { deg } from '../../src/math/units.js';
import { benchmarkBody, drive, missionOf, sceneOf } from '../support/runs.js';

const HEADINGS = Array.from({ length: 12 }, (_, i) => 30 * i - 170);
const NONE = { left: 0, right: 0 };
const EXACT = { wheelSpeedError: NONE, wheelDiameterError: NONE, trackError: 0 };

/** Headings from which it has not arrived within 12 s. */
async function neverArrives(distance: number, plant: object, robot = benchmarkBody('b')): Promise<number[]> {
  const mission = missionOf({ arrive: { target: [distance, 0] } });
  const never: number[] = [];
  for (const heading of HEADINGS) {
    const at = { heading: deg(heading) };
    const scene = sceneOf({ robot, mission, at, duration: 12, plant: { ...EXACT, ...plant } });
    if ((await drive(scene)).robot.timeToGoal === null) never.push(heading);
  }
  return never;
}

describe('arrive, from any heading', () => {
  it.each([0.02, 0.05, 0.1, 0.2, 0.5])('does not circle a goal that is %d m away', async (distance) => {
    expect(await neverArrives(distance, {})).toEqual([]);
  });

  it.each([
    ['a weak wheel', { wheelSpeedError: { left: -0.05, right: 0 } }],
    ['wheels of unequal size', { wheelDiameterError: { left: 0.05, right: 0 } }],
    ['twice the lag it declares', { lag: 0.12 }],
    ['twice the delay it declares', { delay: 0.08 }],
  ])('gets to a goal 1 m away with %s', async (_, plant) => {
    expect(await neverArrives(1, plant)).toEqual([]);
  });

  it.each([
    ['little force', { limits: { force: 0.05 } }],
    ['a slow answer', { control: { steeringGain: 1.5 } }],
  ])('does not circle for %s', async (_, { limits, control }: { limits?: object; control?: object }) => {
    const body = benchmarkBody('b');
    const robot = {
      ...body,
      limits: { ...body.limits, ...limits },
      control: { ...body.control, ...control },
    };
    expect(await neverArrives(0.3, {}, robot)).toEqual([]);
  });
});

describe('a robot that has arrived', () => {
  it('has no power on its wheels a second later', async () => {
    const mission = missionOf({
      prioritize: [{ arrive: { target: [0.5, 0.2] } }, { seek: { target: [9, 9] } }],
    });
    const { instants } = await drive(sceneOf({ robot: benchmarkBody('b'), mission, duration: 8 }));
    expect(instants.at(-1)?.tick.duties).toEqual({ left: 0, right: 0 });
  });
});
