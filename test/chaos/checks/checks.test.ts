import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { beamOf } from '../../../src/sensors/beam.js';
import type { Command, SafetyState, Tick } from '../../../src/signals/signals.js';
import { PLANT } from '../../sim/bodies.js';
import type { AnyFault } from '../disturbances.js';
import { type Check, type Moment, Struck, type Subject } from '../moment.js';
import { ContactWatch } from './contacts.js';
import { deadlines } from './deadline.js';
import { badBehaviorFaults, faultsAtOnce, refusesToArmInMotion } from './faulting.js';
import { comesToRest, latched } from './latch.js';
import { withinLimits } from './limits.js';
import { finiteNumbers } from './numbers.js';
import { holdsWhenBlind, obeysBattery, stopsForLostTarget } from './sensorFaults.js';
import { noticesWheelFaults } from './wheelFaults.js';

const SCOUT = loadRobot('scout');
const ORIGIN = { x: 0, y: 0, heading: 0 };
const REST = { left: 0, right: 0 };

const subjectOf = (faults: readonly AnyFault[] = [], robot = SCOUT): Subject => ({
  id: 'a',
  robot,
  plant: PLANT,
  struck: new Struck(faults, 'a'),
  sensing: 'odometry',
});

interface Drawn extends Partial<Omit<Moment, 'tick' | 'said'>> {
  readonly granted?: { readonly left: number; readonly right: number };
  readonly safety?: SafetyState;
  readonly mode?: Tick['mode'];
  readonly duty?: number;
  /** How far the robot's clock is ahead of the run. */
  readonly ahead?: number;
  readonly said?: readonly Command['kind'][];
}

/** The duty of Scout's motors at a rim speed. */
const dutyOf = (speed: number) =>
  speed === 0 ? 0 : Math.sign(speed) * (0.08 + (0.92 * Math.abs(speed)) / 0.6);

function moment({
  granted = REST,
  safety = 'driving',
  mode = 'auto',
  duty,
  ahead = 0,
  said = [],
  ...rest
}: Drawn): Moment {
  const { at = 0 } = rest;
  const duties = { left: duty ?? dutyOf(granted.left), right: duty ?? dutyOf(granted.right) };
  const estimate = { pose: ORIGIN, predicted: ORIGIN, wheels: REST };
  const tick = {
    at: at + ahead,
    safety,
    mode,
    granted,
    duties,
    estimate,
    hold: null,
    faults: [],
    contributions: [],
  };
  const commands = said.map((kind) => ({ kind }) as Command);
  const still = { pose: ORIGIN, wheels: REST, motorsOff: safety !== 'driving', robot: SCOUT };
  const usual = { regular: true, mustFault: null, placed: false };
  return { ...still, ...usual, ...rest, at, said: commands, tick: tick as unknown as Tick };
}

/** What a check says of ticks at 50 Hz, the first words of each. */
const told = (check: Check, moments: readonly Drawn[]): string[] =>
  moments.flatMap((drawn, i) => check.tick(moment({ at: i / 50, ...drawn })) ?? []);

const during = (seconds: number, drawn: Drawn): Drawn[] => Array.from({ length: 50 * seconds }, () => drawn);
const both = (speed: number) => ({ left: speed, right: speed });

describe('the check of', () => {
  it('numbers finds one that is not finite, wherever it is', () => {
    expect(told(finiteNumbers(), [{}, { granted: { left: Number.NaN, right: 0 }, duty: 0 }])).toEqual([
      '.granted.left is not a finite number',
    ]);
  });

  it('deadlines finds a tick that is late, unless the clock is disturbed', () => {
    expect(told(deadlines(), [{ at: 0 }, { at: 0.02 }, { at: 0.06 }])).toHaveLength(1);
    expect(told(deadlines(), [{ at: 0 }, { at: 0.02, regular: false }, { at: 0.06 }])).toEqual([]);
  });

  it('limits finds a duty, a speed, an acceleration and a hand that are too much', () => {
    expect(told(withinLimits(), [{ duty: 1.01 }])).toEqual(['the left duty is 1.01']);
    expect(told(withinLimits(), [{}, { granted: both(0.02) }, { granted: both(0.04) }])).toEqual([]);
    expect(told(withinLimits(), [{}, { granted: both(0.03) }])[0]).toMatch(/goes from 0 to 0.03/);
    expect(told(withinLimits(), [{ granted: both(0.5) }, { granted: both(0.51) }])[0]).toMatch(
      /the limit is 0.5/,
    );
    const stoppedAndArmed: Drawn = { granted: both(0.02), said: ['stop', 'arm'] };
    expect(told(withinLimits(), [{ granted: both(0.4) }, stoppedAndArmed])).toEqual([]);
    const byHand = { mode: 'manual', granted: both(0.31) } as const;
    expect(told(withinLimits(), [{ granted: both(0.3) }, byHand])[0]).toMatch(/driven by hand/);
    expect(told(withinLimits(), [{ granted: both(0.2), duty: dutyOf(0.3) }])[0]).toMatch(/is granted/);
  });

  it('the latch finds a robot that drives on without being armed, or after a fault without being cleared', () => {
    const stopped = { safety: 'stopped' } as const;
    const faulted = { safety: 'faulted' } as const;
    expect(told(latched(), [stopped, {}])[0]).toMatch(/without being armed/);
    expect(told(latched(), [stopped, { said: ['arm'] }])).toEqual([]);
    expect(told(latched(), [faulted, { said: ['arm'] }])[0]).toMatch(/not cleared/);
    expect(told(latched(), [faulted, { ...stopped, said: ['clear'] }, { said: ['arm'] }])).toEqual([]);
    expect(told(latched(), [{}, { said: ['stop'] }])[0]).toMatch(/without being armed/);
    expect(told(latched(), [{ ...faulted, motorsOff: false }])).toEqual([
      'the motors have power while faulted',
    ]);
    expect(told(latched(), [{ ...stopped, granted: both(0.1) }])[0]).toMatch(/granted/);
    const late = [stopped, { ...stopped, said: ['arm'] }, {}] as const;
    expect(told(latched({ boards: true }), late)).toEqual([]);
    expect(told(latched(), late)).toHaveLength(1);
  });

  it('rest finds wheels that turn on', () => {
    const turning = { safety: 'faulted', wheels: both(0.1) } as const;
    expect(told(comesToRest(subjectOf()), during(1, turning))).toEqual([]);
    expect(told(comesToRest(subjectOf()), during(4, turning)).length).toBeGreaterThan(0);
  });

  it('bad input finds a robot that drives on after it', () => {
    expect(told(faultsAtOnce(), [{ mustFault: 'readingNaN', safety: 'faulted' }, {}])).toEqual([]);
    expect(told(faultsAtOnce(), [{ mustFault: 'readingNaN' }])).toEqual([
      'driving in the tick after readingNaN',
    ]);
    const throws = subjectOf([{ fault: 'behaviorThrows', robot: 'a', at: 0.1 }]);
    const drives = { granted: both(0.2) };
    expect(told(badBehaviorFaults(throws), during(1, drives)).length).toBeGreaterThan(0);
    // The scenario's faults go by the run's time, whatever the robot's clock says.
    expect(told(badBehaviorFaults(throws), during(0.08, { ...drives, ahead: 2 }))).toEqual([]);
    const answers = subjectOf([{ upset: 'behaviorNaN', robot: 'a', at: 2.1, for: 1 }]);
    expect(told(badBehaviorFaults(answers), during(1, { ...drives, ahead: 2 })).length).toBeGreaterThan(0);
  });

  it('arming finds a robot that is armed while its wheels turn', () => {
    const moving = { wheels: both(0.2) };
    expect(told(refusesToArmInMotion(subjectOf()), [{ ...moving, safety: 'stopped' }, moving])).toHaveLength(
      1,
    );
    expect(told(refusesToArmInMotion(subjectOf()), [{ safety: 'stopped' }, {}])).toEqual([]);
  });
});

describe('a fault that is not noticed is found', () => {
  const driving = { granted: both(0.3), wheels: both(0.3) };
  const unnoticed = (
    check: (subject: Subject) => Check,
    fault: AnyFault,
    robot = SCOUT,
    drawn: Drawn = driving,
  ) => {
    const subject = subjectOf([fault], robot);
    expect(
      told(check(subject), [...during(2, drawn), ...during(1, { safety: 'faulted' })].slice(0, 20)),
    ).toEqual([]);
    return told(check(subjectOf([fault], robot)), during(5, drawn)).length;
  };

  it('of an encoder, a motor and a wheel', () => {
    for (const fault of ['encoderStuck', 'encoderReversed', 'motorDead', 'wheelsBlocked'] as const)
      expect(unnoticed(noticesWheelFaults, { fault, robot: 'a', at: 1 })).toBeGreaterThan(0);
    const turning = { granted: { left: 0.1, right: 0.3 } };
    const swapped = { fault: 'encodersSwapped', robot: 'a', at: 1 } as const;
    expect(unnoticed(noticesWheelFaults, swapped, SCOUT, turning)).toBeGreaterThan(0);
    expect(unnoticed(noticesWheelFaults, swapped)).toBe(0);
    // Of a turn on the spot, only encoders with two channels tell which way it is.
    const spinning = { granted: { left: -0.3, right: 0.3 } };
    const redbot = loadRobot('sparkfun-redbot');
    expect(unnoticed(noticesWheelFaults, swapped, SCOUT, spinning)).toBeGreaterThan(0);
    expect(unnoticed(noticesWheelFaults, swapped, redbot, spinning)).toBe(0);
    expect(unnoticed(noticesWheelFaults, swapped, redbot, turning)).toBeGreaterThan(0);
    const on = { granted: both(0.1), wheels: both(0.6) };
    expect(
      unnoticed(noticesWheelFaults, { fault: 'motorStuckOn', robot: 'a', at: 1 }, SCOUT, on),
    ).toBeGreaterThan(0);
  });

  it('of a wheel that is told less than twice its breakaway within two seconds: it may only be stiff', () => {
    const stiff = { ...SCOUT, motors: { ...SCOUT.motors, breakaway: 0.15 } };
    const dead = { fault: 'motorDead', robot: 'a', at: 1 } as const;
    const late = (robot: RobotDefinition, granted: number) =>
      unnoticed(noticesWheelFaults, dead, robot, { granted: both(granted), wheels: both(0) });
    const at50Hz = (seconds: number) => 50 * seconds;
    expect(late(SCOUT, 0.3) - late(stiff, 0.3)).toBeCloseTo(at50Hz(1.5), -1);
    expect(late(stiff, 0.32)).toBe(late(SCOUT, 0.32));
  });

  it('of a range sensor, while the robot drives where it looks', () => {
    const blind = { fault: 'rangeBlind', robot: 'a', at: 1 } as const;
    expect(unnoticed(holdsWhenBlind, blind)).toBeGreaterThan(0);
    expect(unnoticed(holdsWhenBlind, blind, SCOUT, { granted: both(-0.3) })).toBe(0);
    expect(unnoticed(holdsWhenBlind, { ...blind, fault: 'rangeStuck' })).toBeGreaterThan(0);
  });

  it('of a battery and a target', () => {
    const robot = { ...SCOUT, battery: { pin: 'A1', divider: 2, low: 6 } };
    const low = { fault: 'batteryLow', robot: 'a', at: 1, level: 3 } as const;
    expect(unnoticed(obeysBattery, low, robot)).toBeGreaterThan(0);
    expect(unnoticed(obeysBattery, { ...low, level: 5.8 }, robot)).toBeGreaterThan(0);
    expect(unnoticed(obeysBattery, { ...low, level: 5.8 }, robot, { granted: both(0.2) })).toBe(0);
    const lost = { fault: 'targetLost', robot: 'a', at: 1 } as const;
    expect(unnoticed((subject) => stopsForLostTarget(subject, () => 'ball'), lost)).toBeGreaterThan(0);
    expect(unnoticed((subject) => stopsForLostTarget(subject, () => undefined), lost)).toBe(0);
  });
});

describe('a contact with a wall', () => {
  const WALL = { from: { x: 1, y: -1 }, to: { x: 1, y: 1 }, radius: 0 };

  /** Scout drives along x into a wall at 1 m. @param sees whether its sensor reports the wall */
  function drive(
    speed: number,
    {
      sees = true,
      faults = [] as AnyFault[],
      robot = SCOUT,
      wall = {},
      far = (x: number) => 1 - x - 0.08,
      heading = (_: number): number => 0,
      hears = (_: number): boolean => true,
    } = {},
  ) {
    let pose = { x: 0, y: 0, heading: 0 };
    let contacts = 0;
    const watch = new ContactWatch(subjectOf(faults, robot), {
      contacts: () => contacts,
      pose: () => pose,
      obstacles: () => [{ ...WALL, ...wall }],
      others: () => [],
    });
    for (let i = 0; i < 5000 && contacts === 0; i++) {
      const at = i / 200;
      pose = { ...pose, x: at * speed, heading: heading(at) };
      if (pose.x > 1 - SCOUT.chassis.radius) contacts = 1;
      if (i % 8 === 0 && sees && hears(at))
        watch.hear({ kind: 'range', at, sensor: 'front', distances: [far(pose.x)] }, at);
      if (i % 4 === 0)
        watch.tick({ ...moment({ at, pose }), tick: { ...moment({}).tick, estimate: { pose } as never } });
      const contact = watch.step(at);
      if (contact) return contact.kind;
    }
    return undefined;
  }

  it('is preventable if a healthy sensor saw it in time', () => {
    expect(drive(0.4)).toBe('preventable');
    expect(drive(0.08)).toBe('gentle');
    expect(drive(0.4, { sees: false })).toBe('without sight');
    expect(drive(0.4, { faults: [{ fault: 'rangeStuck', robot: 'a', at: 0.5 }] })).toBe('after a fault');
    expect(drive(0.4, { robot: { ...SCOUT, safety: { collisionMonitor: 'off' } } })).toBe('after a fault');
    expect(drive(0.4, { wall: { velocity: { x: -0.1, y: 0 } } })).toBe('with something that moves');
    // A sonar that looks at the wall at a slant hears nothing of the place that is touched.
    const sonar = (noise?: 'typical') => {
      const front = { id: 'front', type: 'sonar', at: [0.08, 0], facing: 0, fieldOfView: 2 } as const;
      return { ...SCOUT, sensors: [{ ...front, ...(noise && { noise }) }] };
    };
    expect(drive(0.4, { robot: sonar('typical') })).toBe('preventable');
    const wall = { from: { x: 0, y: -1 }, to: { x: 2, y: 1 } };
    // To the place that is touched.
    const aslant = { wall, far: (x: number) => Math.hypot(0.955 - x - 0.08, 0.045) };
    expect(drive(0.4, { robot: sonar('typical'), ...aslant })).toBe('without sight');
    expect(drive(0.4, { robot: sonar(), ...aslant })).toBe('preventable');
  });

  it('counts what a sensor saw from where it measured, not from where the reading came', () => {
    const [front] = SCOUT.sensors;
    const lag = front && beamOf(front)?.lag;
    if (!lag) throw new Error('the eye of scout has cycles of its own');
    // It swings past the wall, and looked straight ahead when it measured; or when the reading came.
    const swinging = (ahead: number) => (at: number) => (Math.abs(at - 1) < 0.15 ? 3 * (at - ahead) : 0);
    const once = { hears: (at: number) => at === 1, far: (x: number) => 1 - (x - 0.4 * lag) - 0.08 };
    expect(drive(0.4, { ...once, heading: swinging(1 - lag) })).toBe('preventable');
    expect(drive(0.4, { ...once, heading: swinging(1) })).toBe('without sight');
  });
});
