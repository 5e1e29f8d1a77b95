/** What faults do to the wheels, the encoders and the motors of a simulated body, while they last and afterwards. */
import { describe, expect, it } from 'vitest';
import { Drivetrain } from '../../../sim/plant/drivetrain.js';
import { type Strike, Strikes } from '../../../sim/plant/strikes.js';
import { dutyFor, PLANT, SCOUT } from '../bodies.js';

const BRISK = { ...PLANT, acceleration: 1e6 };
const REVOLUTION = Math.PI * 0.07;
const countsFor = (travel: number) => (travel / REVOLUTION) * 1437;

/** From 1 to 2 s unless said otherwise; wheels are commanded to 0.2 and 0.1 m/s once, at the start. */
function struck(strike: Pick<Strike, 'fault'> & Partial<Strike>, plant = BRISK, robot = SCOUT) {
  const drivetrain = new Drivetrain(robot, plant, 0, new Strikes([{ from: 1, to: 2, ...strike }]));
  drivetrain.power(0, true);
  drivetrain.command(0, { left: dutyFor(0.2), right: dutyFor(0.1) });
  let at = 0;
  /** On to a time in steps of 5 ms; what was rolled meanwhile. */
  const until = (end: number) => {
    const rolled = { left: 0, right: 0 };
    for (; at < end - 1e-9; at += 0.005) {
      const motions = drivetrain.advance(at, at + 0.005);
      rolled.left += motions.rolled?.left ?? 0;
      rolled.right += motions.rolled?.right ?? 0;
    }
    return { rolled, speeds: drivetrain.wheelSpeeds, counts: drivetrain.encoderPositions };
  };
  return { drivetrain, until };
}

const near = (value: number, digits = 4) => expect.closeTo(value, digits);
const counted = (left: number, right: number) => ({
  left: near(countsFor(left), 1),
  right: near(countsFor(right), 1),
});

describe('an encoder', () => {
  it('that is stuck keeps its count while its wheel turns, and continues from there', () => {
    const { until } = struck({ fault: 'encoderStuck', side: 'left' });
    expect(until(1).counts).toEqual(counted(0.2, 0.1));
    const during = until(2);
    expect(during.counts).toEqual(counted(0.2, 0.2));
    expect(during.speeds.left).toBeCloseTo(0.2, 6);
    expect(until(3).counts).toEqual(counted(0.4, 0.3));
  });

  it('that is stuck without a side means both', () => {
    const { until } = struck({ fault: 'encoderStuck' });
    expect(until(2).counts).toEqual(counted(0.2, 0.1));
  });

  it('that is reversed counts backwards from where it was, and then forwards from there', () => {
    const { until } = struck({ fault: 'encoderReversed', side: 'right' });
    expect(until(2).counts).toEqual(counted(0.4, 0));
    expect(until(3).counts).toEqual(counted(0.6, 0.1));
  });

  it('that jumps has jumped once, by a revolution or as it says', () => {
    const usual = struck({ fault: 'encoderJump', side: 'left' });
    expect(usual.until(2).counts).toEqual(counted(0.4 + REVOLUTION, 0.2));
    expect(usual.until(3).counts).toEqual(counted(0.6 + REVOLUTION, 0.3));
    const { until } = struck({ fault: 'encoderJump', by: -50 });
    const { counts } = until(1.5);
    expect(counts.left).toBeCloseTo(countsFor(0.3) - 50, 1);
    expect(counts.right).toBeCloseTo(countsFor(0.15) - 50, 1);
  });

  it('that is swapped counts the other wheel', () => {
    const { until } = struck({ fault: 'encodersSwapped' });
    expect(until(2).counts).toEqual(counted(0.3, 0.3));
    expect(until(3).counts).toEqual(counted(0.5, 0.4));
  });

  it('fails at its instant, also within a step', () => {
    const { until } = struck({ fault: 'encoderStuck', from: 1.002, to: 1.0047 });
    expect(until(1.01).counts).toEqual(counted(0.2 * (1.01 - 0.0027), 0.1 * (1.01 - 0.0027)));
  });
});

const ONE_CHANNEL = {
  ...SCOUT,
  encoders: { left: { a: 2, countsPerRevolution: 1437 }, right: { a: 3, countsPerRevolution: 1437 } },
};

describe('an encoder with one channel', () => {
  /** What was counted by the middle of the second in which the fault lasts, and a second later. */
  const countedWith = (strike: Pick<Strike, 'fault'> & Partial<Strike>) => {
    const { drivetrain, until } = struck(strike, BRISK, ONE_CHANNEL);
    until(1.5);
    const during = drivetrain.encoderCounts;
    until(2.5);
    return [during, drivetrain.encoderCounts];
  };
  const whole = (left: number, right: number) => ({
    left: near(countsFor(left), -0.5),
    right: near(countsFor(right), -0.5),
  });

  it('that is stuck keeps its count, and continues from there', () => {
    expect(countedWith({ fault: 'encoderStuck', side: 'left' })).toEqual([
      whole(0.2, 0.15),
      whole(0.3, 0.25),
    ]);
  });

  it('that is reversed counts as before: it knows no direction', () => {
    expect(countedWith({ fault: 'encoderReversed' })).toEqual([whole(0.3, 0.15), whole(0.5, 0.25)]);
  });

  it('that is swapped counts the other wheel', () => {
    expect(countedWith({ fault: 'encodersSwapped' })).toEqual([whole(0.25, 0.2), whole(0.4, 0.35)]);
  });

  it('that jumps counts up, whatever the sign of the jump', () => {
    const [during] = countedWith({ fault: 'encoderJump', by: -50 });
    expect(during?.left).toBeCloseTo(countsFor(0.3) + 50, -0.5);
  });
});

describe('a motor', () => {
  it('that is dead stops without a new command, and runs again by itself', () => {
    const { until } = struck({ fault: 'motorDead', side: 'left' });
    expect(until(1.5).speeds).toEqual({ left: 0, right: near(0.1) });
    expect(until(2.5).speeds).toEqual({ left: near(0.2), right: near(0.1) });
  });

  it('that is reversed turns the other way', () => {
    const { until } = struck({ fault: 'motorReversed' });
    expect(until(1.5).speeds).toEqual({ left: near(-0.2), right: near(-0.1) });
    expect(until(2.5).speeds).toEqual({ left: near(0.2), right: near(0.1) });
  });

  it("that is swapped gets the other motor's command", () => {
    const { until } = struck({ fault: 'motorsSwapped' });
    expect(until(1.5).speeds).toEqual({ left: near(0.1), right: near(0.2) });
    expect(until(2.5).speeds).toEqual({ left: near(0.2), right: near(0.1) });
  });

  it('that is stuck on runs at full speed whatever the duty, until its power is cut', () => {
    const { drivetrain, until } = struck({ fault: 'motorStuckOn', side: 'right', to: Infinity });
    until(1);
    drivetrain.command(1, { left: 0, right: 0 });
    expect(until(1.5).speeds).toEqual({ left: 0, right: near(0.6) });
    drivetrain.stop(1.5);
    expect(until(2).speeds).toEqual({ left: 0, right: 0 });
    drivetrain.power(2, true);
    expect(until(2.5).speeds).toEqual({ left: 0, right: near(0.6) });
  });
});

describe('a wheel', () => {
  it('that is blocked stands, and so does its encoder', () => {
    const { until } = struck({ fault: 'wheelsBlocked', side: 'left' });
    const { speeds, counts } = until(2);
    expect(speeds).toEqual({ left: 0, right: near(0.1) });
    expect(counts).toEqual(counted(0.2, 0.2));
    expect(until(2.5).speeds.left).toBeCloseTo(0.2, 6);
  });

  it('that slips loses a share of its way over ground; its encoder sees the wheel', () => {
    const { drivetrain, until } = struck({ fault: 'wheelSlip', share: 0.75, side: 'left' });
    expect(until(1).rolled.left).toBeCloseTo(0.2, 4);
    const { rolled, counts } = until(2);
    expect(rolled).toEqual({ left: near(0.05), right: near(0.1) });
    expect(counts).toEqual(counted(0.4, 0.2));
    expect(drivetrain.velocityAt(0).x).toBeCloseTo((0.05 + 0.1) / 2, 6);
    expect(until(3).rolled.left).toBeCloseTo(0.2, 4);
  });
});

describe('a body without a present fault', () => {
  it('moves to the last bit like a body with a later fault', () => {
    const plain = new Drivetrain(SCOUT, BRISK);
    plain.command(0, { left: dutyFor(0.2), right: dutyFor(0.1) });
    const { until } = struck({ fault: 'motorDead', from: 50, to: 60 });
    for (let at = 0; at < 1 - 1e-9; at += 0.005) plain.advance(at, at + 0.005);
    expect(until(1).counts).toEqual(plain.encoderPositions);
  });
});
