import { describe, expect, it } from 'vitest';
import {
  describeMap,
  faultsOf,
  formatBlindSides,
  formatClock,
  formatFactor,
  formatFixed,
  formatInput,
  formatLabel,
  formatLink,
  formatQuantity,
  formatShortfall,
  formatState,
} from '../../../src/dashboard/page/format.js';
import type { SensorDefinition } from '../../../src/kit/sensors/index.js';
import { viewOfRobot } from '../../../src/session/robotView.js';
import type { Tick } from '../../../src/signals/signals.js';
import { benchmarkBody, missionOf } from '../../support/runs.js';
import { at, frame, placed, robot, rolling, scene, tick } from '../../support/viewFixtures.js';
import { frameOf, tickOf } from './views.js';

describe('numbers in words', () => {
  it('have their digits, a true minus, and none before zero', () => {
    expect(formatFixed(1.234, 2)).toBe('1.23');
    expect(formatFixed(-1.235, 1)).toBe('−1.2');
    expect(formatFixed(-0.001, 2)).toBe('0.00');
  });

  it('that are unknown are a dash without unit', () => {
    for (const value of [undefined, null, Number.NaN, Number.POSITIVE_INFINITY])
      expect(formatQuantity(value, 2, 'V')).toBe('–');
  });

  it('that are times have two digits', () => {
    expect([0.35284603741736564, 0.9, 1, 12.34].map(formatFactor)).toEqual([
      '0.35 ×',
      '0.90 ×',
      '1.0 ×',
      '12 ×',
    ]);
  });

  it('that fall short of what was asked for are told', () => {
    const pace = { paused: false, speed: 2, lateness: 0, lostPeriods: 0 };
    expect(formatShortfall({ ...pace, reached: 0.3528 })).toBe('0.35 ×');
    for (const reached of [2.1, 1.98]) expect(formatShortfall({ ...pace, reached })).toBe('');
    expect(formatShortfall(pace)).toBe('');
  });

  it('carry their unit, if they have one', () => {
    expect(formatQuantity(7.4, 1, 'V')).toBe('7.4 V');
    expect(formatQuantity(3, 0, '')).toBe('3');
  });
});

const atRest = { ...tickOf({}).estimate, wheels: { left: 0, right: 0.001 } };

describe('the state in words', () => {
  it.each([
    [{}, 'driving by mission'],
    [{ arrived: true }, 'driving by mission, arrived'],
    [{ arrived: true, estimate: atRest }, 'standing, arrived'],
    [{ mode: 'manual', arrived: true }, 'driving by hand'],
    [{ safety: 'stopped', mode: 'manual' }, 'stopped'],
    [{ safety: 'faulted' }, 'faulted'],
    [{ safety: 'faulted', cause: { kind: 'batteryDead', what: 'the battery is empty' } }, 'faulted'],
    [
      { safety: 'stopped', cause: { kind: 'timeLimit', what: 'the time limit of 5 s is reached' } },
      'stopped: the time limit of 5 s is reached',
    ],
    [
      { safety: 'braking', cause: { kind: 'fence', what: 'the fence is reached' } },
      'braking: the fence is reached',
    ],
    [{ hold: 'something is in the way' }, 'driving by mission (something is in the way)'],
    [{ hold: 'half the speed', mode: 'manual' }, 'driving by hand (half the speed)'],
  ] as const)('%o is %s', (told, words) => {
    expect(formatState(tickOf(told))).toBe(words);
  });

  it('of a mission that asks for nothing is that it waits, unless it is stopped or a hand drives', () => {
    expect(formatState(tickOf({}), true)).toBe('waiting: click where to go, or drive by hand');
    expect(formatState(tickOf({ mode: 'manual' }), true)).toBe('driving by hand');
    expect(formatState(tickOf({ safety: 'stopped' }), true)).toBe('stopped');
  });

  it('of an old recording, which tells no reasons, is the state alone', () => {
    const { cause: _, hold: __, ...old } = tickOf({ safety: 'stopped' });
    expect(formatState(old as Tick)).toBe('stopped');
    expect(formatState({ ...old, safety: 'driving' } as Tick)).toBe('driving by mission');
  });

  it('is unknown before the first tick', () => {
    expect(formatState(undefined)).toBe('no data yet');
  });
});

describe('faults', () => {
  it('are those of every robot, with whose they are', () => {
    const fault = { at: 2, kind: 'rangeSilent' as const, what: 'no echo' };
    const frame = frameOf({ a: tickOf({}), b: tickOf({ faults: [fault] }) });
    expect(faultsOf(frame)).toEqual([{ robot: 'b', holds: false, ...fault }]);
    const stopped = frameOf({
      b: tickOf({ safety: 'faulted', cause: { kind: 'rangeSilent', what: 'no echo' }, faults: [fault] }),
    });
    expect(faultsOf(stopped)).toEqual([{ robot: 'b', holds: true, ...fault }]);
    expect(faultsOf(null)).toEqual([]);
  });
});

describe('link and clock in words', () => {
  it('the link says which and why', () => {
    expect(formatLink({ state: 'connected', words: 'uno on ttyACM0' })).toBe('Connected: uno on ttyACM0');
    expect(formatLink({ state: 'lost', words: 'no reply' })).toBe('Lost: no reply');
    expect(formatLink({ state: 'simulated', words: '' })).toBe('Simulated');
    expect(formatLink(undefined)).toBe('No robot yet');
  });

  it('the link says nothing twice', () => {
    expect(formatLink({ state: 'simulated', words: 'simulated' })).toBe('Simulated');
    expect(formatLink({ state: 'connected', words: 'connected: uno' })).toBe('Connected: uno');
  });

  it('the clock of a simulation is said to be one', () => {
    expect(formatClock(frameOf({}))).toBe('simulated time');
  });

  it('the clock says how late it is and what it lost', () => {
    const pace = { paused: false, speed: 1, lateness: 0.0012, lostPeriods: 1 };
    const link = { state: 'connected', words: 'uno' } as const;
    expect(formatClock(frameOf({}, { pace, link }))).toBe('1.2 ms late, 1 period lost');
    expect(formatClock(null)).toBe('0.0 ms late, 0 periods lost');
  });
});

describe('a number in a field', () => {
  it('is written without noise, and as exactly as it was meant', () => {
    expect(formatInput(0.1 + 0.2)).toBe('0.3');
    expect(formatInput(0.0157)).toBe('0.0157');
    expect(formatInput(250)).toBe('250');
    expect(formatInput(-0.05)).toBe('-0.05');
  });

  it('is empty for NaN', () => {
    expect(formatInput(Number.NaN)).toBe('');
  });
});

describe('a label', () => {
  it('is written in words', () => {
    expect(formatLabel('responseTime')).toBe('response time');
    expect(formatLabel('avoidObstacles 2 · minTimeToCollision')).toBe(
      'avoid obstacles 2 · min time to collision',
    );
    expect(formatLabel('speed')).toBe('speed');
  });
});

const mission = missionOf({ wander: {} });
const withSensors = (...sensors: Partial<SensorDefinition>[]) =>
  viewOfRobot('a', {
    robot: {
      ...benchmarkBody('b'),
      sensors: sensors.map((sensor, i) => ({
        ...{ id: `${i}`, type: 'sonar', at: [0, 0] as const, facing: 0 },
        ...sensor,
      })),
    },
    mission,
  });
const deg = (angle: number) => (angle * Math.PI) / 180;

describe('what a robot does not see', () => {
  it.each<[Partial<SensorDefinition>[], string]>([
    [[], 'no range sensor'],
    [[{ type: 'bumper' }], 'no range sensor'],
    [[{ type: 'mpu6050' }], 'no range sensor'],
    [[{}], 'not left, right, behind: ≤ 0.1 m/s there'],
    [[{ facing: deg(180) }], 'not front, left, right: ≤ 0.1 m/s there'],
    [[{ type: 'gp2y0a21', facing: deg(45) }], 'not right, behind: ≤ 0.1 m/s there'],
    [[{ facing: deg(40) }, { facing: deg(-40) }], 'not behind: ≤ 0.1 m/s there'],
    [[{ type: 'lidar', fieldOfView: deg(270) }], 'not behind: ≤ 0.1 m/s there'],
    [[{ type: 'lidar', fieldOfView: deg(280) }], ''],
    [[{ type: 'lidar', fieldOfView: deg(90) }], 'not left, right, behind: ≤ 0.1 m/s there'],
    [[{ type: 'lidar', fieldOfView: deg(360) }], ''],
  ])('of sensors %o is: %s', (sensors, words) => {
    expect(formatBlindSides(withSensors(...sensors))).toBe(words);
  });

  it('is not said before a robot is known', () => {
    expect(formatBlindSides(undefined)).toBe('');
  });
});

describe('the collision monitor', () => {
  it('is told of where it is off, and only there', () => {
    const robot = benchmarkBody('b');
    expect(viewOfRobot('a', { robot, mission })).not.toHaveProperty('collisionMonitor');
    const off = { ...robot, safety: { collisionMonitor: 'off' } as const };
    expect(viewOfRobot('a', { robot: off, mission }).collisionMonitor).toBe('off');
  });
});

describe('the map in words', () => {
  it('says where the robot is, where it faces, how fast it is and how far from its target', () => {
    const pose = at(1.2, 0.4, deg(30));
    const robots = [robot('scout', { mission: { behavior: 'seek', parameters: { target: [2, 0.4] } } })];
    expect(
      describeMap(scene({ robots }), frame([placed('scout', pose, { tick: rolling(pose, 0.31) })])),
    ).toBe('scout at 1.2 m, 0.4 m, heading 30°, 0.31 m/s, 0.8 m from its target.');
  });

  it('says what pushes it most, and that it is off its path', () => {
    const contributions = [
      { behavior: 'seek', force: { x: 0.1, y: 0 }, marks: [] },
      { behavior: 'avoidObstacles', force: { x: 0, y: -0.3 }, marks: [] },
    ];
    const robots = [robot('a', { mission: { behavior: 'wander', parameters: {} } })];
    const steered = { ...tick(at(0, 0)).steered, force: { x: 0.1, y: -0.3 } };
    const words = (more: Parameters<typeof tick>[1]) => {
      const told = tick(at(0, 0), { contributions, steered, ...more });
      return describeMap(
        scene({ robots }),
        frame([placed('a', at(0, 0), { tick: told, crossTrack: -0.02 })]),
      );
    };
    for (const nothing of [
      { mode: 'manual' },
      { safety: 'stopped' },
      { steered: tick(at(0, 0)).steered },
    ] as const)
      expect(words(nothing)).not.toContain('pushes');
    expect(words({})).toBe(
      'a at 0.0 m, 0.0 m, heading 0°, 0.00 m/s, 0.02 m right of its path, avoidObstacles pushes it to −90°.',
    );
  });

  it('says that it is stopped, by whom it is driven, that it has arrived', () => {
    const words = (more: Parameters<typeof tick>[1]) =>
      describeMap(scene(), frame([placed('a', at(0, 0), { tick: tick(at(0, 0), more) })]));
    expect(words({ safety: 'stopped' })).toContain(', stopped.');
    expect(words({ safety: 'faulted' })).toContain(', stopped by a fault.');
    expect(words({ mode: 'manual' })).toContain(', driven by hand.');
    expect(words({ arrived: true })).toContain(', arrived.');
  });

  it('tells of the one that is meant, counts the others, and no ghost', () => {
    const robots = [robot('shade', { ghost: true }), robot('a'), robot('b'), robot('c')];
    const now = frame([
      placed('shade', at(0, 0)),
      placed('a', at(1, 0), { tick: rolling(at(1, 0), 0.2) }),
      placed('b', at(2, 0), { tick: tick(at(2, 0), { safety: 'stopped' }) }),
      placed('c', at(3, 0)),
    ]);
    expect(describeMap(scene({ robots }), now)).toMatch(
      /^a at 1\.0 m.*\. 2 other robots, 0 moving, 1 stopped\.$/,
    );
    expect(describeMap(scene({ robots }), now, 'b')).toMatch(/^b at 2\.0 m.*\. 2 other robots, 1 moving\.$/);
  });

  it('has words where there is nothing yet', () => {
    expect(describeMap(null, null)).toBe('Nothing runs yet.');
    expect(describeMap(scene(), null)).toBe('test: no robot is known yet.');
    expect(describeMap(scene(), frame([]))).toBe('test: no robot is known yet.');
  });

  it('has no zero below zero', () => {
    expect(describeMap(scene(), frame([placed('a', at(-0.001, 0))]))).toContain('a at 0.00 m, 0.0 m');
  });
});
