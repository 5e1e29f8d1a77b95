/** A robot without range sensors that was given a map: it stops before what stands there, whatever its mission wants. */
import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { LockStep } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { IN_THE_WAY, PUSH_SPEED } from '../../src/safety/collisionMonitor.js';
import type { Command, Twist } from '../../src/signals/signals.js';
import { THOROUGH } from '../support/effort.js';

const WORLDS = {
  'a post': { circles: [{ at: [1, 0.03], radius: 0.1 }] },
  'a thin post at its side': { circles: [{ at: [1, 0.07], radius: 0.01 }] },
  'a wall': {
    walls: [
      [
        [1, -1],
        [1, 1],
      ],
    ],
  },
  'a wall at a slant': {
    walls: [
      [
        [0.7, -1],
        [1.3, 1],
      ],
    ],
  },
  'the end of a wall': {
    walls: [
      [
        [1, 0.04],
        [1, 2],
      ],
    ],
  },
};
const MISSIONS = {
  seek: { seek: { target: [3, 0] } },
  arrive: { arrive: { target: [2, 0.2] } },
  followPath: {
    followPath: {
      path: [
        [0, 0],
        [1.5, 0],
        [3, 0.5],
      ],
    },
  },
};

interface Driven {
  readonly contacts: number;
  /** Its own speed towards what it touched, the greatest [m/s]. */
  readonly hardest: number;
  /** How far it came. */
  readonly x: number;
  readonly held: boolean;
}

function drive(robot: RobotDefinition, world: object, mission: object, stick?: Twist): Driven {
  let held = false;
  const commands$ = new Subject<Command>();
  const run = new LockStep(
    scenario({
      name: 'mapped',
      duration: 8,
      sensing: 'truth',
      world,
      robots: [{ id: 'a', robot, at: { x: 0, y: 0, heading: 0 }, mission }],
    }),
    {
      commands$,
      onTick: (_, __, { hold }) => {
        held ||= hold === IN_THE_WAY;
      },
    },
  );
  while (!run.isOver) {
    if (stick) commands$.next({ kind: 'teleop', twist: stick });
    run.control();
    run.advance(8);
  }
  const hardest = Math.max(0, ...run.world.touchesOf('a').map(({ speed }) => speed));
  const driven = { contacts: run.world.contactsOf('a'), hardest, x: run.world.poseOf('a').x, held };
  run.close();
  return driven;
}

const scout = loadRobot('scout');
const atRate = (rate: number, latency = scout.control.latency): RobotDefinition => ({
  ...scout,
  sensors: [],
  control: { ...scout.control, rate, latency, deadMan: 0.5 },
});

const RATES = [10, 50, 100];

describe.each(Object.entries(WORLDS))('before %s', (worldName, world) => {
  it.each(Object.entries(MISSIONS))('%s stops, and touches nothing', (missionName, mission) => {
    // In `npm test` one for each pair, and each for some.
    const place = worldName.length + missionName.length;
    for (const rate of THOROUGH ? RATES : RATES.filter((_, i) => i === place % RATES.length)) {
      const driven = drive(atRate(rate), world, mission);
      expect({ rate, ...driven }).toMatchObject({ rate, contacts: 0, held: true });
      expect(driven.x).toBeGreaterThan(0.5);
    }
  });
});

it('with the monitor off it touches what it knows', () => {
  const bold = { ...atRate(50), safety: { collisionMonitor: 'off' as const } };
  expect(drive(bold, WORLDS['a wall'], MISSIONS.seek)).toMatchObject({ held: false });
  expect(drive(bold, WORLDS['a wall'], MISSIONS.seek).contacts).toBeGreaterThan(0);
});

it('does not hold where the map has nothing in its way', () => {
  const aside = {
    walls: [
      [
        [-1, 0.12],
        [3, 0.12],
      ],
    ],
  };
  const driven = drive(atRate(50), aside, MISSIONS.seek);
  expect(driven).toMatchObject({ contacts: 0, held: false });
  expect(driven.x).toBeGreaterThan(2.9);
});

it.each([0.101, 0.105, 0.11, 0.12])('begins %d m beside a wall, and drives along it', (off) => {
  for (const start of [-1, -0.987, -0.973]) {
    const beside = {
      walls: [
        [
          [start, off],
          [3, off],
        ],
      ],
    };
    const { contacts, x } = drive(atRate(50), beside, MISSIONS.seek);
    expect({ start, contacts, x }).toMatchObject({ start, contacts: 0 });
    expect(x).toBeGreaterThan(2.9);
  }
});

it.each([1, -1])('stops under the stick, too: %d', (way) => {
  const stick = { linear: 0.5 * way, angular: 0 };
  const walls = [
    [
      [way, -1],
      [way, 1],
    ],
  ];
  for (const rate of [10, 50, 100]) {
    const driven = drive(atRate(rate), { walls }, MISSIONS.seek, stick);
    expect({ rate, ...driven }).toMatchObject({ rate, contacts: 0, held: true });
    expect(way * driven.x).toBeGreaterThan(0.5);
  }
});

/** Ways of a thing that goes to and fro, and the robot's own speed when they touch, at most [m/s]. */
const MOVERS = {
  'across its way': {
    most: PUSH_SPEED,
    waypoints: [
      [1, -0.7],
      [1, 0.7],
    ],
  },
  'towards it': {
    most: PUSH_SPEED,
    waypoints: [
      [2.5, 0.02],
      [0.6, 0.02],
    ],
  },
  // The monitor counts on it to brake, as a person does; this one drives into the side of a robot that is braking.
  'at a slant': {
    most: 1.5 * PUSH_SPEED,
    waypoints: [
      [1.8, 0.9],
      [0.5, -0.6],
    ],
  },
};

describe.each(Object.entries(MOVERS))('what the map says moves %s', (_, { most, waypoints }) => {
  it.each([0.1, 0.3, 0.6])('at %d m/s is pushed at most', (speed) => {
    for (const rate of [10, 50, 100]) {
      const movers = [{ id: 'cart', waypoints, speed, radius: 0.1, solid: true }];
      const { hardest } = drive(atRate(rate), { movers }, MISSIONS.arrive);
      expect(hardest, `${rate} Hz`).toBeLessThanOrEqual(most);
    }
  });
});
