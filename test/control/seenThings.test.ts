import { describe, expect, it } from 'vitest';
import { receive } from '../../src/control/receive.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { type LoopState, startLoop } from '../../src/control/state.js';
import { type RangeCurve, voltsFromRange } from '../../src/kit/rangeCurve.js';
import { gp2y0a21 } from '../../src/kit/sensors/gp2y0a21.js';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import { boardInputs } from '../../src/sensors/boardInputs.js';
import type { LoopEvent, Obstacle } from '../../src/signals/signals.js';
import { defineBehavior, type Percept } from '../../src/steering/behavior.js';
import { SCOUT } from '../sim/bodies.js';
import { near } from '../steering/near.js';
import { sensorsAt } from '../support/sensors.js';

const sensor = sensorsAt([0.08, 0]);
/** A loop that only looks: what its behavior perceived at the last tick. */
function looking(...sensors: SensorDefinition[]) {
  let seen: Percept | undefined;
  const behavior = defineBehavior({
    start: () => null,
    steer: (percept: Percept, memory: null) => {
      seen = percept;
      return { memory };
    },
  });
  const { encoders: _, ...blind } = SCOUT;
  const model = prepareModel({ ...blind, sensors }, behavior);
  let state: LoopState = startLoop(model, {
    at: 0,
    pose: { x: 1, y: 2, heading: Math.PI / 2 },
    speed: 0,
    seed: 1,
  });
  return (...events: readonly LoopEvent[]): Percept => {
    for (const event of events) ({ state } = receive(model, state, event));
    const { seen: remembered } = state.around;
    expect(JSON.parse(JSON.stringify(remembered))).toEqual(remembered);
    if (!seen) throw new Error('no tick yet');
    return seen;
  };
}
const range = (at: number, id: string, distances: (number | null)[]): LoopEvent => ({
  kind: 'reading',
  reading: { kind: 'range', at, sensor: id, distances },
});
const clock = (at: number): LoopEvent => ({ kind: 'clock', at, lostPeriods: 0 });
const pose = (at: number, x: number, y: number, heading: number): LoopEvent => ({
  kind: 'reading',
  reading: { kind: 'pose', at, pose: { x, y, heading } },
});
const mapped: Obstacle = { from: { x: 5, y: 5 }, to: { x: 5, y: 5 }, radius: 0.1, velocity: { x: 1, y: 0 } };

describe('what a loop’s sensors saw', () => {
  const infrared = sensor('gp2y0a21', { id: 'front' });

  it('is in the world’s frame, by the pose of the time when it was seen', () => {
    const look = looking(infrared);
    const { obstacles } = look(range(0, 'front', [0.4]), clock(0.02));
    // Twelve centimeters deep.
    expect(obstacles).toEqual(
      [2.52, 2.56, 2.6, 2.48].map((y) => ({ from: near(1, y), to: near(1, y), radius: 0 })),
    );
  });

  it('stays for a minute when the sensor looks elsewhere, and goes when it sees through it', () => {
    const look = looking(infrared);
    const aside = (at: number) =>
      look(pose(at, 0, 0, 1), range(at, 'front', [null]), clock(at)).obstacles.length;
    look(pose(0, 0, 0, 0), range(0, 'front', [0.4]), clock(0));
    for (let at = 0.4; at < 59.9; at += 0.4) expect(aside(at)).toBe(3);
    expect([59.9, 60.1].map(aside)).toEqual([3, 0]);
    const again = looking(infrared);
    again(pose(0, 0, 0, 0), range(0, 'front', [0.4]), clock(0));
    expect(again(range(0.04, 'front', [0.7]), clock(0.04)).obstacles).toHaveLength(3);
    expect(again(range(0.08, 'front', [null]), clock(0.08)).obstacles).toHaveLength(0);
  });

  it('stays when the robot comes nearer than the sensor can measure', () => {
    const input = boardInputs({ ...SCOUT, sensors: [{ ...infrared, pin: 'A0' }] })[0];
    if (input?.kind !== 'analog') throw new Error('it tells a voltage');
    const look = looking(infrared);
    const at = (time: number, distance: number): LoopEvent => {
      const told = input.read(voltsFromRange(gp2y0a21.curve as RangeCurve, distance));
      return range(time, 'front', 'distances' in told ? [...told.distances] : []);
    };
    look(pose(0, 0, 0, 0), at(0, 0.105), clock(0));
    for (const [i, distance] of [0.099, 0.09, 0.08, 0.07, 0.06].entries()) {
      const time = (i + 1) / 25;
      const { obstacles } = look(at(time, distance), clock(time));
      expect(obstacles.map(({ from }) => from)).toContainEqual(near(0.185, 0));
    }
  });

  it('is joined with what is mapped, which is moved on to the tick', () => {
    const look = looking(infrared);
    const surroundings = { at: 0, obstacles: [mapped] };
    const { obstacles } = look({ kind: 'surroundings', surroundings }, range(0, 'front', [0.4]), clock(0.1));
    expect(obstacles.map(({ from }) => from)).toEqual([near(5.1, 5), near(1, 2.48)]);
  });

  it('leaves out other robots that were heard of', () => {
    const look = looking(infrared);
    const neighbor = {
      id: 'b',
      at: 0,
      position: { x: 1, y: 2.57 },
      velocity: { x: 0, y: 0 },
      heading: 0,
      radius: 0.09,
    };
    const surroundings = { at: 0, neighbors: [neighbor] };
    const event = { kind: 'surroundings', surroundings } as const;
    expect(look(event, range(0, 'front', [0.4]), clock(0.02)).obstacles).toEqual([]);
  });

  it('is as old as the sensor that was silent the longest; one that never sent has been silent since the first tick', () => {
    const look = looking(infrared, sensor('sonar', { id: 'left' }));
    look(clock(0));
    expect(look(clock(0.3)).sightAge).toBeCloseTo(0.3, 12);
    expect(look(range(0.3, 'front', [null]), clock(0.4)).sightAge).toBeCloseTo(0.4, 12);
    expect(look(range(0.5, 'left', [null]), clock(0.5)).sightAge).toBeCloseTo(0.2, 12);
    expect(look(range(0.6, 'front', [null]), clock(0.7)).sightAge).toBeCloseTo(0.2, 12);
  });

  it('is nothing for a sensor that the robot file does not name', () => {
    expect(
      looking(infrared)(range(0, 'toString', [0.4]), range(0, 'rear', [0.3]), clock(0)).obstacles,
    ).toEqual([]);
  });
});

describe('readings between two ticks', () => {
  const { encoders: _, ...blind } = SCOUT;
  const model = prepareModel(
    { ...blind, sensors: [sensor('gp2y0a21', { id: 'front' })] },
    defineBehavior({ start: () => null, steer: (_percept: Percept, memory: null) => ({ memory }) }),
  );
  const stateAfter = (...events: readonly LoopEvent[]): LoopState =>
    events.reduce(
      (state, event) => receive(model, state, event).state,
      startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 }),
    );

  it('are not kept for a tick that does not come: 64 at most', () => {
    const flood = Array.from({ length: 200 }, (_, i) => range(0.001 * i, 'front', [0.4]));
    const { unseen, seen } = stateAfter(...flood).around;
    expect(unseen.length).toBeLessThan(64);
    expect(seen.hits.x).toHaveLength(3);
  });

  it('keep their places from the robot as news of its pose comes, those without an echo, too', () => {
    const free = [range(0.1, 'front', [null]), clock(0.1), range(0.2, 'front', [null]), clock(0.2)];
    const kept = stateAfter(...free, pose(0.2, 3, 0, 0)).around.seen.watched.front?.kept ?? [];
    expect(kept).toHaveLength(2);
    expect(kept.at(-1)?.mount.x).toBeCloseTo(3.08, 6);
  });
});
