import { describe, expect, it } from 'vitest';
import { Drivetrain } from '../../../sim/plant/drivetrain.js';
import type { PlantSpec } from '../../../sim/scenario/plantSpec.js';
import { dutyFor, PLANT, SCOUT } from '../bodies.js';

const both = (duty: number) => ({ left: duty, right: duty });

describe('Drivetrain, by hand', () => {
  it('turns duty into rim speed above the deadband', () => {
    const wheels = new Drivetrain(SCOUT, { ...PLANT, acceleration: 1000 });
    wheels.command(0, { left: 0.54, right: -0.54 });
    wheels.advance(0, 1);
    // (0.54 − 0.08) / 0.92 = one half of 0.6 m/s
    expect(wheels.wheelSpeeds.left).toBeCloseTo(0.3, 12);
    expect(wheels.wheelSpeeds.right).toBeCloseTo(-0.3, 12);
  });

  it('does not turn within the deadband', () => {
    const wheels = new Drivetrain(SCOUT, PLANT);
    wheels.command(0, { left: 0.08, right: -0.079 });
    expect(wheels.advance(0, 1)).toEqual({ left: { speed: 0, travel: 0 }, right: { speed: 0, travel: 0 } });
  });

  it('counts a duty beyond full power as full power, and a non-finite one as zero', () => {
    const wheels = new Drivetrain(SCOUT, { ...PLANT, acceleration: 1000 });
    wheels.command(0, { left: 3, right: Number.NaN });
    wheels.advance(0, 1);
    expect(wheels.wheelSpeeds).toEqual({ left: 0.6, right: 0 });
  });

  it('accelerates along a straight line: 0.1 m/s after 0.1 s at 1 m/s²', () => {
    const wheels = new Drivetrain(SCOUT, PLANT);
    wheels.command(0, both(1));
    expect(wheels.advance(0, 0.1).left.speed).toBeCloseTo(0.1, 12);
    expect(wheels.advance(0.1, 0.2).left.speed).toBeCloseTo(0.2, 12);
  });

  it('waits for the exact dead time, also within a step', () => {
    const wheels = new Drivetrain(SCOUT, { ...PLANT, delay: 0.0425 });
    wheels.command(0, both(1));
    expect(wheels.advance(0, 0.04).left).toEqual({ speed: 0, travel: 0 });
    // 2.5 ms of waiting, 2.5 ms at 1 m/s².
    const { speed, travel } = wheels.advance(0.04, 0.045).left;
    expect(speed).toBeCloseTo(0.0025, 12);
    expect(travel).toBeCloseTo(0.5 * 0.0025 ** 2, 12);
  });

  it('keeps the commands in flight in order, each at its own time', () => {
    const wheels = new Drivetrain(SCOUT, { ...PLANT, delay: 0.04, acceleration: 1e6 });
    wheels.command(0, both(dutyFor(0.2)));
    wheels.command(0.02, both(dutyFor(0.4)));
    wheels.command(0.03, both(0));
    // 20 ms at 0.2 m/s, 10 ms at 0.4 m/s, then nothing; ramps of 10⁶ m/s² add 0.04 µm.
    expect(wheels.advance(0, 0.2).left.travel).toBeCloseTo(0.004 + 0.004, 6);
  });

  it('lags exponentially: 63.2 % after one lag', () => {
    const wheels = new Drivetrain(SCOUT, { ...PLANT, lag: 0.06, acceleration: 1000 });
    wheels.command(0, both(dutyFor(0.3)));
    expect(wheels.advance(0, 0.06).right.speed).toBeCloseTo(0.3 * 0.6321205588, 9);
  });

  it('sticks below the stiction, starts at it, and rests again before it starts again', () => {
    const wheels = new Drivetrain(SCOUT, { ...PLANT, stiction: 0.03 });
    wheels.command(0, both(dutyFor(0.029)));
    expect(wheels.advance(0, 1).left.travel).toBe(0);
    wheels.command(1, both(dutyFor(0.03)));
    expect(wheels.advance(1, 2).left.speed).toBeCloseTo(0.03, 9);
    wheels.command(2, both(dutyFor(0.02)));
    expect(wheels.advance(2, 3).left.speed).toBeCloseTo(0.02, 9);
    wheels.command(3, both(0));
    expect(wheels.advance(3, 4).left.speed).toBe(0);
    wheels.command(4, both(dutyFor(0.02)));
    expect(wheels.advance(4, 5).left.travel).toBe(0);
  });

  it('takes delay, lag, stiction and acceleration from the robot if the plant has none', () => {
    const robot = {
      ...SCOUT,
      motors: { ...SCOUT.motors, lag: 0.05, breakaway: 0.04 },
      control: { ...SCOUT.control, latency: 0.1 },
    };
    const wheels = new Drivetrain(robot, PLANT);
    expect(wheels.delay).toBe(0.1);
    wheels.command(0, { left: dutyFor(0.039), right: dutyFor(0.3) });
    const { left, right } = wheels.advance(0, 0.2);
    expect(left.speed).toBe(0);
    expect(right.speed).toBeCloseTo(0.1, 9);
    expect(wheels.advance(0.2, 0.4).right.speed).toBeCloseTo(0.3 - 0.05 * Math.exp(-1), 9);
  });

  it('starts with wheels and commands in flight at the speed', () => {
    const wheels = new Drivetrain(SCOUT, { ...PLANT, delay: 0.04 }, 0.25);
    wheels.command(0, both(0));
    expect(wheels.advance(0, 0.04).left.travel).toBeCloseTo(0.01, 12);
    expect(wheels.advance(0.04, 0.09).left.speed).toBeCloseTo(0.2, 12);
  });

  it('stops through the same dead time', () => {
    const wheels = new Drivetrain(SCOUT, { ...PLANT, delay: 0.04 }, 0.25);
    wheels.stop(0);
    expect(wheels.advance(0, 0.04).left.speed).toBe(0.25);
    expect(wheels.advance(0.04, 1).left.speed).toBe(0);
  });
});

describe('Drivetrain, errors of the true body', () => {
  it('rolls by the speed of a motor that is too strong, and its encoders show it', () => {
    const plant = { ...PLANT, acceleration: 1e6, wheelSpeedError: { left: 0.02, right: -0.01 } };
    const wheels = new Drivetrain(SCOUT, plant);
    wheels.command(0, both(dutyFor(0.3)));
    const { left, right } = wheels.advance(0, 1);
    expect(left.travel).toBeCloseTo(0.306, 6);
    expect(right.travel).toBeCloseTo(0.297, 6);
  });

  it('has encoders that do not show a wrong diameter or track', () => {
    const plant = { ...PLANT, wheelDiameterError: { left: 0.01, right: 0 }, trackError: 0.02 };
    const wheels = new Drivetrain(SCOUT, plant, 0.2);
    const motions = wheels.advance(0, 1);
    expect(motions.left).toEqual(motions.right);
    const { forward, turned } = wheels.overGround(motions);
    expect(forward).toBeCloseTo((0.202 + 0.2) / 2, 12);
    expect(turned).toBeCloseTo(-0.002 / (0.141 * 1.02), 12);
    expect(wheels.velocityAt(0).x).toBeCloseTo(0.201, 12);
  });
});

describe('Drivetrain, encoders', () => {
  const revolutions = (n: number) => n * Math.PI * SCOUT.wheels.diameter;

  it('count whole edges, floored', () => {
    const wheels = new Drivetrain(SCOUT, PLANT, revolutions(1));
    wheels.advance(0, 1.0001);
    expect(wheels.encoderCounts).toEqual({ left: 1437, right: 1437 });
    const back = new Drivetrain(SCOUT, PLANT, -revolutions(1));
    back.advance(0, 0.0001);
    expect(back.encoderCounts).toEqual({ left: -1, right: -1 });
  });

  it('with one channel count each edge where it is, forward and backward', () => {
    const coarse = { a: 2, countsPerRevolution: 10 };
    const robot = { ...SCOUT, encoders: { left: coarse, right: coarse } };
    const wheels = new Drivetrain(robot, { ...PLANT, acceleration: 1e6 });
    const rollAt = (speed: number, from: number) => {
      wheels.command(from, { left: dutyFor(speed), right: dutyFor(speed) });
      for (let at = from; at < from + 1 - 1e-9; at += 0.005) wheels.advance(at, at + 0.005);
    };
    rollAt(revolutions(0.31), 0);
    expect(wheels.encoderCounts).toEqual({ left: 3, right: 3 });
    rollAt(-revolutions(0.05), 1);
    expect(wheels.encoderCounts).toEqual({ left: 4, right: 4 });
  });

  it('wrap from 2³¹ − 1 to −2³¹', () => {
    const fine = { countsPerRevolution: 2 ** 31 };
    const wheels = new Drivetrain({ ...SCOUT, encoders: { left: fine, right: fine } }, PLANT, revolutions(1));
    wheels.advance(0, 1);
    expect(wheels.encoderCounts.left).toBe(-(2 ** 31));
  });
});

describe('Drivetrain, laws', () => {
  it('moves equally with steps of 1 ms, of 5 ms or one step', () => {
    const travel = (steps: number) => {
      const wheels = new Drivetrain(SCOUT, { ...PLANT, delay: 0.0123, lag: 0.06, stiction: 0.03 });
      wheels.command(0, both(dutyFor(0.4)));
      wheels.command(0.3, both(dutyFor(-0.1)));
      wheels.command(0.6, both(0));
      let sum = 0;
      for (let i = 0; i < steps; i++) sum += wheels.advance(i / steps, (i + 1) / steps).left.travel;
      return sum;
    };
    expect(travel(200)).toBeCloseTo(travel(1), 12);
    expect(travel(1000)).toBeCloseTo(travel(1), 12);
  });

  it('swaps left and right when the duties are swapped', () => {
    const drive = (left: number, right: number) => {
      const wheels = new Drivetrain(SCOUT, { ...PLANT, lag: 0.06 });
      wheels.command(0, { left, right });
      return wheels.advance(0, 0.5);
    };
    const one = drive(0.3, 0.7);
    const other = drive(0.7, 0.3);
    expect(one).toEqual({ left: other.right, right: other.left });
  });
});

describe('a body that becomes another one', () => {
  const full = (plant: PlantSpec) => {
    const wheels = new Drivetrain(SCOUT, plant);
    wheels.power(0, true);
    wheels.command(0, both(1));
    wheels.advance(0, 1);
    return wheels;
  };

  it('turns its wheels on from the speed and the counts that they have', () => {
    const wheels = full(PLANT);
    const before = { speeds: wheels.wheelSpeeds, counts: wheels.encoderCounts };
    wheels.become({ ...PLANT, wheelSpeedError: { left: -0.5, right: 0 }, acceleration: 0.1 });
    expect({ speeds: wheels.wheelSpeeds, counts: wheels.encoderCounts }).toEqual(before);
    wheels.command(1, both(1));
    // The left wheel slows down towards half its speed by 0.1 m/s², and the right one keeps its own.
    expect(wheels.advance(1, 1.5).left.speed).toBeCloseTo(before.speeds.left - 0.05, 9);
    expect(wheels.wheelSpeeds.right).toBeCloseTo(before.speeds.right, 9);
  });

  it('rolls with the new diameters and track: a wheel larger by a tenth turns the body by 0.1·s/track', () => {
    const wheels = full(PLANT);
    wheels.become({ ...PLANT, wheelDiameterError: { left: 0, right: 0.1 }, trackError: 0.25 });
    const { forward, turned } = wheels.overGround(wheels.advance(1, 2));
    const way = wheels.wheelSpeeds.left;
    expect(forward).toBeCloseTo(1.05 * way, 6);
    expect(turned).toBeCloseTo((0.1 * way) / (1.25 * SCOUT.chassis.track), 6);
  });

  it('keeps the charge of its battery, unless the battery is another one', () => {
    const battery = { full: 8.4, sag: 0.2, capacity: 0.001, charge: 1 };
    const wheels = full({ ...PLANT, battery });
    const volts = wheels.volts as number;
    wheels.become({ ...PLANT, battery, delay: 0.1 });
    expect(wheels.volts).toBe(volts);
    wheels.become({ ...PLANT, battery: { ...battery, full: 8 } });
    expect(wheels.volts).not.toBe(volts);
  });
});
