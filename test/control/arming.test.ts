/** When a robot may be armed, and when its power is cut. */

import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { Reading } from '../../src/signals/signals.js';
import type { Behavior } from '../../src/steering/behavior.js';
import { followLine } from '../../src/steering/behaviors/followLine.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { prioritize } from '../../src/steering/combine.js';
import { sensorsAt } from '../support/sensors.js';
import { BARE, loopOf, SCOUT } from './guardedLoop.js';

describe('arming', () => {
  it('is refused while it still moves', () => {
    const loop = loopOf();
    loop.run(50);
    loop.say('stop');
    loop.say('arm');
    expect(loop.run(1)).toMatchObject({ safety: 'stopped', faults: [{ kind: 'notReady' }] });
  });

  it('is refused while a range sensor or the encoders send no readings', () => {
    for (const robot of [SCOUT, { ...loadRobot('scout'), sensors: [] }]) {
      const loop = loopOf(robot);
      loop.run(1);
      loop.say('stop');
      loop.run(60);
      loop.say('arm');
      expect(loop.run(1)).toMatchObject({ safety: 'stopped', faults: [{ kind: 'notReady' }] });
    }
  });

  it('is refused while the encoders are silent, also where a sensor that is called encoders is heard', () => {
    const robot = loadRobot('scout');
    const [sonar] = robot.sensors;
    if (sonar === undefined) throw new Error('the scout has a sonar');
    const loop = loopOf({ ...robot, sensors: [{ ...sonar, id: 'encoders' }] } as typeof robot);
    loop.run(1);
    loop.say('stop');
    loop.run(60, (at) => [{ kind: 'range', at, sensor: 'encoders', distances: [2] }]);
    loop.say('arm');
    const { faults = [] } = loop.run(1) ?? {};
    expect(faults.at(-1)).toMatchObject({
      kind: 'notReady',
      what: 'it cannot be armed: its encoders send no readings',
    });
  });

  it.each(['toString', 'constructor', 'turn'])(
    'is refused while a gyroscope that is called %s is silent',
    (id) => {
      const gyro = sensorsAt([0, 0])('mpu6050', { id });
      const loop = loopOf({ ...BARE, sensors: [gyro] });
      loop.run(1);
      loop.say('stop');
      loop.run(60);
      loop.say('arm');
      expect(loop.run(1)?.faults.at(-1)?.what).toBe('it cannot be armed: its gyroscope sends no readings');
    },
  );

  it('is refused while a sensor that its mission goes by is silent, and while another speaks in its name', () => {
    const names = ['left', 'right'];
    const sensors = names.map((id) => sensorsAt([0.05, 0])('qtr-rc', { id }));
    const level = (at: number, kind: 'level' | 'bearing') =>
      names.map((sensor) => ({ ...{ kind, at, sensor }, level: 0.5, bearing: 0 }) as Reading);
    const armed = (behavior: Behavior<unknown>, readings: (at: number) => Reading[]) => {
      const loop = loopOf({ ...BARE, sensors }, behavior);
      loop.run(1);
      loop.say('stop');
      loop.run(60, readings);
      loop.say('arm');
      const { faults = [] } = loop.run(1) ?? {};
      const [fault] = faults.filter(({ kind }) => kind === 'notReady');
      return fault ? fault.what : 'armed';
    };
    const line = followLine({}) as Behavior<unknown>;
    const own: Behavior<unknown> = { start: () => null, steer: () => ({ memory: null }) };
    const silent = "it cannot be armed: reflectance sensor 'left' sends no readings";
    expect(armed(line, () => [])).toBe(silent);
    expect(armed(line, (at) => level(at, 'bearing'))).toBe(silent);
    expect(armed(own, () => [])).toBe(silent);
    const ahead = seek({ target: [9, 0] }) as Behavior<unknown>;
    expect(armed({ ...own, name: 'mine', parts: [{ behavior: ahead }] }, () => [])).toBe(silent);
    expect(armed(prioritize(ahead) as Behavior<unknown>, () => [])).toBe('armed');
    expect(armed(line, (at) => level(at, 'level'))).toBe('armed');
    expect(armed(ahead, () => [])).toBe('armed');
  });

  it('is refused with an empty battery, and with one that was not measured', () => {
    const loop = loopOf({ ...BARE, battery: { pin: 'A1', divider: 2, low: 7 } });
    loop.run(1);
    loop.say('stop');
    loop.run(50);
    loop.say('arm');
    expect(loop.run(1)).toMatchObject({ safety: 'stopped' });
    for (let i = 0; i < 3; i++) loop.hear({ kind: 'battery', at: 1 + i / 100, volts: 7.4 });
    loop.say('arm');
    expect(loop.run(1)).toMatchObject({ safety: 'driving' });
  });

  it('goes on after a fault that was cleared, and not before', () => {
    const loop = loopOf();
    loop.run(1);
    loop.hear({ kind: 'battery', at: 0.01, volts: Number.NaN });
    loop.run(60);
    loop.say('arm');
    expect(loop.run(1)?.safety).toBe('faulted');
    loop.say('clear');
    expect(loop.run(5)).toMatchObject({ safety: 'stopped', granted: { left: 0, right: 0 } });
    loop.say('arm');
    expect(loop.run(5)?.granted.left).toBeGreaterThan(0);
  });
});

describe('power', () => {
  it('is cut once, at the tick that takes it away', () => {
    const loop = loopOf();
    loop.run(10);
    loop.hear({ kind: 'battery', at: 0.2, volts: Number.NaN });
    const ticked = (at: number) => loop.fold({ kind: 'clock', at, lostPeriods: 0 });
    expect([ticked(0.2).cutsPower, ticked(0.22).cutsPower]).toEqual([true, false]);
    expect(loop.state.guards.powered).toBe(false);
  });
});

describe('a battery', () => {
  const volts = (v: number) => (at: number) => [{ kind: 'battery', at, volts: v } as const];
  const robot = { ...BARE, battery: { pin: 'A1', divider: 2, low: 7, dead: 6 } } as const;

  it('that is low halves the speed', () => {
    const tick = loopOf(robot).run(150, volts(6.5));
    expect(tick?.granted.left).toBeCloseTo(BARE.limits.speed / 2, 2);
    expect(tick).toMatchObject({ safety: 'driving', hold: expect.stringContaining('battery') });
    expect(tick?.faults).toMatchObject([{ kind: 'batteryLow' }]);
  });

  it('that is empty stops the robot, and locks it', () => {
    const loop = loopOf(robot);
    loop.run(50, volts(7.5));
    expect(loop.run(4, volts(5))).toMatchObject({ safety: 'faulted', faults: [{ kind: 'batteryDead' }] });
    loop.run(50, volts(5));
    loop.say('clear');
    expect(loop.run(1)?.safety).toBe('faulted');
  });
});
