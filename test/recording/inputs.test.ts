import { describe, expect, it } from 'vitest';
import { InputLog, type Inputs, type Prepared } from '../../src/recording/inputs.js';
import type { LoopEvent, Obstacle } from '../../src/signals/signals.js';

const PREPARED = { robot: { name: 'scout' }, mission: { behavior: 'seek' } } as unknown as Prepared;
const MAP: readonly Obstacle[] = [{ from: { x: 1, y: 0 }, to: { x: 1, y: 0 }, radius: 0.1 }];

const stateWith = (obstacles: readonly Obstacle[], at: number | null = null) => ({
  at,
  around: { surroundings: { at: 0, neighbors: [], obstacles } },
});

function logFrom(state: unknown) {
  const told: Inputs[] = [];
  return { log: new InputLog('a', PREPARED, state, (inputs) => told.push(inputs)), told };
}

const clock = (at: number): LoopEvent => ({ kind: 'clock', at, lostPeriods: 0 });
const seen = (obstacles: readonly Obstacle[]): LoopEvent => ({
  kind: 'surroundings',
  surroundings: { at: 0, neighbors: [], obstacles },
});
/** Whether each of the surroundings told of holds a map. */
const maps = ({ events = [] }: Partial<Inputs> = {}): boolean[] =>
  events.flatMap((event) => (event.kind === 'surroundings' ? ['obstacles' in event.surroundings] : []));

describe('a log of inputs', () => {
  it('tells of each tick’s events, in their order, counted', () => {
    const { log, told } = logFrom(stateWith([]));
    log.hear(seen([]));
    log.hear(clock(0));
    log.ticked(0, stateWith([], 0));
    log.hear(clock(0.02));
    log.ticked(0.02, stateWith([], 0.02));
    expect(told.map(({ at, count, events }) => [at, count, events.length])).toEqual([
      [0, 1, 2],
      [0.02, 2, 1],
    ]);
  });

  it('begins with a keyframe, and gives another every five seconds: the state before the events', () => {
    const initial = stateWith([]);
    const { log, told } = logFrom(initial);
    const states = [initial, ...Array.from({ length: 12 }, (_, n) => stateWith([], n))];
    for (let n = 0; n < 12; n++) log.ticked(n, states[n + 1]);
    const keyframes = told.flatMap(({ at, keyframe }) => (keyframe ? [[at, keyframe]] : []));
    expect(keyframes).toEqual([
      [0, { ...PREPARED, state: initial }],
      [5, { ...PREPARED, state: states[5] }],
      [10, { ...PREPARED, state: states[10] }],
    ]);
  });

  it('leaves out the map that is in the state already', () => {
    const { log, told } = logFrom(stateWith([]));
    log.hear(seen(MAP));
    log.ticked(0, stateWith(MAP, 0));
    log.hear(seen(MAP));
    log.ticked(0.02, stateWith(MAP, 0.02));
    expect(told.map(maps)).toEqual([[true], [false]]);
  });

  it('tells of a map again that was refused, or that another has replaced within a tick', () => {
    const refused: readonly Obstacle[] = [{ from: { x: Number.NaN, y: 0 }, to: { x: 1, y: 0 }, radius: 0.1 }];
    const { log, told } = logFrom(stateWith([]));
    log.hear(seen(refused));
    log.ticked(0, stateWith([], 0));
    log.hear(seen(refused));
    log.ticked(0.02, stateWith(MAP, 0.02));
    log.hear(seen(MAP));
    log.hear(seen(refused));
    log.hear(seen(MAP));
    log.ticked(0.04, stateWith(MAP, 0.04));
    expect(told.map(maps)).toEqual([[true], [true], [false, true, true]]);
  });
});
