import { describe, expect, it } from 'vitest';
import { Drivetrain } from '../../../sim/plant/drivetrain.js';
import type { WorldSpec } from '../../../sim/scenario/scenario.js';
import { KinematicWorld } from '../../../sim/world/kinematicWorld.js';
import { World } from '../../../sim/world/world.js';
import { type Random, resumeRandom, seedRandom } from '../../../src/math/random.js';
import { deg } from '../../../src/math/units.js';
import { EMPTY, PLANT, SCOUT, wallAt } from '../bodies.js';

const point = (x: number, y: number) => ({ x, y });

function drawnWorld(chance: Random): WorldSpec {
  const among = (least: number, most: number) => least + (most - least) * chance.uniform();
  const somewhere = () => point(among(-4, 4), among(-4, 4));
  const many = <T>(most: number, draw: () => T) => Array.from({ length: Math.floor(among(0, most)) }, draw);
  return {
    walls: many(6, () => many(5, somewhere)),
    circles: many(6, () => ({ at: somewhere(), radius: among(0.02, 0.8) })),
    boxes: many(5, () => ({
      at: somewhere(),
      size: [among(0.05, 1), among(0.05, 1)],
      heading: among(-3, 3),
      movable: chance.uniform() < 0.5,
    })),
    posts: { radius: 0.075, at: many(60, somewhere) },
    movers: many(3, () => ({
      id: `mover${chance.uniform()}`,
      waypoints: [somewhere(), somewhere()],
      speed: 1,
      radius: 0.2,
      solid: true,
      loop: false,
    })),
  };
}

/** A drawn world with four robots, the last one a ghost, after half a second. */
function drawnScene(seed: number, Kind: typeof World | typeof KinematicWorld) {
  const chance = resumeRandom(seedRandom(seed));
  const world = new Kind(drawnWorld(chance));
  ['a', 'b', 'c', 'd'].forEach((id, i) => {
    const pose = { x: 4 * chance.uniform() - 2, y: 4 * chance.uniform() - 2, heading: 6 * chance.uniform() };
    const drivetrain = new Drivetrain(SCOUT, PLANT);
    drivetrain.command(0, { left: 0.9, right: 0.5 });
    world.addRobot(id, SCOUT, pose, drivetrain, i === 3);
  });
  for (let i = 0; i < 100; i++) world.advance(i / 200, (i + 1) / 200);
  return { world, chance };
}

function drawnLines(world: World | KinematicWorld, { uniform }: Random) {
  const { x, y, heading } = world.poseOf('a');
  const width = 2 * Math.PI * uniform();
  const count = 1 + Math.floor(200 * uniform());
  const way = uniform() < 0.5 ? 0 : 0.2;
  return Array.from({ length: count }, (_, i) => {
    const share = i / count;
    return { from: point(x + way * share, y - way * share), angle: heading + width * (share - 0.5) };
  });
}

describe.each([World, KinematicWorld])('a scan in %o', (Kind) => {
  it('equals single ray casts to the last bit', () => {
    let echoes = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { world, chance } = drawnScene(seed, Kind);
      for (const range of [0.5, 5]) {
        const lines = drawnLines(world, chance);
        const alone = lines.map(({ from, angle }) => world.rayCast(from, angle, range, 'a'));
        expect(world.scan(lines, range, 'a')).toEqual(alone);
        expect(world.look(lines, range, 'a').map((hit) => hit?.distance ?? null)).toEqual(alone);
        // In another order it is slower, and as exact.
        const turned = lines.toReversed();
        if (range === 5) expect(world.scan(turned, range, 'a')).toEqual(alone.toReversed());
        echoes += alone.filter((distance) => distance !== null).length;
      }
    }
    expect(echoes).toBeGreaterThan(1000);
  });

  it('tells round things from flat ones, and the angle to the surface', () => {
    const spec = { ...wallAt(1), circles: [{ at: point(-1, 0), radius: 0.25 }] };
    const look = (angle: number, y = 0) => new Kind(spec).look([{ from: point(0, y), angle }], 5)[0];
    expect(look(deg(20))).toMatchObject({ radius: null, incidence: expect.closeTo(deg(20), 9) });
    expect(look(Math.PI)).toMatchObject({ radius: 0.25, incidence: expect.closeTo(0, 6) });
    // Half a radius off the middle: sin α = 1/2.
    expect(look(Math.PI, 0.125)).toMatchObject({ radius: 0.25, incidence: expect.closeTo(deg(30), 9) });
    expect(look(Math.PI / 2)).toBeNull();
    const box = { at: point(1, 0), size: [0.4, 0.4], heading: deg(10), movable: false } as const;
    const boxed = new Kind({ ...EMPTY, boxes: [box] });
    expect(boxed.look([{ from: point(0, 0), angle: 0 }], 5)[0]).toMatchObject({
      radius: null,
      incidence: expect.closeTo(deg(10), 9),
    });
  });
});

it('a scan sees what was moved by hand where it is now', () => {
  const world = new World({ ...EMPTY, circles: [{ at: point(1, 0), radius: 0.25 }] });
  const ahead = () => world.scan([{ from: point(0, 0), angle: 0 }], 5)[0];
  expect(ahead()).toBeCloseTo(0.75, 9);
  world.putThing('circles.0', { to: point(2, 0), heading: 0 });
  expect(ahead()).toBeCloseTo(1.75, 9);
});
