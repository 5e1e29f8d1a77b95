import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { deg } from '../../src/math/units.js';
import { drive, missionOf, sceneOf } from '../support/runs.js';

const HEADINGS = 16;
const scout = loadRobot('scout');
const criteria = [{ criterion: 'arrived' }] as const;

async function sent(rate: number, mission: object, at: { heading: number; speed?: number }) {
  const robot = { ...scout, control: { ...scout.control, rate, deadMan: 0.5 } };
  const scene = {
    robot,
    mission: missionOf(mission),
    at,
    sensing: 'odometry',
    criteria,
    duration: 25,
  } as const;
  return (await drive(sceneOf(scene))).robot;
}

describe.each([5, 10, 50])('at %d Hz', (rate) => {
  it.each([
    ['seek', 0.1, 0],
    ['seek', 0.2, 0.5],
    ['seek', 0.3, 0],
    ['seek', 0.3, 0.5],
    ['seek', 1, 0.5],
    ['arrive', 0.3, 0.5],
  ])(
    '%s reaches its target %d m away from %d m/s and any heading, and does not circle it',
    async (kind, way, speed) => {
      const mission = { [kind]: { target: [way, 0] } };
      const outcomes: string[] = [];
      for (let i = 0; i < HEADINGS; i++) {
        const heading = (2 * Math.PI * i) / HEADINGS - Math.PI + 1e-4;
        outcomes.push((await sent(rate, mission, { heading, speed })).outcome);
      }
      expect(outcomes).toEqual(Array(HEADINGS).fill('arrived'));
    },
  );

  it('arrive starts for a target slightly beyond `within`, at any bearing', async () => {
    for (const way of [0.011, 0.015, 0.02]) {
      for (const bearing of [0, 60, 100, 140, 180]) {
        const { outcome } = await sent(rate, { arrive: { target: [way, 0] } }, { heading: deg(bearing) });
        expect({ way, bearing, outcome }).toEqual({ way, bearing, outcome: 'arrived' });
      }
    }
  });
});
