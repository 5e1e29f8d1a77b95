import { describe, expect, it } from 'vitest';
import { ZERO } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { type Behavior, defineBehavior } from '../../src/steering/behavior.js';
import { type Chanced, dither } from '../../src/steering/combine.js';
import { percept } from '../support/percept.js';
import { near } from './near.js';

const saying = (name: string, x?: number) =>
  defineBehavior({
    name,
    start: () => 0,
    steer: (_, asked) =>
      x === undefined ? { memory: asked + 1 } : { memory: asked + 1, force: { x, y: 0 } },
  });

/**
 * The behavior that answered in each tick of so many seconds; null while the body coasts, `none` without an answer.
 */
function speakers(parts: (Behavior | Chanced)[], rate: number, seconds: number, seed = 1): (string | null)[] {
  const behavior = dither(...parts);
  const random = resumeRandom(seedRandom(seed));
  let memory = behavior.start();
  return Array.from({ length: rate * seconds }, () => {
    const said = behavior.steer(percept({ dt: 1 / rate, random }), memory, ZERO);
    memory = said.memory;
    if (!said.force) return 'none';
    return said.contributions?.[0]?.behavior ?? null;
  });
}

const share = (all: readonly unknown[], one: unknown) =>
  all.filter((each) => each === one).length / all.length;
const fair = [
  { behavior: saying('first', 1), chance: 0.4 },
  { behavior: saying('second', 2), chance: 0.5 },
];

describe('dither', () => {
  it('gives the first its chance, the second that of the rest, and coasts else', () => {
    const all = speakers(fair, 50, 500);
    expect(share(all, 'first')).toBeCloseTo(0.4, 1);
    expect(share(all, 'second')).toBeCloseTo(0.6 * 0.5, 1);
    expect(share(all, null)).toBeCloseTo(0.6 * 0.5, 1);
  });

  it.each([10, 50, 240])('keeps a draw for a tenth of a second on average at %i Hz', (rate) => {
    const [seconds, p] = [500, 0.4];
    const all = speakers([{ behavior: saying('first', 1), chance: p }], rate, seconds);
    const changes = all.filter((one, i) => i > 0 && one !== all[i - 1]).length;
    // Each tick draws again with probability 1 − e^(−dt/0.1 s), and a draw differs from the last with 2p(1 − p).
    const expected = rate * -Math.expm1(-1 / rate / 0.1) * 2 * p * (1 - p);
    expect(Math.abs(changes / seconds / expected - 1)).toBeLessThan(0.06);
  });

  it('gives each, on average, what it asks for', () => {
    const behavior = dither({ behavior: saying('rare', 3), chance: 0.2 });
    const random = resumeRandom(seedRandom(4));
    let [memory, sum] = [behavior.start(), 0];
    for (let i = 0; i < 30_000; i++) {
      const said = behavior.steer(percept({ random }), memory, ZERO);
      memory = said.memory;
      sum += said.force?.x ?? 0;
    }
    expect(Math.abs(sum / 30_000 - 3)).toBeLessThan(0.3);
  });

  it('answers with the gain of the force that it shows', () => {
    const certain = dither({ behavior: saying('half', 1), chance: 0.999_999 });
    expect(certain.steer(percept(), certain.start(), ZERO)).toMatchObject({ gain: 1 / 0.999_999 });
    const sure = dither(saying('sure', 1));
    expect(sure.steer(percept(), sure.start(), ZERO)).toMatchObject({ force: near(1, 0), gain: 1 });
  });

  it('passes on to the next drawn behavior if one is silent', () => {
    expect(new Set(speakers([saying('silent'), saying('second', 1)], 50, 2))).toEqual(new Set(['second']));
    expect(new Set(speakers([saying('silent')], 50, 2))).toEqual(new Set(['none']));
  });

  it('coasts, at any velocity, if no behavior was drawn', () => {
    const never = dither({ behavior: saying('never', 1), chance: 1e-9 });
    const said = never.steer(percept({ velocity: { x: 0.3, y: 0 } }), never.start(), ZERO);
    expect(said).toMatchObject({ force: ZERO, gain: 0, desiredVelocity: { x: 0.3, y: 0 } });
  });

  it('lets a silent one slow those that answer after it', () => {
    const slow = defineBehavior({ start: () => 0, steer: (_, memory) => ({ memory, velocityScale: 0.3 }) });
    const both = dither(slow, saying('second', 1));
    expect(both.steer(percept(), both.start(), ZERO)).toMatchObject({
      force: near(1, 0),
      velocityScale: 0.3,
    });
    expect(dither(slow).steer(percept(), dither(slow).start(), ZERO)).toMatchObject({ velocityScale: 0.3 });
  });

  it('repeats itself from the same seed, and not from another', () => {
    expect(speakers(fair, 50, 20, 7)).toEqual(speakers(fair, 50, 20, 7));
    expect(speakers(fair, 50, 20, 7)).not.toEqual(speakers(fair, 50, 20, 8));
  });

  it('keeps the memory of those that were not drawn, and all of it as JSON', () => {
    const behavior = dither(saying('first', 1), saying('second', 1), saying('third', 0.5));
    const drawn = { memories: [5, 7, 9], drawn: [true, true, false] };
    const { memory } = behavior.steer(percept(), drawn, ZERO);
    expect(memory.memories).toEqual([6, 8, 9]);
    expect(JSON.parse(JSON.stringify(memory))).toEqual(memory);
  });
});
