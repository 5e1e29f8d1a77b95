import { describe, expect, it } from 'vitest';
import { BehaviorColors } from '../../../src/dashboard/page/map/drawing/behaviorColors.js';
import { signAt } from '../../../src/dashboard/page/map/pointing/signAt.js';
import { meaningOf } from '../../../src/dashboard/page/words.js';
import { vec } from '../../../src/math/geometry.js';
import { arrowScales } from '../../../src/scene/arrowScale.js';
import { locateRobots } from '../../../src/scene/located.js';
import { at, frame, placed, robot, scene, tick } from '../../support/viewFixtures.js';

const PX = 0.005;
const mission = {
  behavior: 'followPath',
  parameters: {
    path: [
      [-1, -1],
      [1, -1],
    ],
    radius: 0.05,
  },
};
const shown = scene({
  robots: [robot('a', { mission }), robot('g', { ghost: true })],
  things: [
    { kind: 'circle', id: 'c', at: vec(1, 1), radius: 0.1 },
    { kind: 'wall', id: 'w', points: [vec(2, -1), vec(2, 1)] },
    { kind: 'mover', id: 'm', at: vec(-1, 1), radius: 0.05, solid: false },
    { kind: 'box', id: 'b', at: vec(-2, 0), heading: 0.5, size: [0.4, 0.2] },
  ],
  floor: {
    lines: [{ points: [vec(0, 2), vec(1, 2)], width: 0.02 }],
    lamps: [vec(0, 3)],
    beacons: [vec(1, 3)],
  },
  putBack: [vec(3, 3), vec(4, 4)],
  spots: [vec(-3, 0)],
});
const now = frame([{ ...placed('a', at(0, 0)), remembered: [0.5, 0.5] }, placed('g', at(0, 0.5))]);
const picture = {
  scene: shown,
  frame: now,
  robots: locateRobots(shown, now),
  focus: 'a',
  forces: true,
  marks: true,
  colors: new BehaviorColors(),
  scales: arrowScales(shown, 1 / PX),
};
const sign = (x: number, y: number) => signAt(picture, vec(x, y), 6 * PX, PX);

describe('what is under the pointer', () => {
  it.each([
    ['robot', 0.02, 0.02],
    ['ghost, to compare', 0, 0.5],
    ['post', 1.05, 1.05],
    ['wall', 2.02, 0.3],
    ['mover', -1, 1],
    ['box', -2.1, -0.05],
    ['tape', 0.5, 2.01],
    ['lamp', 0.01, 3],
    ['beacon', 1, 3.01],
    ['path', 0.3, -1.02],
    ['robots are put back here', 3.5, 3.5],
    ['spot', -3, 0.03],
    ['echoes that it remembers', 0.52, 0.5],
  ])('is a %s, which is explained', (word, x, y) => {
    expect(sign(x, y)).toBe(word);
    expect(meaningOf(word)).toMatch(/\.$/);
  });

  it('is where it thinks it is, on the outline and in the fan', () => {
    const covariance = { xx: 0.04, xy: 0, yy: 0.01, hh: 0.01, xh: 0, yh: 0 };
    const believed = tick(at(0, 0));
    const lost = frame([
      placed('a', at(0, 0), { tick: { ...believed, estimate: { ...believed.estimate, covariance } } }),
      placed('g', at(0, 0.5)),
    ]);
    const unsure = { ...picture, frame: lost, robots: locateRobots(shown, lost) };
    const word = (x: number, y: number) => signAt(unsure, vec(x, y), 6 * PX, PX);
    // Two standard deviations: 0.4 m along x, 0.2 m across; the heading within 0.2 rad, up to 1.7 radii of the robot.
    for (const [x, y] of [
      [0.4, 0],
      [-0.4, 0.01],
      [0, -0.2],
    ] as const)
      expect(word(x, y)).toBe('where it thinks it is');
    const { radius } = shown.robots[0] ?? { radius: 0 };
    expect(word(1.5 * radius, 0)).toBe('where it thinks it is');
    expect(word(-1.5 * radius, 0)).toBeUndefined();
    expect(word(0.3, 0.05)).toBeUndefined();
  });

  it('is nothing on the bare floor', () => {
    expect(sign(0.5, -0.4)).toBeUndefined();
  });

  it('is no echo while marks are hidden', () => {
    expect(signAt({ ...picture, marks: false }, vec(0.52, 0.5), 6 * PX, PX)).toBeUndefined();
  });
});
