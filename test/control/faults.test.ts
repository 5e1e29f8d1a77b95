import { describe, expect, it } from 'vitest';
import type { Behavior, Steering } from '../../src/steering/behavior.js';
import { AHEAD, ORIGIN, STILL, startFakeLoop } from './fakeLoop.js';

const NAN = { x: Number.NaN, y: 0 };
const FORCE = { x: 0.2, y: 0 };

/** Answers correctly except in one tick. */
const onceWrong = (wrong: () => Steering, at: number): Behavior => {
  let tick = 0;
  return {
    name: 'sly',
    start: () => null,
    steer: () => (tick++ === at ? wrong() : { memory: null, force: FORCE }),
  };
};

const fail = (): never => {
  throw new Error('asked');
};

const answer = (said: object) => (): Steering => ({ memory: null, force: FORCE, ...said });

describe('a behavior that goes wrong in a tick', () => {
  it.each<[string, () => Steering]>([
    ['a force that is no number', answer({ force: NAN })],
    ['an infinite force', answer({ force: { x: 0, y: Number.NEGATIVE_INFINITY } })],
    ['a force without coordinates', answer({ force: {} })],
    ['a force whose length is no number any more', answer({ force: { x: 1.5e308, y: 1.5e308 } })],
    ['an acceleration that is no number', answer({ acceleration: NAN })],
    ['a desired velocity that is no number', answer({ desiredVelocity: { x: 0, y: Number.NaN } })],
    ['a velocity scale that is no number', answer({ velocityScale: Number.NaN })],
    ['an infinite look-ahead', answer({ lookahead: Number.POSITIVE_INFINITY })],
  ])('with %s stops the robot, for good', (_, wrong) => {
    const { driver, ticks, errors, run } = startFakeLoop(onceWrong(wrong, 10));
    run(30);
    expect(errors).toEqual([]);
    expect(ticks).toHaveLength(30);
    expect(ticks[9]?.duties.left).toBeGreaterThan(0);
    for (const { safety, faults } of ticks.slice(10)) {
      expect(safety).toBe('faulted');
      expect(faults).toEqual([
        {
          at: 0.2,
          kind: 'behavior',
          what: expect.stringMatching(/^sly returned a number that is not finite: \w+ /),
        },
      ]);
    }
    expect(driver.duties.slice(10)).toEqual(Array.from({ length: 20 }, () => STILL));
  });

  it.each<[string, object]>([
    ['keys of its own, and asks for nothing', { states: 3, mark: 'near', goals: [], debug: { x: 1, y: 2 } }],
    ['a memory of no number', { force: FORCE, memory: { best: Number.POSITIVE_INFINITY, way: Number.NaN } }],
    ['keys of its own beside what counts', { force: FORCE, velocity: 3, way: 'left', deceleration: 2 }],
  ])('with %s stops nothing', (_, said) => {
    const { ticks, errors, run } = startFakeLoop(onceWrong(() => ({ memory: 0, ...said }), 10));
    run(30);
    expect(errors).toEqual([]);
    expect(ticks.at(-1)).toMatchObject({ safety: 'driving', faults: [] });
  });

  it.each<[string, unknown, unknown]>([
    ['an error', new RangeError('too far'), expect.stringMatching(/^sly threw: RangeError: too far/)],
    ['a text', 'oh', 'sly threw: oh'],
    ['nothing', undefined, 'sly threw: undefined'],
    ['a thing that throws when it is asked for its words', { toString: fail }, 'sly threw: an object'],
  ])('by throwing %s stops the robot, and the loop goes on ticking', (_, thrown, what) => {
    const throwing = () => {
      throw thrown;
    };
    const { driver, ticks, errors, run } = startFakeLoop(onceWrong(throwing, 10));
    run(30);
    expect(errors).toEqual([]);
    expect(ticks).toHaveLength(30);
    expect(ticks.at(-1)).toMatchObject({ safety: 'faulted', faults: [{ at: 0.2, what }] });
    expect(driver.duties.slice(10)).toEqual(Array.from({ length: 20 }, () => STILL));
  });

  it.each([
    ['null', 'nothing'],
    ['0', '0'],
  ])('by returning %s stops the robot, with the reason', (nothing, told) => {
    const { run } = startFakeLoop(onceWrong(() => JSON.parse(nothing), 10));
    const what = `sly returned ${told}; steer() must return { memory }`;
    expect(run(11)).toMatchObject({ safety: 'faulted', duties: STILL, faults: [{ at: 0.2, what }] });
  });

  it('keeps the memory it had', () => {
    const memories: unknown[] = [];
    const counting: Behavior<number> = {
      start: () => 0,
      steer: (_percept, memory) => {
        memories.push(memory);
        return { memory: memory + 1, force: memory === 3 ? NAN : FORCE };
      },
    };
    const { run } = startFakeLoop(counting as Behavior);
    run(10);
    expect(memories).toEqual([0, 1, 2, 3]);
  });
});

describe('a pose that is not finite', () => {
  it.each([
    ['x', { ...ORIGIN, x: Number.NaN }],
    ['y', { ...ORIGIN, y: Number.POSITIVE_INFINITY }],
    ['heading', { ...ORIGIN, heading: Number.NaN }],
  ])('in %s stops the robot, and its estimate stays', (_, pose) => {
    const { driver, ticks, run } = startFakeLoop(AHEAD);
    run(10);
    driver.readings$.next({ kind: 'pose', at: 0.2, pose });
    run(10);
    for (const tick of ticks.slice(10)) {
      expect(tick).toMatchObject({ safety: 'faulted', duties: STILL });
      expect(tick.faults).toEqual([{ at: 0.2, kind: 'reading', what: 'a pose that is not a number' }]);
      expect(tick.estimate.pose).toEqual(ORIGIN);
    }
  });

  it('stops it even if a good one follows before the tick, and even if it is armed', () => {
    const { driver, commands, run } = startFakeLoop(AHEAD);
    run(10);
    driver.readings$.next({ kind: 'pose', at: 0.2, pose: { ...ORIGIN, x: Number.NaN } });
    commands.next({ kind: 'arm' });
    expect(run(1)).toMatchObject({ safety: 'faulted', duties: STILL });
  });
});

describe('a map', () => {
  const post = { from: { x: 1, y: 0 }, to: { x: 1, y: 0 }, radius: 0.1 };

  it.each([
    ['place', { ...post, to: { x: Number.NaN, y: 0 } }],
    ['radius', { ...post, radius: Number.POSITIVE_INFINITY }],
    ['velocity', { ...post, velocity: { x: 0, y: Number.NaN } }],
  ])('with a %s that is not a number stops the robot', (_, obstacle) => {
    const { surroundings, run } = startFakeLoop(AHEAD);
    run(10);
    surroundings.next({ at: 0.2, obstacles: [post] });
    expect(run(1)).toMatchObject({ safety: 'driving' });
    surroundings.next({ at: 0.22, obstacles: [post, obstacle] });
    expect(run(1)).toMatchObject({
      safety: 'faulted',
      duties: STILL,
      faults: [{ what: 'an obstacle that is not a number' }],
    });
  });
});
