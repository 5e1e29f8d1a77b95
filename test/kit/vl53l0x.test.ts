/** The laser ranger VL53L0X: by its bytes, set up on an emulated board, and before a robot that drives. */
import { describe, expect, it } from 'vitest';
import { LockStep } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import { Vl53l0xChip, wantedDiodes } from '../../src/kit/sensors/vl53l0x.js';
import type { Reading } from '../../src/signals/signals.js';
import { sensor, wiredRobot } from '../sim/avr/wiredRobot.js';
import { wallAt } from '../sim/bodies.js';
import { busInput, read, setUp, told, write } from '../support/busChips.js';
import { itInBoth, partOf, THOROUGH } from '../support/effort.js';

const input = busInput('vl53l0x', { id: 'front' });
/** Ready, its status, and where it stands. */
const bytes = (ready: number, code: number, millimetres: number) => [
  ...[ready, code << 3, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ...[millimetres >> 8, millimetres & 0xff],
];
const distance = (code: number, millimetres: number, of = input) => {
  const reading = of.read(bytes(4, code, millimetres));
  return reading?.kind === 'range' ? reading.distances[0] : undefined;
};

describe('what a VL53L0X tells', () => {
  it('is millimetres, high byte first, where its status is 11', () => {
    expect(input.read(bytes(4, 11, 0x0234))).toEqual({ kind: 'range', sensor: 'front', distances: [0.564] });
    expect([distance(11, 1200), distance(11, 1201), distance(11, 8190)]).toEqual([1.2, null, null]);
    expect(distance(11, 12)).toBe(0.03);
    expect(distance(11, 700, busInput('vl53l0x', { range: 0.6 }))).toBeNull();
  });

  it('is nothing in sight where no light comes back, or too late', () => {
    for (const code of [4, 6, 9]) expect(distance(code, 8190)).toBeNull();
  });

  it('is its nearest distance where a thing is too near', () => {
    for (const code of [8, 10]) expect(distance(code, 8190)).toBe(0.03);
  });

  it('is never free where it failed, or where its code has no meaning', () => {
    for (const code of [0, 1, 2, 3, 5, 7, 12, 13, 14, 15]) expect(distance(code, 8190)).toBeNaN();
  });

  it('is no measurement before there is a new one', () => {
    expect(input.read(bytes(0, 11, 500))).toBeNull();
    expect(input.read(bytes(0xf8, 11, 500))).toBeNull();
  });
});

describe('the reference diodes of a VL53L0X', () => {
  it('are the first good ones, behind the aperture from the twelfth on', () => {
    expect(wantedDiodes([0xff, 0xff, 0, 0, 0, 0], 5, false)).toEqual([0x1f, 0, 0, 0, 0, 0]);
    expect(wantedDiodes([0xff, 0xff, 0xff, 0, 0, 0], 5, true)).toEqual([0, 0xf0, 0x01, 0, 0, 0]);
    expect(wantedDiodes([0x0a, 0, 0, 0, 0, 0x80], 4, false)).toEqual([0x0a, 0, 0, 0, 0, 0x80]);
  });
});

describe('an emulated VL53L0X', () => {
  const seen = (at: number | null): Reading => ({ kind: 'range', at: 0, sensor: 'front', distances: [at] });

  it('measures after its whole set-up, and not if any step of it was left out', () => {
    const all = setUp(new Vl53l0xChip(), input);
    const chip = new Vl53l0xChip();
    setUp(chip, input);
    chip.measure(seen(0.5));
    expect(told(chip, input)).toMatchObject({ distances: [0.5] });
    // Registers on the way: its power, its pages, its tuning, which the emulation does not know.
    const needed = all.filter(({ register }) => [0x0a, 0x89, 0xb0, 0xb1].includes(register));
    expect(needed.length).toBe(4);
    for (const left of needed) {
      const other = new Vl53l0xChip();
      for (const step of all) if (step !== left) write(other, step.register, step.value);
      other.measure(seen(0.5));
      expect(told(other, input), `without ${left.register.toString(16)}`).toBeNull();
    }
  });

  it('shows the next distance only when it has heard that the last one was read', () => {
    const chip = new Vl53l0xChip();
    setUp(chip, input);
    chip.measure(seen(0.5));
    chip.measure(seen(0.4));
    expect(told(chip, input)).toMatchObject({ distances: [0.5] });
    write(chip, 0x0b, 1);
    expect(told(chip, input)).toBeNull();
    chip.measure(seen(null));
    expect(told(chip, input)).toMatchObject({ distances: [null] });
    expect(read(chip, 0xc0, 1)).toEqual([0xee]);
  });

  it('is read through the real firmware, ten times a second, right in the mean', async () => {
    const robot = await wiredRobot([sensor('vl53l0x')], wallAt(0.6));
    robot.run(1.5);
    const from = robot.readings.length;
    robot.run(2);
    const ranges = robot.readings.slice(from).filter((reading) => reading.kind === 'range');
    expect(ranges.length).toBeGreaterThan(17);
    const errors = ranges.map(({ distances }) => (distances[0] ?? Number.NaN) - 0.52);
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    expect(Math.abs(mean)).toBeLessThan(0.01);
    for (const error of errors) expect(Math.abs(error)).toBeLessThan(0.06);
  });

  it('that loses its power tells nothing until it is set up anew, within two seconds', async () => {
    const robot = await wiredRobot([sensor('vl53l0x')], wallAt(0.6));
    robot.run(1.5);
    const chip = robot.board.i2c.deviceAt(0x29) as Vl53l0xChip;
    for (const register of [0x00, 0x89]) write(chip, register, 0);
    write(chip, 0x0b, 1);
    const heardIn = (seconds: number) => {
      const from = robot.readings.length;
      robot.run(seconds);
      return robot.readings.slice(from).filter(({ kind }) => kind === 'range');
    };
    expect(heardIn(0.3).length).toBeLessThan(3);
    robot.run(1.7);
    const after = heardIn(1);
    expect(after.length).toBeGreaterThan(8);
    for (const reading of after) expect(reading).toMatchObject({ distances: [expect.closeTo(0.52, 1)] });
  });

  it.each([1, 6, 7])('that an earlier host has left on page %i is found, and measures', async (page) => {
    const robot = await wiredRobot([sensor('vl53l0x')], wallAt(0.6), {}, (board) =>
      write(board.i2c.deviceAt(0x29) as Vl53l0xChip, 0xff, page),
    );
    robot.run(1.5);
    expect(robot.last('vl53l0x')).toMatchObject({ distances: [expect.closeTo(0.52, 1)] });
  });

  it('that has stopped to measure, though it answers, is set up anew', async () => {
    const robot = await wiredRobot([sensor('vl53l0x')], wallAt(0.6));
    robot.run(1.5);
    write(robot.board.i2c.deviceAt(0x29) as Vl53l0xChip, 0x00, 0);
    robot.run(1.5);
    const from = robot.readings.length;
    robot.run(0.5);
    expect(robot.readings.slice(from).filter(({ kind }) => kind === 'range').length).toBeGreaterThan(3);
  });

  it('whose last measurement stands for ever is not believed', async () => {
    const robot = await wiredRobot([sensor('vl53l0x')], wallAt(0.6));
    robot.run(1.5);
    const chip = robot.board.i2c.deviceAt(0x29) as Vl53l0xChip;
    // It takes nothing that is written any more.
    chip.write = () => true;
    const frame = [4, 11 << 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 8];
    let next = 0;
    chip.read = () => frame[next++ % frame.length] ?? 0;
    robot.run(0.5);
    const from = robot.readings.length;
    robot.run(2);
    expect(robot.readings.slice(from).filter(({ kind }) => kind === 'range')).toEqual([]);
  });

  it('gets a whole set-up in spite of any write of it that is lost', async () => {
    const all = setUp(new Vl53l0xChip(), input).length;
    for (let lost = 3; lost < all; lost += Math.ceil(all / (THOROUGH ? 12 : 2))) {
      const robot = await wiredRobot([sensor('vl53l0x')], wallAt(0.6));
      const chip = robot.board.i2c.deviceAt(0x29) as Vl53l0xChip;
      const [begin, take] = [chip.begin.bind(chip), chip.write.bind(chip)];
      let [count, bytes] = [0, 0];
      chip.begin = () => {
        begin();
        bytes = 0;
      };
      chip.write = (byte) => {
        bytes++;
        if (bytes === 2 && ++count === lost) return true;
        return take(byte);
      };
      robot.run(3);
      expect(robot.last('vl53l0x'), `without write ${lost}`).toMatchObject({
        distances: [expect.closeTo(0.52, 1)],
      });
    }
  });
});

describe('a robot whose only eye is a VL53L0X', () => {
  const SCOUT = loadRobot('scout');

  function drive(gap: number, slant: number, rate: number, seed: number, ideal: boolean) {
    const eye: SensorDefinition = { id: 'front', type: 'vl53l0x', facing: 0, at: [0.07, 0], ideal };
    const robot = { ...SCOUT, sensors: [eye], control: { ...SCOUT.control, rate } };
    const x = SCOUT.chassis.radius + gap;
    const [dx, dy] = [2 * Math.sin(slant), 2 * Math.cos(slant)];
    const world = {
      walls: [
        [
          [x - dx, -dy],
          [x + dx, dy],
        ],
      ],
    };
    const mission = { seek: { target: [4, 0] } };
    const robots = [{ id: 'a', robot, at: { x: 0, y: 0, heading: 0 }, mission }];
    const run = new LockStep(
      scenario({ name: 'laser', duration: 5, seed, sensing: 'odometry', world, robots }),
      {},
    );
    while (!run.isOver) {
      run.control();
      run.advance(8);
    }
    const driven = {
      hardest: Math.max(0, ...run.world.touchesOf('a').map(({ speed }) => speed)),
      x: run.world.poseOf('a').x,
    };
    run.close();
    return driven;
  }

  const courses = [10, 50, 100].flatMap((rate) =>
    [0.1, 0.4, 1.5].flatMap((gap) => [0, 0.4].map((slant) => ({ rate, gap, slant }))),
  );
  itInBoth.each(partOf(courses, 4))(
    'stops before a wall: $rate Hz, $gap m away, turned by $slant rad',
    ({ rate, gap, slant }) => {
      for (const ideal of [true, false])
        for (const seed of [1, 2]) {
          const { hardest, x } = drive(gap, slant, rate, seed, ideal);
          expect(hardest).toBeLessThanOrEqual(0.1);
          // It comes near the wall before it stands.
          expect(x).toBeGreaterThan(gap - 0.3);
        }
    },
  );
});
