import { describe, expect, it } from 'vitest';
import {
  blend,
  budget,
  check,
  dither,
  fail,
  fallback,
  guarded,
  parallel,
  prioritize,
  repeat,
  retry,
  sequence,
  set,
  timeout,
  wait,
} from '../../../src/index.js';
import type { Behavior } from '../../../src/steering/behavior.js';
import { Asked, DT, pushes } from './tree.js';

const end = ({ done, why, where }: { done?: unknown; why?: unknown; where?: unknown }) => [done, where, why];

describe('sequence', () => {
  it('asks one after the other, the next in the tick in which one ends', () => {
    const log: string[] = [];
    const asked = new Asked(
      sequence(pushes('a', { ticks: 2 }, log), pushes('b', { ticks: 2, force: 5 }, log)),
    );
    asked.tick();
    // What ends drives no more: the next one's wish is the only one.
    expect(asked.tick().force).toEqual({ x: 5, y: 0 });
    expect(end(asked.tick())).toEqual([true, 'sequence[1].b', undefined]);
    expect(log).toEqual(['a', 'a', 'b', 'b']);
  });

  it('stays at its end, asks nobody, and wishes nothing', () => {
    const log: string[] = [];
    const asked = new Asked(sequence(pushes('a', {}, log)));
    asked.ticks(0.1);
    expect(log).toEqual(['a']);
    expect(asked.said).toMatchObject({ done: true, where: 'sequence.a' });
    expect(asked.said?.force).toBeUndefined();
  });

  it('fails with the first that fails, and says where and why', () => {
    const asked = new Asked(sequence(wait(0), sequence(fail('no door'), pushes('b', {}))));
    expect(end(asked.tick())).toEqual(['failed', 'sequence[1].sequence[0].fail', 'no door']);
  });

  it('drops the memory of what it leaves', () => {
    const asked = new Asked(sequence(pushes('a', { ticks: 3 }), pushes('b', { ticks: 3 })));
    asked.ticks(2 * DT);
    expect(asked.memory.memory).toBe(2);
    asked.tick();
    expect([asked.memory.child, asked.memory.memory]).toEqual([1, 1]);
  });
});

describe('fallback', () => {
  it('goes on after a failure, and is done with the first that is done', () => {
    const asked = new Asked(fallback(fail(), pushes('b', { ticks: 1 }), pushes('c', {})));
    expect(end(asked.tick())).toEqual([true, 'fallback[1].b', undefined]);
  });

  it('fails when all have failed, with the last reason', () => {
    expect(end(new Asked(fallback(fail('one'), fail('two'))).tick())).toEqual([
      'failed',
      'fallback[1].fail',
      'two',
    ]);
  });
});

describe('repeat and retry', () => {
  it('runs so many times, one round a tick at most', () => {
    const log: string[] = [];
    const asked = new Asked(repeat({ times: 3 }, pushes('a', {}, log), wait(0)));
    asked.tick();
    expect(log).toEqual(['a']);
    asked.tick();
    expect(end(asked.tick())).toEqual([true, 'repeat[1].wait', undefined]);
    expect(log).toEqual(['a', 'a', 'a']);
  });

  it('runs for ever without a number, also when its children end at once', () => {
    const asked = new Asked(repeat(wait(0)));
    expect(asked.ticks(10).done).toBeUndefined();
  });

  it('ends with a failure', () => {
    expect(new Asked(repeat(fail())).tick().done).toBe('failed');
  });

  it('retries what fails, and gives up after so many times', () => {
    const asked = new Asked(retry({ times: 3 }, fail('no')));
    expect([asked.tick().done, asked.tick().done]).toEqual([undefined, undefined]);
    expect(end(asked.tick())).toEqual(['failed', 'retry.fail', 'no']);
    expect(new Asked(retry(pushes('a', {}))).tick().done).toBe(true);
  });
});

describe('time', () => {
  it('is counted by the mission, not by the clock: a stop does not use it up', () => {
    const asked = new Asked(timeout(1, wait(0.5), wait(10)));
    asked.ticks(0.9);
    const stopped = { mission: { time: asked.time } };
    for (let i = 0; i < 500; i++) expect(asked.tick({ ...stopped, at: i }).done).toBeUndefined();
    asked.time = 1;
    expect(end(asked.tick())).toEqual(['failed', undefined, '1 s are over']);
  });

  it('is measured from when the node began', () => {
    const asked = new Asked(sequence(wait(1), wait('500 ms')));
    asked.ticks(1.48);
    expect(asked.said?.done).toBeUndefined();
    asked.ticks(0.06);
    expect(asked.said?.done).toBe(true);
  });
});

describe('guards', () => {
  it('are asked in every tick, before the node: it is done, and drives no more', () => {
    const log: string[] = [];
    const asked = new Asked(guarded({ unless: { time: 1 } }, pushes('a', { ends: false }, log)));
    expect(asked.ticks(1).force).toEqual({ x: 1, y: 0 });
    expect(end(asked.tick())).toEqual([true, undefined, 'time 1']);
    expect(asked.said?.force).toBeUndefined();
    expect(log).toHaveLength(50);
  });

  it('stand, and do not ask, while a sensor has not spoken', () => {
    const log: string[] = [];
    const asked = new Asked(
      guarded({ while: { not: 'bumped' } as never }, pushes('a', { ends: false }, log)),
    );
    expect(asked.ticks(1).stands?.why).toMatch(/waits for the sensors/);
    expect(log).toEqual([]);
  });

  it('have no place of their own', () => {
    const asked = new Asked(sequence(guarded({ unless: { time: 9 } }, fail('x')), wait(1)));
    expect(end(asked.tick())).toEqual(['failed', 'sequence[0].fail', 'x']);
  });
});

describe('parallel', () => {
  it('ends as its mover does', () => {
    const asked = new Asked(parallel(pushes('a', { ticks: 2 }), wait(9)));
    asked.tick();
    expect(end(asked.tick())).toEqual([true, 'parallel[0].a', undefined]);
  });

  it('fails as soon as a watcher fails, before the mover is asked', () => {
    const log: string[] = [];
    const asked = new Asked(
      parallel(pushes('a', { ends: false }, log), sequence(wait(0.1), fail('too late'))),
    );
    asked.ticks(0.1);
    expect(log).toHaveLength(5);
    expect(end(asked.tick())).toEqual(['failed', 'parallel[1].sequence[1].fail', 'too late']);
    expect(log).toHaveLength(5);
  });

  it('does not ask a watcher that is done again', () => {
    const asked = new Asked(parallel(pushes('a', { ends: false }), set({ said: 1 })));
    expect(asked.tick().sets).toEqual({ said: 1 });
    expect(asked.tick().sets).toBeUndefined();
  });

  it('stops the robot by a fault where a watcher drives', () => {
    expect(() => new Asked(parallel(wait(1), pushes('w', {}))).tick()).toThrow(/a watcher does not drive/);
  });
});

describe('a fault', () => {
  const throwing: Behavior<null> = {
    name: 'broken',
    start: () => null,
    steer: () => {
      throw new Error('broken');
    },
  };

  it.each([
    ['fallback', fallback(throwing, wait(1))],
    ['retry', retry(throwing)],
    ['timeout', timeout(1, throwing)],
    ['guard', guarded({ unless: { time: 9 } }, throwing)],
    ['parallel', parallel(wait(1), throwing)],
  ])('is caught by no %s', (_, node) => {
    expect(() => new Asked(node as Behavior).tick()).toThrow('broken');
  });
});

describe('combinators with nodes below', () => {
  it('end as the one that decides, and say where', () => {
    const quiet: Behavior<null> = { name: 'quiet', start: () => null, steer: (_, memory) => ({ memory }) };
    const node = sequence(pushes('a', {}));
    for (const combined of [prioritize(quiet, node), blend(quiet, node), budget(quiet, node)])
      expect(end(new Asked(combined as Behavior).tick())).toEqual([
        true,
        `${combined.name}[1].sequence.a`,
        undefined,
      ]);
    expect(new Asked(dither(node)).tick().done).toBe(true);
  });

  it('end where nobody speaks any more', () => {
    const quiet: Behavior<null> = { name: 'quiet', start: () => null, steer: (_, memory) => ({ memory }) };
    for (const combined of [prioritize(quiet, wait(0)), blend(quiet, wait(0)), budget(quiet, wait(0))])
      expect(new Asked(combined as Behavior).tick().done).toBe(true);
  });

  it('run on while another one drives', () => {
    const combined = prioritize(pushes('avoid', { ends: false }), wait(0));
    expect(new Asked(combined).tick().done).toBeUndefined();
  });

  it('pass on what their children tell', () => {
    for (const combined of [prioritize(wait(1), set({ a: 1 })), blend(set({ a: 1 })), budget(set({ a: 1 }))])
      expect(new Asked(combined as Behavior).tick().sets).toEqual({ a: 1 });
  });
});

describe('check', () => {
  it('is done or failed at once', () => {
    expect(new Asked(check({ near: [0, 0] })).tick().done).toBe(true);
    expect(end(new Asked(check({ near: [1, 0] })).tick())).toEqual([
      'failed',
      undefined,
      'not near target [1, 0], within 0.1',
    ]);
  });
});

it('refuses what is no node, and says what to give', () => {
  expect(() => sequence()).toThrow(/give one/);
  expect(() => repeat({ times: 0 }, wait(1))).toThrow(/times/);
  expect(() => sequence('home' as never)).toThrow(/sequence/);
  expect(() => guarded({}, wait(1))).toThrow(/while or unless/);
  expect(() => guarded({ unless: { nearby: [0, 0] } }, wait(1))).toThrow(/did you mean 'near'/);
});
