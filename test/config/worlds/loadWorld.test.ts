import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, it } from 'vitest';
import { parseScenario } from '../../../sim/scenario/scenarioFile.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { loadWorld } from '../../../src/config/loadWorld.js';
import { worldSaid, worldText } from '../../../src/config/worlds/foundWorld.js';

const folder = mkdtempSync(join(tmpdir(), 'worlds-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** 8 × 6 cells: a wall on the left, a block of 2 × 2 cells, one unknown column on the right. */
const CELLS = ['#......?', '#......?', '#...##.?', '#...##.?', '#......?', '#......?'];
const GREY: Readonly<Record<string, number>> = { '#': 0, '.': 254, '?': 205 };
const cells = CELLS.flatMap((row) => [...row].map((cell) => GREY[cell] as number));

const PGM = Buffer.concat([Buffer.from('P5\n# CREATOR: map_saver\n8 6\n255\n'), Buffer.from(cells)]);
const PLAIN = `P2 8 6 255\n${cells.join(' ')}\n`;

function png(): Buffer {
  const picture = new PNG({ width: 8, height: 6 });
  for (const [i, grey] of cells.entries()) picture.data.set([grey, grey, grey, 255], 4 * i);
  return PNG.sync.write(picture);
}

const map = (image: string, more = '') =>
  `image: ${image}\nresolution: 0.1\norigin: [-0.4, -0.3, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n${more}`;

const corners = (line: readonly { x: number; y: number }[]) => {
  const [xs, ys] = [line.map(({ x }) => x), line.map(({ y }) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(
    (value) => Math.round(value * 1000) / 1000,
  );
};

const text = (worldFile: string) => worldText(loadWorld(worldFile));

/** The scenario that the world is pasted into. */
const scenarioIn = (world: string) =>
  parseScenario(
    `${world}robots: [{ id: a, robot: scout, at: { x: -3 }, mission: { arrive: { target: [1, 0] } } }]\n`,
    'f.yaml',
    {
      readRobot: (name) => loadRobot(name),
      readPath: () => [],
    },
  );

describe("ROS' map", () => {
  it.each([
    ['PGM', 'a.pgm', PGM],
    ['plain PGM', 'b.pgm', PLAIN],
    ['PNG', 'c.png', png()],
  ] as const)(
    'as %s is outlines of what is occupied, its bottom left corner at its origin',
    (_, name, picture) => {
      file(name, picture);
      const world = loadWorld(file(`${name}.yaml`, map(name)));
      expect(world.walls.map(corners).sort()).toEqual([[-0.4, -0.3, -0.3, 0.3], [0, -0.1, 0.2, 0.1]]); // biome-ignore format: one line
      expect(worldSaid(world)).toBe(
        '2 walls, 0.6 × 0.6 m, from a map of 8 × 6 cells of 10 cm; outlines to within 7.5 cm; 13 % unknown, left empty',
      );
      expect(scenarioIn(worldText(world)).world.walls).toHaveLength(2);
    },
  );

  it('is turned by its yaw about its origin', () => {
    file('a.pgm', PGM);
    const turned = map('a.pgm').replace('0.0]', `${Math.PI / 2}]`);
    expect(loadWorld(file('t.yaml', turned)).walls.map(corners).sort()[0]).toEqual([-0.8, 0.1, -0.6, 0.3]);
  });

  it('is the same negated', () => {
    file('n.pgm', Buffer.concat([PGM.subarray(0, -48), Buffer.from(cells.map((grey) => 255 - grey))]));
    file('a.pgm', PGM);
    const walls = (yaml: string) => loadWorld(file('n.yaml', yaml)).walls;
    expect(walls(map('n.pgm').replace('negate: 0', 'negate: 1'))).toEqual(walls(map('a.pgm')));
  });

  it('keeps the hole in a room, and every outline within a cell of the picture', () => {
    const size = 60;
    const disk = Array.from({ length: size * size }, (_, i) => {
      const far = Math.hypot((i % size) + 0.5 - 30, Math.floor(i / size) + 0.5 - 30);
      return far < 25 && far > 20 ? 0 : 254;
    });
    file('d.pgm', Buffer.concat([Buffer.from(`P5 ${size} ${size} 255\n`), Buffer.from(disk)]));
    const { walls } = loadWorld(file('d.yaml', map('d.pgm').replace('[-0.4, -0.3, 0.0]', '[-3, -3, 0]')));
    expect(walls).toHaveLength(2);
    for (const [line, radius] of [[walls[0], 2.5], [walls[1], 2]] as const) // biome-ignore format: one line
      for (const { x, y } of line ?? []) expect(Math.abs(Math.hypot(x, y) - radius)).toBeLessThan(0.1);
    expect(walls.flat().length).toBeLessThan(110);
  });

  it.each([
    ['without its picture', map('none.pgm'), 'there is no such picture'],
    ['of another kind of picture', map('x.jpg'), 'no PGM and no PNG'],
    ['of a picture that is cut off', map('cut.pgm'), 'cut off'],
    ['with nothing in it', map('empty.pgm'), 'nothing is occupied'],
    ['with raw numbers', map('empty.pgm', 'mode: raw\n'), 'mode: trinary'],
  ])('%s is refused', (_, yaml, why) => {
    file('x.jpg', 'JFIF');
    file('cut.pgm', PGM.subarray(0, 40));
    file('empty.pgm', 'P2 2 2 255\n255 255 255 255\n');
    expect(() => loadWorld(file('r.yaml', yaml))).toThrow(why);
  });
});

describe('a world of Gazebo', () => {
  const barn = (inside: string) => `<sdf version="1.6"><world name="default">${inside}</world></sdf>`;
  const cylinder = (x: number, y: number, turn = 0) =>
    `<model name="c"><pose frame="">${x} ${y} 0.5 0 0 ${turn}</pose><link name="l"><pose>1 0 0 0 0 0</pose><collision name="c"><geometry><cylinder><radius>0.075</radius><length>1</length></cylinder></geometry></collision><visual name="v"><geometry><cylinder><radius>9</radius></cylinder></geometry></visual></link></model>`;

  it('has its cylinders where models and links put them, once', () => {
    const state = `<state><model name="other"><pose>0 0 0 0 0 0</pose></model></state>`;
    const world = loadWorld(file('b.world', barn(cylinder(2, 3) + cylinder(2, 3, Math.PI / 2) + state)));
    expect(world.circles.map(({ at, radius }) => [at.x, at.y, radius])).toEqual([
      [3, 3, 0.075],
      [expect.closeTo(2), expect.closeTo(4), 0.075],
    ]);
    expect(scenarioIn(worldText(world)).world.circles).toHaveLength(2);
  });

  it('has its boxes with their headings', () => {
    const box = `<model name="b"><static>1</static><pose>1 2 0 0 0 0.5</pose><link name="l"><collision name="c"><geometry><box><size>0.4 0.2 1</size></box></geometry></collision></link></model>`;
    expect(text(file('x.world', barn(box)))).toBe(
      'world:\n  boxes:\n    - { at: [1, 2], size: [0.4, 0.2], heading: 28.648 deg }\n',
    );
  });

  it('is as its state says, where that has moved a model', () => {
    const state = `<state><model name="c"><pose>5 6 0 0 0 0</pose></model></state>`;
    expect(loadWorld(file('m.world', barn(cylinder(2, 3) + state))).circles[0]?.at).toEqual({ x: 6, y: 6 });
  });

  it('has poses in degrees', () => {
    const turned = cylinder(2, 3, 90).replace('<pose frame="">', '<pose degrees="true">');
    expect(loadWorld(file('g.world', barn(turned))).circles[0]?.at).toEqual({
      x: expect.closeTo(2),
      y: expect.closeTo(4),
    });
  });

  it.each([
    ['frame="" relative_to="f"', 'relative to'],
    ['rotation_format="quat_xyzw"', 'quat_xyzw'],
  ])('is refused with a pose by %s', (attributes, why) => {
    const other = cylinder(2, 3).replace('<pose frame="">', `<pose ${attributes}>`);
    expect(() => loadWorld(file('p.world', barn(other)))).toThrow(why);
  });

  it('is refused with a body that is tilted', () => {
    const lying = cylinder(2, 3).replace('0.5 0 0 0<', '0.5 1.57 0 0<');
    expect(lying).toContain('1.57');
    expect(() => loadWorld(file('l.world', barn(lying)))).toThrow('tilted');
  });

  it('says what it cannot read', () => {
    expect(() => loadWorld(file('i.world', barn('<include><uri>model://house</uri></include>')))).toThrow(
      'model://house',
    );
  });
});

describe('a world of Stage', () => {
  it('has its bitmap stretched to its size, about its pose, and no robots', () => {
    file('f.png', png());
    const stage = `include "map.inc"\ninclude "none.inc"\n# a remark\nwindow ( size [ 300 300 1 ] )\nfloorplan\n(\n  name "cave"\n  size [12.0 6.0 1.0]\n  pose [1 0 0 90]\n  bitmap "f.png"\n)\ndefine bot position ( size [0.3 0.3 0.3] )\nbot ( name "r0" pose [0 0 0 0] )\n`;
    file('map.inc', 'define floorplan model\n(\n  boundary 0\n  color "gray30"\n)\n');
    const world = loadWorld(file('s.world', stage));
    // What is dark is 6 of 8 columns wide: stretched to 12 m, and turned a quarter to the left.
    expect(world.walls.map(corners).sort()).toEqual([[-2, -6, 4, -4], [0, 2, 2, 6]]); // biome-ignore format: one line
    expect(worldSaid(world)).toContain('not read: include none.inc, position');
  });

  it('has its blocks, stretched to its size', () => {
    const stage = `model ( pose [2 1 0 0] size [2 1 1] block ( points 4 point[0] [0 0] point[1] [4 0] point[2] [4 4] point[3] [0 4] z [0 1] ) )`;
    expect(loadWorld(file('k.world', stage)).walls.map(corners)).toEqual([[1, 0.5, 3, 1.5]]);
  });

  it('has models in models, and leaves out what nothing runs into and what it does not know', () => {
    const block = 'block ( points 4 point[0] [0 0] point[1] [1 0] point[2] [1 1] point[3] [0 1] )';
    const stage = `model ( pose [1 1 0 90] size [1 1 1] obstacle_return 0 model ( pose [2 0 0 0] size [1 2 1] ${block} ) )\npioneer2dx ( pose [5 5 0 0] )`;
    const world = loadWorld(file('n.world', stage));
    // Two metres ahead of a model that looks along +y; its two metres across lie along x.
    expect(world.walls.map(corners)).toEqual([[0, 2.5, 2, 3.5]]);
    expect(worldSaid(world)).toContain('not read: pioneer2dx');
  });

  it.each([
    ['without a size', 'model ( size [0 0 0] )', 'lengths above 0'],
    ['with an origin', 'model ( size [1 1 1] origin [1 0 0 0] )', 'origin'],
    ['that is not closed', 'model ( pose [0 0 0 0]', 'is not closed'],
    ['with nothing in it', 'window ( size [3 3 1] )', 'no floorplan and no block'],
    [
      'with a point too few',
      'model ( size [1 1 1] block ( points 3 point[0] [0 0] point[1] [1 0] ) )',
      'point[2] of 3 is missing',
    ],
  ])('%s is refused', (_, stage, why) => {
    expect(() => loadWorld(file('w.world', stage))).toThrow(why);
  });
});

it('a drawing as a world has circles, and walls as its lines, y upwards', () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4m" height="2m" viewBox="0 0 400 200"><rect x="0" y="0" width="400" height="200"/><g transform="translate(100 0)"><circle cx="0" cy="50" r="10"/></g><defs><rect width="9" height="9"/></defs></svg>`;
  const world = loadWorld(file('w.svg', svg));
  expect(world.walls.map(corners)).toEqual([[0, 0, 4, 2]]);
  expect(world.circles.map(({ at, radius }) => [at.x, at.y, radius])).toEqual([[expect.closeTo(1), expect.closeTo(1.5), expect.closeTo(0.1)]]); // biome-ignore format: one line
});
