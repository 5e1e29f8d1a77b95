/** What the loop knows of its surroundings: targets, other robots, and the map. */
import { describe, expect, it } from 'vitest';
import type { Neighbor, Obstacle, Target } from '../../src/signals/signals.js';
import { SCOUT } from '../sim/bodies.js';
import { foldedLoop, saying, wish } from './foldedLoop.js';

const { encoders: _, ...BARE } = SCOUT;
const loopOf = () => foldedLoop(BARE, saying(wish(0)));

const targetAt = (at: number, x: number, id = 'ball'): Target => ({
  id,
  at,
  position: { x, y: 0 },
  velocity: { x: 0, y: 0 },
});
const robotAt = (at: number, x: number, id = 'b'): Neighbor => ({
  ...targetAt(at, x, id),
  heading: 0,
  radius: 0.1,
});
const POST: Obstacle = { from: { x: 2, y: 0 }, to: { x: 2, y: 0 }, radius: 0.1 };

describe('a target', () => {
  const told = (...targets: Target[]) => {
    const loop = loopOf();
    for (const target of targets) loop.fold({ kind: 'target', target });
    const { around, guards } = loop.state;
    const places = Object.entries(around.targets).map(([id, { position }]) => [id, position.x]);
    return { places, suspects: Object.keys(around.suspects), faults: guards.supervisor.faults };
  };

  it('that jumps is noted and stays where it was, until a second report confirms the jump', () => {
    const jump = { at: 0.1, kind: 'targetJump', what: "target 'ball' jumped" };
    const [first, second] = [targetAt(0.1, 6), targetAt(0.2, 6)];
    expect(told(targetAt(0, 1), first)).toEqual({
      places: [['ball', 1]],
      suspects: ['ball'],
      faults: [jump],
    });
    expect(told(targetAt(0, 1), first, second)).toEqual({
      places: [['ball', 6]],
      suspects: [],
      faults: [jump],
    });
  });

  it('that jumps and is back at once was never gone', () => {
    const back = targetAt(0.2, 1.01);
    expect(told(targetAt(0, 1), targetAt(0.1, 6), back)).toMatchObject({
      places: [['ball', 1.01]],
      suspects: [],
    });
  });

  it('leaves the other targets, and their jumps, as they are', () => {
    const { places, suspects } = told(
      targetAt(0, 1),
      targetAt(0, 2, 'cone'),
      targetAt(0.1, 6),
      targetAt(0.1, 7, 'cone'),
      targetAt(0.1, 3, 'box'),
    );
    expect(places).toEqual([
      ['ball', 1],
      ['cone', 2],
      ['box', 3],
    ]);
    expect(suspects).toEqual(['ball', 'cone']);
    const confirmed = told(
      targetAt(0, 1),
      targetAt(0, 2, 'cone'),
      targetAt(0.1, 6),
      targetAt(0.1, 7, 'cone'),
      {
        ...targetAt(0.2, 6),
      },
    );
    expect(confirmed).toMatchObject({
      places: [
        ['ball', 6],
        ['cone', 2],
      ],
      suspects: ['cone'],
    });
  });

  it('may have any name', () => {
    expect(told(targetAt(0, 1, 'constructor'))).toMatchObject({ places: [['constructor', 1]], faults: [] });
  });

  it('jumps at the time of the last tick', () => {
    const loop = loopOf();
    loop.run(10);
    for (const target of [targetAt(0.1, 1), targetAt(0.15, 6)]) loop.fold({ kind: 'target', target });
    expect(loop.run(1)[0]?.faults).toMatchObject([{ kind: 'targetJump', at: 0.18 }]);
  });
});

describe('news of the surroundings', () => {
  it('of other robots leaves the map as it is, and of a map the robots', () => {
    const loop = loopOf();
    loop.fold({ kind: 'surroundings', surroundings: { at: 0, obstacles: [POST] } });
    loop.fold({ kind: 'surroundings', surroundings: { at: 0.1, neighbors: [robotAt(0.1, 1)] } });
    const both = { at: 0, neighbors: [robotAt(0.1, 1)], obstacles: [POST] };
    expect(loop.state.around.surroundings).toMatchObject(both);
    loop.fold({ kind: 'surroundings', surroundings: { at: 0.2, obstacles: [] } });
    expect(loop.state.around.surroundings).toMatchObject({ ...both, at: 0.2, obstacles: [] });
  });

  const NO_NEWS = 'there is no more news of obstacles';
  const BALL = { ...POST, velocity: { x: 0.1, y: 0 } };
  /** Maps at these times; the age of sight and the faults two seconds after the last. */
  function mapped(times: readonly number[], obstacle: Obstacle, more = {}) {
    const loop = loopOf();
    let ticks: ReturnType<typeof loop.run> = [];
    const last = times.at(-1) ?? 0;
    for (let i = 0; i <= (last + 2) * 50; i++) {
      const at = i / 50;
      if (times.includes(at))
        loop.fold({ kind: 'surroundings', surroundings: { at, obstacles: [obstacle] } });
      else loop.fold({ kind: 'surroundings', surroundings: { at, ...more } });
      ticks = [loop.tickAt(at)];
    }
    const [tick] = ticks;
    return { age: loop.perceived.sightAge, faults: tick?.faults.map(({ what }) => what) };
  }

  it.each([
    ['given once', [0]],
    ['replaced now and then', [0, 3, 6]],
    ['clicked together', [0, 0.4, 0.8]],
  ])('of a map of what stands, %s, does not grow old', (_name, times) => {
    expect(mapped(times, POST)).toEqual({ age: 0, faults: [] });
  });

  it.each([0.02, 0.1, 0.2, 0.5, 1])(
    'of a scan every %f s grows old when no more comes, and that is said',
    (period) => {
      const times = Array.from({ length: 5 }, (_, i) => Math.round(i * period * 50) / 50);
      const { age, faults } = mapped(times, POST);
      expect(age).toBeCloseTo(2, 9);
      expect(faults).toEqual([NO_NEWS]);
      // Robots that are heard of say nothing of what stands.
      expect(mapped(times, POST, { neighbors: [] })).toEqual({ age, faults });
      // A source may say that nothing has changed.
      expect(mapped(times, POST, { sameObstacles: true })).toEqual({ age: 0, faults: [] });
    },
  );

  it('of things that move grows old, though it was given once', () => {
    expect(mapped([0], BALL)).toMatchObject({ faults: [NO_NEWS] });
  });

  it.each([
    [
      'an obstacle',
      { obstacles: [POST, { ...POST, radius: Number.NaN }] },
      'an obstacle that is not a number',
    ],
    [
      'a robot',
      { neighbors: [robotAt(0, 1), { ...robotAt(0, 1), radius: Number.NaN }] },
      'a neighbor that is not a number',
    ],
  ])('with %s that is not a number is not believed at all', (_name, news, what) => {
    const loop = loopOf();
    const known = { at: 0, neighbors: [robotAt(0, 3)], obstacles: [POST] };
    loop.fold({ kind: 'surroundings', surroundings: known });
    loop.fold({ kind: 'surroundings', surroundings: { at: 0.1, ...news } });
    expect(loop.state.around.surroundings).toMatchObject(known);
    expect(loop.state.guards.supervisor).toMatchObject({
      safety: 'faulted',
      faults: [{ kind: 'notFinite', what }],
    });
  });

  it('keeps everything else that is known', () => {
    const loop = loopOf();
    loop.hear({ kind: 'level', at: 0, sensor: 'light', level: 0.4 });
    loop.hear({ kind: 'range', at: 0, sensor: 'front', distances: [1] });
    loop.fold({ kind: 'target', target: targetAt(0, 1) });
    const { around } = loop.state;
    for (const news of [{ obstacles: [POST] }, { neighbors: [robotAt(0, 1)] }]) {
      loop.fold({ kind: 'surroundings', surroundings: { at: 0, ...news } });
      expect({ ...loop.state.around, surroundings: around.surroundings }).toEqual(around);
    }
  });
});

describe('other robots', () => {
  const heard = () => {
    const loop = loopOf();
    return (at: number, ...neighbors: Neighbor[]) => {
      loop.fold({ kind: 'surroundings', surroundings: { at, neighbors } });
      const { surroundings, suspects } = loop.state.around;
      const places = surroundings.neighbors.map(({ id, position }) => [id, position.x]);
      return { places, suspects: Object.keys(suspects) };
    };
  };

  it('are known by their names, in whichever order the news comes', () => {
    const hear = heard();
    hear(0, robotAt(0, 1), robotAt(0, 2, 'c'));
    expect(hear(0.1, robotAt(0.1, 2.01, 'c'), robotAt(0.1, 1.01))).toEqual({
      places: [
        ['c', 2.01],
        ['b', 1.01],
      ],
      suspects: [],
    });
    expect(hear(0.2, robotAt(0.2, 1.02), robotAt(0.2, 7, 'c'))).toEqual({
      places: [
        ['b', 1.02],
        ['c', 2.01],
      ],
      suspects: ['c'],
    });
  });

  it('that jump together are each confirmed by their own second report', () => {
    const hear = heard();
    hear(0, robotAt(0, 1), robotAt(0, 2, 'c'));
    expect(hear(0.1, robotAt(0.1, 6), robotAt(0.1, 7, 'c'))).toEqual({
      places: [
        ['b', 1],
        ['c', 2],
      ],
      suspects: ['b', 'c'],
    });
    expect(hear(0.2, robotAt(0.2, 6), robotAt(0.2, 2.01, 'c'))).toEqual({
      places: [
        ['b', 6],
        ['c', 2.01],
      ],
      suspects: [],
    });
    expect(hear(0.3, robotAt(0.3, 6), robotAt(0.3, 7, 'c')).places).toEqual([
      ['b', 6],
      ['c', 2.01],
    ]);
  });

  it('may go and new ones may come', () => {
    const hear = heard();
    hear(0, robotAt(0, 1));
    expect(hear(0.1).places).toEqual([]);
    expect(hear(0.2, robotAt(0.2, 9), robotAt(0.2, 5, 'constructor')).places).toEqual([
      ['b', 9],
      ['constructor', 5],
    ]);
  });
});
