import { describe, expect, it } from 'vitest';
import { parseScenario, type ScenarioOptions } from '../../../sim/scenario/scenarioFile.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { GOOD_SCENARIO } from '../../support/badInputs.js';

const read = (text: string, options: Partial<ScenarioOptions> = {}) =>
  parseScenario(text, 'dir/s.yaml', {
    readPath: () => [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
    ],
    readRobot: (name) => loadRobot(name),
    ...options,
  });

const SMALL = 'robots: [{ id: a, robot: scout, mission: { seek: { target: [1, 0] } } }]\n';
const headingOf = (text: string, seed?: number) =>
  read(text, seed === undefined ? {} : { seed }).robots[0]?.at.heading;

describe('a scenario', () => {
  it('needs a robot and a mission, and has defaults for the rest', () => {
    expect(read(SMALL)).toMatchObject({
      name: 's',
      duration: 60,
      seed: 1,
      sensing: 'odometry',
      communication: { range: Number.POSITIVE_INFINITY, delay: 0, loss: 0 },
      world: { walls: [], circles: [], boxes: [], posts: { at: [] }, movers: [] },
      plant: {
        wheelSpeedError: { left: 0, right: 0 },
        wheelDiameterError: { left: 0, right: 0 },
        trackError: 0,
      },
      robots: [{ id: 'a', at: { x: 0, y: 0, heading: 0, speed: 0 }, robot: { name: 'scout' } }],
      criteria: [],
    });
  });

  it('has the points of the paths that it names', () => {
    const { mission } = read(GOOD_SCENARIO).robots[0] ?? {};
    expect(JSON.stringify(mission)).toContain('"path":[[0,0],[1,0]]');
  });

  it('has its criteria in one list', () => {
    expect(read(GOOD_SCENARIO).criteria).toEqual([
      { criterion: 'arrived', within: 0.03, before: 20 },
      { criterion: 'contacts', atMost: 0 },
    ]);
  });

  it('may define its robot inline', () => {
    const inline = `{ name: own, chassis: { mass: 1, radius: 0.1, track: 0.1 }, wheels: { diameter: 0.07 },
      motors: { noLoadSpeed: 1 }, limits: { speed: 1, acceleration: 1 } }`;
    expect(read(SMALL.replace('scout', inline)).robots[0]?.robot).toMatchObject({ name: 'own', sensors: [] });
  });

  it('may have beacons', () => {
    const { world } = read(
      `world: { beacons: [{ at: [1, 2] }, { id: home, at: [0, 0], range: 3 m }] }\n${SMALL}`,
    );
    expect(world.beacons).toEqual([{ at: { x: 1, y: 2 } }, { id: 'home', at: { x: 0, y: 0 }, range: 3 }]);
    expect(() => read(`world: { beacons: [{ at: [0, 0], range: 0 m }] }\n${SMALL}`)).toThrow(/range/);
  });

  it('may have lamps, lines on its floor, and a gyroscope that is off', () => {
    const { world, plant } = read(`
world:
  lights: [{ at: [1, 2] }, { at: [0, 0], brightness: 0.5 }]
  lines: [{ points: [[0, 0], [1, 0]] }, { points: [[0, 0], [1, 0]], width: 30 mm }]
plant: { gyroBias: 1 deg/s }
${SMALL}`);
    expect(world.lights).toEqual([
      { at: { x: 1, y: 2 }, brightness: 1 },
      { at: { x: 0, y: 0 }, brightness: 0.5 },
    ]);
    expect(world.lines?.map(({ width }) => width)).toEqual([0.019, 0.03]);
    expect(plant.gyroBias).toBeCloseTo(Math.PI / 180, 12);
    expect(() => read(`world: { lines: [{ points: [[0, 0], [0, 0]] }] }\n${SMALL}`)).toThrow(
      /successive points of a line must differ/,
    );
  });

  it('is run with another seed where one is given', () => {
    expect(read(`${SMALL}seed: 5\n`).seed).toBe(5);
    expect(read(`${SMALL}seed: 5\n`, { seed: 7 }).seed).toBe(7);
  });
});

describe('what varies', () => {
  const text = `${SMALL}vary: { robots.a.at.heading: [-180 deg, 180 deg], robots.0.at.x: [1, 2], plant.lag: [10 ms, 20 ms] }\n`;

  it('is drawn from the seed: the same seed, the same values', () => {
    expect(read(text)).toEqual(read(text));
    expect(headingOf(text, 1)).toBe(headingOf(text, 1));
  });

  it('covers its range over the seeds, and stays inside', () => {
    const drawn = Array.from({ length: 200 }, (_, seed) => headingOf(text, seed) ?? Number.NaN);
    expect(drawn.every((heading) => Math.abs(heading) <= Math.PI)).toBe(true);
    const quarters = new Set(drawn.map((heading) => Math.floor(heading / (Math.PI / 2))));
    expect(quarters.size).toBe(4);
    const mean = drawn.reduce((sum, heading) => sum + heading, 0) / drawn.length;
    // The mean of 200 has a standard deviation of 0.13.
    expect(Math.abs(mean)).toBeLessThan(0.5);
  });

  describe('of several values', () => {
    const three = `robots:
  - { id: a, robot: scout, at: { x: 1, y: 5 }, mission: &go { seek: { target: [9, 0] } } }
  - { id: b, robot: scout, at: { x: 2, y: 7 }, mission: *go }
  - { id: c, robot: scout, at: { x: 300 cm, y: 9 }, mission: *go }
`;
    const places = (vary: string) => read(`${three}vary: ${vary}\n`).robots.map(({ at }) => at);

    it('is drawn for each item of a list by itself', () => {
      const headings = places('{ robots.*.at.heading: [-90 deg, 90 deg] }').map(({ heading }) => heading);
      expect(new Set(headings).size).toBe(3);
      expect(headings.every((heading) => Math.abs(heading) <= Math.PI / 2)).toBe(true);
    });

    it('is the same draw where they stand together, also beside different values', () => {
      const [a, b, c] = places("{ 'robots.a.at.x, robots.b.at.x': { by: [-10 cm, 10 cm] } }");
      expect((b?.x ?? 0) - (a?.x ?? 0)).toBeCloseTo(1, 9);
      expect(a?.x).not.toBe(1);
      expect(c?.x).toBe(3);
    });

    it('is added to each value, in whatever unit it is written', () => {
      const moved = places('{ robots.*.at.x: { by: [20 mm, 20 mm] } }').map(({ x }) => x);
      for (const [i, x] of moved.entries()) expect(x).toBeCloseTo(i + 1.02, 9);
    });

    it.each([
      ['{ robots.*.at.speed: { by: [0, 1] } }', /:5:28: 'by' needs a value in the file to add to/],
      ['{ robots.a.*: [0, 1] }', /'robots.a' is no list of items/],
      ['{ robots.*.at.x: { by: 1 } }', /a range \[low, high\] is wanted/],
      ['{ robots.*.at.x: { by: [1 deg, 2 deg] } }', /length is wanted/],
    ])('is refused where it cannot be drawn: %s', (vary, why) => {
      expect(() => places(vary)).toThrow(why);
    });
  });

  it('may be any value of the file, written or default', () => {
    const { plant, robots } = read(text);
    expect(plant.lag).toBeGreaterThanOrEqual(0.01);
    expect(plant.lag).toBeLessThan(0.02);
    expect(robots[0]?.at.x).toBeGreaterThanOrEqual(1);
  });

  it('does not touch the same robot written elsewhere', () => {
    const two = `robots:\n  - &a { id: a, robot: scout, at: &at { x: 0 }, mission: { wander: {} } }
  - { id: b, robot: scout, at: *at, mission: { wander: {} } }\nvary: { robots.a.at.x: [1, 2] }\n`;
    expect(read(two).robots[1]?.at.x).toBe(0);
  });

  it('does not touch the same list written elsewhere', () => {
    const circles = 'world: { circles: [{ at: &p [0, 5], radius: 1 }, { at: *p, radius: 1 }] }';
    const { world } = read(`${SMALL}${circles}\nvary: { world.circles.0.at.0: [1, 2] }\n`);
    expect(world.circles[0]?.at.x).toBeGreaterThanOrEqual(1);
    expect(world.circles[1]?.at.x).toBe(0);
  });
});

describe('a mission that goes by sensors', () => {
  const robot = (sensors: string) => `{ name: own, chassis: { mass: 1, radius: 0.1, track: 0.1 },
      wheels: { diameter: 0.07 }, motors: { noLoadSpeed: 1 }, limits: { speed: 1, acceleration: 1 }, sensors: [${sensors}] }`;
  const text = (mission: string, sensors: string) =>
    `sensing: truth\nrobots: [{ id: a, robot: ${robot(sensors)}, mission: { ${mission}: {} } }]\n`;
  const two = (type: string) => `{ id: l, type: ${type} }, { id: r, type: ${type} }`;

  it.each([
    ['followLine', '', "'followLine' needs 2 reflectance sensors, and there are 0 in robot 'own'"],
    ['followLine', '{ type: reflectance }', "'followLine' needs 2 reflectance sensors, and there is 1 in"],
    ['followLine', two('light'), "'followLine' needs 2 reflectance sensors, and there are 0"],
    ['seekLight', '{ type: light }', "'seekLight' needs 2 light sensors, and there is 1"],
    ['seekBeacon', two('light'), "'seekBeacon' needs 1 beacon sensor, and there are 0"],
  ])('%s is refused with the sensors [%s], with a cure', (mission, sensors, words) => {
    expect(() => read(text(mission, sensors))).toThrow(words);
  });

  it('is accepted with them', () => {
    read(text('followLine', two('reflectance')));
    read(text('seekLight', two('light')));
    read(text('seekBeacon', '{ type: beacon }'));
    read(text('seekBeacon', '{ type: pololu-beacon }'));
  });
});

describe('a mission that needs sight', () => {
  const unseeing = `{ name: own, chassis: { mass: 1, radius: 0.1, track: 0.1 }, wheels: { diameter: 0.07 },
      motors: { noLoadSpeed: 1 }, limits: { speed: 1, acceleration: 1 } }`;
  const text = (robot: string) =>
    `robots: [{ id: a, robot: ${robot}, mission: { prioritize: [{ avoidObstacles: {} }, { wander: {} }] } }]\n`;

  it('is refused for a robot without range sensors, with a cure', () => {
    const words =
      /'avoidObstacles' sees nothing: robot 'own' has no range sensor; it needs one, or 'sensing: truth'/;
    expect(() => read(text(unseeing))).toThrow(words);
  });

  it('is accepted with a sensor, or with `sensing: truth`', () => {
    expect(read(text('scout')).robots).toHaveLength(1);
    expect(read(`sensing: truth\n${text(unseeing)}`).robots).toHaveLength(1);
  });
});

describe('missions to choose from', () => {
  const withMissions = (missions: string) => `${SMALL}missions: ${missions}\n`;

  it('have names, an order, and the points of their paths', () => {
    const { missions } = read(
      withMissions('{ there: { seek: { target: [1 m, 0] } }, round: { followPath: { path: line.csv } } }'),
    );
    expect(missions?.map(({ name }) => name)).toEqual(['there', 'round']);
    expect(JSON.stringify(missions?.[1])).toContain('"path":[[0,0],[1,0]]');
  });

  it.each([
    ['none', '{}', /0 missions are found; 1 to 9 are wanted/],
    [
      'a tenth',
      `{ ${Array.from({ length: 10 }, (_, i) => `m${i}: { wander: {} }`).join(', ')} }`,
      /10 missions/,
    ],
    ['a list', '[{ wander: {} }]', /a map is wanted/],
    ['an unknown behavior', '{ a: { sek: {} } }', /2:18: unknown behavior 'sek'/],
    ['a robot that is not there', '{ a: { seek: { target: { robot: b } } } }', /no robot 'b'/],
    ['a path that is not there', '{ a: { followPath: { path: [[0, 0]] } } }', /fewer than two points/],
  ])('are refused: %s', (_, missions, words) => {
    expect(() => read(withMissions(missions))).toThrow(words);
  });

  it('are refused where a robot could not see what they avoid', () => {
    const blind = SMALL.replace(
      'scout',
      '{ name: own, chassis: { mass: 1, radius: 0.1, track: 0.1 }, wheels: { diameter: 0.07 }, motors: { noLoadSpeed: 1 }, limits: { speed: 1, acceleration: 1 } }',
    );
    const text = `${blind}missions: { out: { avoidObstacles: {} } }\n`;
    expect(() => read(text)).toThrow(/2:\d+: 'avoidObstacles' sees nothing/);
    expect(read(`sensing: truth\n${text}`).missions).toHaveLength(1);
  });
});
