/** How far off its path a robot is shown to be: on the part of the path that it has come to, not on the nearest. */
import { describe, expect, it } from 'vitest';
import { OffPath } from '../../src/session/offPath.js';
import type { MissionSpec } from '../../src/signals/missionTree.js';

/** To and fro on two lanes, 10 cm apart. */
const LANES = [[0, 0], [1, 0], [1, 0.1], [0, 0.1]]; // biome-ignore format: one line
const mission = (path: unknown, more: object = {}): MissionSpec =>
  ({ behavior: 'followPath', parameters: { path, ...more } }) as unknown as MissionSpec;

describe('the distance from the path', () => {
  it.each([0.02, 0.1, 0.3])('is that of the lane that it drives, shown every %d m', (step) => {
    const offPath = new OffPath();
    const spec = mission(LANES);
    // 6 cm left of the first lane: the second one is nearer.
    for (let x = 0; x <= 0.9; x += step) expect(offPath.of('a', spec, { x, y: 0.06 })).toBeCloseTo(0.06, 9);
    for (let x = 1; x >= 0.3; x -= step) offPath.of('a', spec, { x, y: 0.1 });
    // Back on the second one, right of it.
    expect(offPath.of('a', spec, { x: 0.2, y: 0.12 })).toBeCloseTo(-0.02, 9);
  });

  it('is followed for each robot, and begins anew with another path, but not with other numbers', () => {
    const offPath = new OffPath();
    const spec = mission(LANES);
    for (let x = 0; x <= 1; x += 0.05) offPath.of('a', spec, { x, y: 0 });
    for (let x = 1; x >= 0.5; x -= 0.05) offPath.of('a', spec, { x, y: 0.1 });
    expect(offPath.of('b', spec, { x: 0.1, y: 0.06 })).toBeCloseTo(0.06, 9);
    expect(offPath.of('a', mission(LANES, { predict: 0.3 }), { x: 0.5, y: 0.04 })).toBeCloseTo(0.06, 9);
    const other = mission([[0.5, 0], [1.5, 0]]); // biome-ignore format: one line
    expect(offPath.of('a', other, { x: 0.5, y: 0.04 })).toBeCloseTo(0.04, 9);
    expect(
      offPath.of('a', { behavior: 'arrive', parameters: { target: [1, 1] } } as unknown as MissionSpec, {
        x: 0,
        y: 0,
      }),
    ).toBeUndefined();
  });

  it('goes on round a loop, lap after lap', () => {
    const offPath = new OffPath();
    const spec = mission([[0, 0], [1, 0], [1, 1], [0, 1]], { loop: true }); // biome-ignore format: one line
    const corners = [[0, 0], [1, 0], [1, 1], [0, 1]] as const; // biome-ignore format: one line
    for (let step = 0; step < 120; step++) {
      const leg = Math.floor(step / 10);
      const [ax, ay] = corners[leg % 4] ?? [0, 0];
      const [bx, by] = corners[(leg + 1) % 4] ?? [0, 0];
      const share = (step % 10) / 10;
      const at = { x: ax + share * (bx - ax), y: ay + share * (by - ay) };
      expect(offPath.of('a', spec, at)).toBeCloseTo(0, 9);
    }
  });
});
