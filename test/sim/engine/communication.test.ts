import { describe, expect, it } from 'vitest';
import { Communication } from '../../../sim/engine/communication.js';
import { type Random, resumeRandom, seedRandom } from '../../../src/math/random.js';
import type { Neighbor } from '../../../src/signals/signals.js';

const PERFECT = { range: Number.POSITIVE_INFINITY, delay: 0, loss: 0 };
const chance = () => resumeRandom(seedRandom(1));
const HERE = { x: 0, y: 0 };

const robot = (id: string, x: number, at = 0): Neighbor => ({
  id,
  at,
  position: { x, y: 0 },
  velocity: { x: 0, y: 0 },
  heading: 0,
  radius: 0.09,
});

const ids = (heard: readonly Neighbor[]): string[] => heard.map(({ id }) => id).sort();

/** Chance that says what it is told, again and again. */
function fixed(...values: readonly number[]): Random {
  let i = 0;
  return { ...chance(), uniform: () => values[i++ % values.length] ?? 0 };
}

describe('perfect communication', () => {
  it('brings each robot the messages of all others in order, and not its own', () => {
    const air = new Communication(PERFECT, chance());
    const said = [robot('a', 0), robot('b', 1), robot('c', 1000)];
    air.say(0, said);
    expect(air.heardBy('b', HERE)).toEqual([said[0], said[2]]);
    expect(air.heardBy('another robot', HERE)).toEqual(said);
  });

  it('brings the newest message', () => {
    const air = new Communication(PERFECT, chance());
    air.say(0, [robot('a', 0)]);
    air.say(0.02, [robot('a', 5, 0.02)]);
    expect(air.heardBy('b', HERE)).toEqual([robot('a', 5, 0.02)]);
  });

  it('is silent before the first message', () => {
    expect(new Communication(PERFECT, chance()).heardBy('b', HERE)).toEqual([]);
  });
});

describe('a limited range', () => {
  it('carries up to the range', () => {
    const air = new Communication({ ...PERFECT, range: 2 }, chance());
    air.say(0, [robot('a', 0), robot('at 2 m', 2), robot('farther', 2.001), robot('behind', -1.5)]);
    expect(ids(air.heardBy('a', HERE))).toEqual(['at 2 m', 'behind']);
    expect(ids(air.heardBy('a', { x: 1, y: 0 }))).toEqual(['at 2 m', 'farther']);
  });
});

describe('a delay', () => {
  it('brings messages that old: 50 ms are five messages of 10 ms, and at the start the place where the robot stood', () => {
    const air = new Communication({ ...PERFECT, delay: 0.05 }, chance());
    for (let tick = 0; tick <= 20; tick++) {
      air.say(tick / 100, [robot('a', tick, tick / 100)]);
      const [heard] = air.heardBy('b', HERE);
      expect(heard?.position.x).toBe(Math.max(0, tick - 5));
    }
  });

  it('brings the older one between two messages', () => {
    const air = new Communication({ ...PERFECT, delay: 0.03 }, chance());
    for (let tick = 0; tick <= 5; tick++) air.say(tick / 50, [robot('a', tick)]);
    // At 100 ms: what was said at 60 ms (70 is between 60 and 80).
    expect(air.heardBy('b', HERE)[0]?.position.x).toBe(3);
  });
});

describe('losses', () => {
  it('leave the message before', () => {
    const air = new Communication({ ...PERFECT, loss: 0.5 }, fixed(0.1, 0.1, 0.9));
    const heard = [0, 1, 2, 3].map((tick) => {
      air.say(tick / 50, [robot('a', tick)]);
      return air.heardBy('b', HERE)[0]?.position.x;
    });
    expect(heard).toEqual([0, 0, 0, 3]);
  });

  it('leave out none of those that stand in range at the start', () => {
    const air = new Communication({ ...PERFECT, loss: 1, delay: 0.3 }, chance());
    air.say(0, [robot('a', 0), robot('c', 1)]);
    expect(ids(air.heardBy('b', HERE))).toEqual(['a', 'c']);
  });

  it('leave nothing of a robot that comes into range', () => {
    const air = new Communication({ range: 2, delay: 0, loss: 0.5 }, fixed(0.1));
    air.say(0, [robot('a', 3)]);
    expect(air.heardBy('b', HERE)).toEqual([]);
    air.say(0.02, [robot('a', 1.9)]);
    expect(air.heardBy('b', HERE)).toEqual([]);
  });

  it('are as frequent as they say, for each pair by itself', () => {
    const air = new Communication({ ...PERFECT, loss: 0.3 }, chance());
    let fresh = 0;
    for (let tick = 0; tick < 10_000; tick++) {
      air.say(tick, [robot('a', tick)]);
      if (air.heardBy('b', HERE)[0]?.position.x === tick) fresh += 1;
    }
    // Standard deviation 46.
    expect(Math.abs(fresh - 7000)).toBeLessThan(200);
  });

  it('leave no message of a robot that has driven out of range', () => {
    const air = new Communication({ range: 2, delay: 0, loss: 0.5 }, fixed(0.1));
    air.say(0, [robot('a', 1.9)]);
    expect(ids(air.heardBy('b', HERE))).toEqual(['a']);
    air.say(0.02, [robot('a', 2.1)]);
    expect(air.heardBy('b', HERE)).toEqual([]);
    // Back again, but this word is lost; the one of long ago does not come up.
    air.say(0.04, [robot('a', 1.5)]);
    expect(air.heardBy('b', HERE)).toEqual([]);
  });
});
