import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { AutoArm, asWaiting } from '../../src/control/autoArm.js';
import { receive } from '../../src/control/receive.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { startLoop } from '../../src/control/state.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Tick } from '../../src/signals/signals.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { FakeDriver } from './fakeDriver.js';
import { foldedLoop } from './foldedLoop.js';

const { encoders: _, ...SCOUT } = loadRobot('scout');
const BARE: RobotDefinition = { ...SCOUT, sensors: [] };
const WHY = 'the board stopped itself: no command reached it for 200 ms';
const STILL = { left: 0, right: 0 };

function driving() {
  const loop = foldedLoop(BARE, seek({ target: [100, 0] }));
  const trip = (at: number) => loop.hear({ kind: 'tripped', at, cause: 'silence', why: WHY });
  const last = (ticks: number) => loop.run(ticks).at(-1) as Tick;
  last(50);
  return { ...loop, trip, last };
}

describe('a board that stopped itself', () => {
  it('stops its robot with the reason, and it stays stopped', () => {
    const loop = driving();
    const { state } = loop.trip(1);
    expect(state.granted).toEqual(STILL);
    const [first, ...others] = loop.run(100);
    expect(first).toMatchObject({
      safety: 'stopped',
      cause: { kind: 'deadManTripped', what: WHY },
      duties: STILL,
      faults: [{ at: 1, kind: 'deadManTripped', what: WHY }],
    });
    for (const { safety, duties } of others)
      expect({ safety, duties }).toEqual({ safety: 'stopped', duties: STILL });
  });

  it('drives on after an operator has armed it, from rest', () => {
    const loop = driving();
    loop.trip(1);
    loop.run(50);
    loop.say({ kind: 'arm' });
    const [first] = loop.run(1);
    expect(first).toMatchObject({ safety: 'driving', cause: null });
    expect(first?.granted.left).toBeLessThanOrEqual(0.02 + 1e-9);
    expect(loop.last(100).granted.left).toBeGreaterThan(0.4);
  });

  it('is not armed while it still rolls, and not by `resume`, `clear`, a mission or a stick', () => {
    const loop = driving();
    loop.trip(1);
    loop.say({ kind: 'arm' });
    loop.say({ kind: 'resume' });
    loop.say({ kind: 'clear' });
    loop.say({ kind: 'teleop', twist: { linear: 0.3, angular: 0 } });
    expect(loop.last(20)).toMatchObject({ safety: 'stopped', duties: STILL });
  });

  it('says how often it has happened, whatever else has', () => {
    const loop = driving();
    loop.fold({ kind: 'inputEnded', input: 'targets', why: 'gone' });
    for (const times of [1, 2, 3]) {
      loop.trip(2 * times - 1);
      expect(loop.last(50).cause?.what).toBe(times === 1 ? WHY : `${WHY}; this has happened ${times} times`);
      loop.say({ kind: 'arm' });
      expect(loop.last(50).safety).toBe('driving');
    }
    expect(loop.last(1).faults.map(({ kind }) => kind)).toEqual([
      'inputEnded',
      ...Array(3).fill('deadManTripped'),
    ]);
  });

  it('leaves a latched fault as it is', () => {
    const loop = driving();
    loop.fold({ kind: 'lost', why: 'it is gone' });
    loop.trip(1);
    expect(loop.last(1)).toMatchObject({
      safety: 'faulted',
      cause: { what: 'the body was lost: it is gone' },
    });
  });

  it('at a time that is not a number stops its robot all the same', () => {
    const loop = driving();
    loop.trip(Number.NaN);
    expect(loop.last(1)).toMatchObject({ safety: 'faulted', duties: STILL });
  });

  it('after a stall is a latched fault: an operator clears it, and then arms the robot', () => {
    const loop = driving();
    loop.hear({ kind: 'tripped', at: 1, cause: 'stall', why: 'the left wheel' });
    expect(loop.last(50)).toMatchObject({
      safety: 'faulted',
      cause: { kind: 'wheelStands', what: 'the left wheel' },
      duties: STILL,
      faults: [{ at: 1, kind: 'wheelStands', causes: ['encoderStuck', 'motorDead', 'wheelsBlocked'] }],
    });
    loop.say({ kind: 'arm' });
    expect(loop.last(20)).toMatchObject({ safety: 'faulted', duties: STILL });
    loop.say({ kind: 'clear' });
    expect(loop.last(20)).toMatchObject({ safety: 'stopped', duties: STILL });
    loop.say({ kind: 'arm' });
    expect(loop.last(100)).toMatchObject({ safety: 'driving', cause: null });
  });

  it("for a fault of a motor's chip is a latched fault with its words", () => {
    const loop = driving();
    loop.hear({ kind: 'tripped', at: 1, cause: 'motorDriver', why: 'the chip of the left motor' });
    expect(loop.last(50)).toMatchObject({
      safety: 'faulted',
      duties: STILL,
      faults: [{ at: 1, kind: 'motorDriverFault', what: 'the chip of the left motor' }],
    });
    loop.say({ kind: 'arm' });
    expect(loop.last(20)).toMatchObject({ safety: 'faulted', duties: STILL });
    loop.say({ kind: 'clear' });
    loop.say({ kind: 'arm' });
    expect(loop.last(100)).toMatchObject({ safety: 'driving', cause: null });
  });

  it('while the robot waits for its sensors is not armed again by itself', () => {
    const model = prepareModel(BARE, seek({ target: [100, 0] }));
    const start = { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 };
    const auto = new AutoArm(model, new FakeDriver());
    const said: string[] = [];
    auto.commands$.subscribe(({ kind }) => said.push(kind));
    const waiting = asWaiting(startLoop(model, start));
    const tripped = receive(model, waiting, {
      kind: 'reading',
      reading: { kind: 'tripped', at: 0, cause: 'silence', why: WHY },
    });
    const { state, tick } = receive(model, tripped.state, { kind: 'clock', at: 0, lostPeriods: 0 });
    expect(tick?.cause).toEqual({ kind: 'deadManTripped', what: WHY });
    auto.look({ state, tick: tick as Tick });
    expect(said).toEqual([]);
  });
});
