import { describe, expect, it } from 'vitest';
import { receive } from '../../src/control/receive.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { type LoopState, startLoop } from '../../src/control/state.js';
import { deg } from '../../src/math/units.js';
import type { Ranger } from '../../src/robot/ranger.js';
import type { SensorDefinition } from '../../src/robot/robot.js';
import { boardInputs } from '../../src/sensors/boardInputs.js';
import { covers, echoesOf, rangersOf } from '../../src/sensors/echoes.js';
import { GP2Y0A21, voltsFromRange } from '../../src/sensors/rangeCurve.js';
import type { LoopEvent, Obstacle } from '../../src/signals/signals.js';
import { defineBehavior, type Percept } from '../../src/steering/behavior.js';
import { SCOUT } from '../sim/bodies.js';
import { near } from '../steering/near.js';

const sensor = (type: string, more: Partial<SensorDefinition> = {}): SensorDefinition => ({
  id: type,
  type,
  at: [0.08, 0],
  facing: 0,
  ...more,
});
function ranger(type: string, more: Partial<SensorDefinition> = {}): Ranger {
  const found = rangersOf([sensor(type, more)])[type];
  if (!found) throw new Error('it measures distances');
  return found;
}
const reading = (distances: (number | null)[]) => ({ kind: 'range', at: 0, sensor: 's', distances }) as const;

describe('echoesOf', () => {
  it('puts an infrared ray’s echo where it was, from where the sensor sits and faces', () => {
    expect(echoesOf(ranger('gp2y0a21'), reading([0.3]))).toEqual([
      { from: near(0.38, 0), to: near(0.38, 0), radius: 0 },
    ]);
    const left = ranger('gp2y0a21', { at: [0.02, 0.05], facing: Math.PI / 2 });
    expect(echoesOf(left, reading([0.3]))[0]?.from).toEqual(near(0.02, 0.35));
  });

  it('makes a sonar’s echo as wide as its cone of 15 degrees', () => {
    const [echo] = echoesOf(ranger('sonar', { at: [0, 0] }), reading([1]));
    expect(echo?.from).toEqual(near(Math.cos(deg(7.5)), -Math.sin(deg(7.5))));
    expect(echo?.to).toEqual(near(Math.cos(deg(7.5)), Math.sin(deg(7.5))));
  });

  it('joins the echoes of a lidar’s neighboring rays, from right to left', () => {
    const lidar = ranger('lidar', { at: [0, 0], fieldOfView: deg(20), rays: 3 });
    const echoes = echoesOf(lidar, reading([1, null, 2]));
    expect(echoes).toHaveLength(2);
    expect(echoes[0]?.from).toEqual(near(Math.cos(deg(15)), -Math.sin(deg(15))));
    expect(echoes[0]?.to).toEqual(near(Math.cos(deg(5)), -Math.sin(deg(5))));
    expect(echoes[1]?.to).toEqual(near(2 * Math.cos(deg(15)), 2 * Math.sin(deg(15))));
  });

  it('ignores no echo and invalid distances', () => {
    const none = [null, Number.NaN, -1, Number.POSITIVE_INFINITY];
    const lidar = ranger('lidar', { fieldOfView: deg(30), rays: 4 });
    expect(echoesOf(lidar, reading(none))).toEqual([]);
  });

  it('gives no echoes for sensors that measure no distance', () => {
    expect(rangersOf([sensor('imu')])).toEqual({});
  });
});

describe('covers', () => {
  const ahead = (distance: number) => ({ x: 0.08 + distance, y: 0 });

  it('is true for places that a ray goes through or ends at, and not for places behind its echo', () => {
    const ray = ranger('gp2y0a21');
    expect(covers(ray, reading([0.5]), ahead(0.4))).toBe(true);
    expect(covers(ray, reading([0.5]), ahead(0.51))).toBe(true);
    expect(covers(ray, reading([0.3]), ahead(0.5))).toBe(false);
    expect(covers(ray, reading([0.5]), { x: 0.48, y: 0.1 })).toBe(false);
  });

  it('is false for places too near or too far for the sensor', () => {
    expect(covers(ranger('gp2y0a21'), reading([null]), ahead(0.09))).toBe(false);
    expect(covers(ranger('gp2y0a21'), reading([null]), ahead(0.81))).toBe(false);
    expect(covers(ranger('gp2y0a21'), reading([null]), ahead(0.5))).toBe(true);
  });

  it('is false while a sonar hears no echo: sound glances off', () => {
    expect(covers(ranger('sonar'), reading([null]), ahead(0.5))).toBe(false);
    expect(covers(ranger('sonar'), reading([1]), ahead(0.5))).toBe(true);
  });

  it('is true for all that a fan of rays sees', () => {
    const lidar = ranger('lidar', { at: [0, 0], fieldOfView: deg(180), rays: 19 });
    const seen = reading(new Array(19).fill(1));
    expect(covers(lidar, seen, { x: 0.1, y: 1.5 })).toBe(true);
    expect(covers(lidar, seen, { x: -0.5, y: 0.1 })).toBe(false);
  });
});

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
    const { sights } = state.around;
    expect(JSON.parse(JSON.stringify(sights))).toEqual(sights);
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
    expect(obstacles).toEqual([{ from: near(1, 2.48), to: near(1, 2.48), radius: 0 }]);
  });

  it('stays for two seconds when the sensor looks elsewhere, and goes when it sees through it', () => {
    const look = looking(infrared);
    look(
      pose(0, 0, 0, 0),
      range(0, 'front', [0.4]),
      pose(0.1, 0, 0, 1),
      range(0.1, 'front', [null]),
      clock(0.1),
    );
    expect(look(clock(0.2)).obstacles).toHaveLength(1);
    for (const at of [0.6, 1, 1.4, 1.8]) look(pose(at, 0, 0, 1), range(at, 'front', [null]), clock(at));
    expect(look(pose(1.9, 0, 0, 1), range(1.9, 'front', [null]), clock(1.9)).obstacles).toHaveLength(1);
    expect(look(pose(2.1, 0, 0, 1), range(2.1, 'front', [null]), clock(2.1)).obstacles).toHaveLength(0);
    const again = looking(infrared);
    again(pose(0, 0, 0, 0), range(0, 'front', [0.4]), clock(0));
    expect(again(range(0.04, 'front', [0.6]), clock(0.04)).obstacles).toHaveLength(1);
    expect(again(range(0.08, 'front', [null]), clock(0.08)).obstacles).toHaveLength(0);
  });

  it('stays when the robot comes nearer than the sensor can measure', () => {
    const input = boardInputs({ ...SCOUT, sensors: [{ ...infrared, pin: 'A0' }] })[0];
    if (input?.kind !== 'analog') throw new Error('it tells a voltage');
    const look = looking(infrared);
    const at = (time: number, distance: number): LoopEvent => {
      const told = input.read(voltsFromRange(GP2Y0A21, distance));
      return range(time, 'front', 'distances' in told ? [...told.distances] : []);
    };
    look(pose(0, 0, 0, 0), at(0, 0.105), clock(0));
    for (const [i, distance] of [0.099, 0.09, 0.08, 0.07, 0.06].entries()) {
      const time = (i + 1) / 25;
      const { obstacles } = look(at(time, distance), clock(time));
      expect(obstacles.map(({ from }) => from)).toEqual([near(0.18, 0)]);
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

  it('is as old as the sensor that was silent the longest; one that never sent has been silent since the start', () => {
    const look = looking(infrared, sensor('sonar', { id: 'left' }));
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
