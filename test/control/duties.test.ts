/** The wheel speeds possible in a tick, and the motors' duties for them. */
import { describe, expect, it } from 'vitest';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { SCOUT } from '../sim/bodies.js';
import { STILL } from './fakeLoop.js';
import { changing, foldedLoop, saying, wish } from './foldedLoop.js';

const { encoders: _, ...BARE } = SCOUT;
/** Takes the velocities that a behavior desires as they are. */
const DIRECT: RobotDefinition = { ...BARE, control: { ...BARE.control, steering: 'direct' } };
/** A wheel at rest needs 5 cm/s to start, and gets a tenth more. */
const STICKY: RobotDefinition = { ...DIRECT, motors: { ...DIRECT.motors, deadband: 0, breakaway: 0.05 } };
const SNAPPED_DUTY = 0.055 / 0.6;

describe('the wheels', () => {
  it('change in each tick by no more than the body can speed up or slow down', () => {
    const { behavior, say } = changing(wish(0.5));
    const loop = foldedLoop(DIRECT, behavior);
    const granted = (ticks: number) =>
      loop.run(ticks).map((tick) => Math.round(1e9 * tick.granted.left) / 1e9);
    expect(granted(3)).toEqual([0.02, 0.04, 0.06]);
    say(wish(0));
    expect(granted(4)).toEqual([0.04, 0.02, 0, 0]);
  });
});

describe('a wheel speed that is not a number', () => {
  it('stops the robot in the same tick, for good, and cuts its power', () => {
    const broken = { ...DIRECT, limits: { ...DIRECT.limits, acceleration: Number.NaN } };
    const loop = foldedLoop(broken, saying(wish(0.3)));
    const { tick, cutsPower } = loop.fold({ kind: 'clock', at: 0, lostPeriods: 0 });
    const what = 'a wheel speed that is not a number';
    const faults = [{ at: 0, kind: 'notFinite', what }];
    expect(tick).toMatchObject({ safety: 'faulted', cause: { what }, faults, granted: STILL, duties: STILL });
    expect(cutsPower).toBe(true);
    expect(loop.state.guards).toMatchObject({ supervisor: { safety: 'faulted', faults }, powered: false });
    expect(loop.tickAt(0.02)).toMatchObject({ safety: 'faulted', granted: STILL });
  });
});

describe('the duties', () => {
  it('start a wheel at rest once: a command under way counts as rolling', () => {
    const late = { ...STICKY, control: { ...STICKY.control, latency: 0.1 } };
    const ticks = foldedLoop(late, saying(wish(0.03))).run(3);
    expect(ticks[0]?.duties.left).toBeCloseTo(SNAPPED_DUTY, 12);
    expect(ticks[1]?.granted.left).toBeCloseTo(0.03, 12);
    expect(ticks[1]?.duties.left).toBeCloseTo(0.03 / 0.6, 12);
    expect(ticks[2]?.duties.left).toBeCloseTo(0.03 / 0.6, 12);
  });

  it('are the speeds that the estimate and the motion monitor reckon with, if they exceed the allowed ones', () => {
    const loop = foldedLoop({ ...SCOUT, ...STICKY }, saying(wish(0.03)));
    const [tick] = loop.run(1);
    const sent = { at: 0, left: expect.closeTo(0.055, 12), right: expect.closeTo(0.055, 12) };
    expect(tick?.granted.left).toBeCloseTo(0.02, 12);
    expect(loop.state.estimator.sent.at(-1)).toEqual(sent);
  });

  it('start a standing wheel again if its encoder does not count', () => {
    const loop = foldedLoop({ ...SCOUT, ...STICKY }, saying(wish(0.03)));
    const duties: number[] = [];
    for (let n = 0; n < 9; n++) {
      loop.hear({ kind: 'encoders', at: n / 50, left: 0, right: 0 });
      duties.push(loop.run(1)[0]?.duties.left ?? 0);
    }
    const started = duties.flatMap((duty, n) => (duty > 0.09 ? [n] : []));
    expect(started[0]).toBe(0);
    expect(started[1]).toBeGreaterThan(1);
  });

  it('start no wheel for a wish of zero', () => {
    const pushed = { ...STICKY, control: BARE.control };
    const held = foldedLoop(pushed, saying({ force: { x: 9, y: 0 }, ...wish(0) })).run(1)[0];
    expect(held?.granted.left).toBeCloseTo(0.01, 12);
    expect(held?.duties).toEqual(STILL);
  });
});
