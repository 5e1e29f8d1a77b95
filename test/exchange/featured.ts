/** What each scene shows that its file does not say, for the exchanges. */
import type { RobotSpec, Scenario } from '../../sim/scenario/scenario.js';
import { asRoot, dropped, type Featured, instead, leaf, tuned } from './exchanges.js';

/** Other robots in place of those of a scene. */
const robots =
  (change: (spec: RobotSpec, all: readonly RobotSpec[]) => RobotSpec) =>
  (scenario: Scenario): Scenario => ({
    ...scenario,
    robots: scenario.robots.map((spec) => change(spec, scenario.robots)),
  });

const steered = (steering: 'direct' | 'force') =>
  robots((spec) => ({ ...spec, robot: { ...spec.robot, control: { ...spec.robot.control, steering } } }));

/** Every robot as the last one, and the other way round, at their own places. */
const bodiesReversed = robots((spec, all) => ({
  ...spec,
  robot: (all[all.length - 1 - all.indexOf(spec)] as RobotSpec).robot,
}));

const bodiesEqual = robots((spec, all) => ({ ...spec, robot: (all[0] as RobotSpec).robot }));

const modes = (...names: readonly string[]): NonNullable<Featured['others']> =>
  Object.fromEntries(names.map((mode) => [`queue: ${mode}`, tuned('queue', { mode })]));

const WALLS_HINDER = 'the walls make it hard: without them who avoids the others only has it easier';

export const FEATURED: Readonly<Record<string, Featured>> = {
  seek: { changes: { 'without a force': steered('direct') } },
  mass: { changes: { 'masses equal': bodiesEqual, 'masses reversed': bodiesReversed } },
  'arrive-profiles': {
    others: { 'one profile': tuned('arrive', { profile: 'braking' }) },
  },
  prioritize: { others: { 'blend for prioritize': asRoot('blend') } },
  blend: { others: { 'prioritize for blend': asRoot('prioritize') } },
  budget: {
    others: { 'prioritize for budget': asRoot('prioritize'), 'blend for budget': asRoot('blend') },
  },
  dither: {
    others: { 'without wandering': dropped('wander'), 'prioritize for dither': asRoot('prioritize') },
  },
  light: {
    others: {
      'wirings exchanged': instead('seekLight', ({ wiring }) =>
        leaf('seekLight', { wiring: wiring === 'crossed' ? 'uncrossed' : 'crossed' }),
      ),
    },
  },
  circle: {
    others: {
      'the other way round': instead('circle', ({ side, ...rest }) => ({
        behavior: 'circle',
        parameters: { ...(rest as object), side: side === 'left' ? 'right' : 'left' },
      })),
    },
  },
  doorway: {
    without: { 'world emptied': WALLS_HINDER },
    others: modes('none', 'hardStop', 'brake', 'brakeAndHardStop'),
  },
  'doorway-zipper': { others: modes('none', 'brakeHardStopAndSeparate') },
  errand: { others: { 'straight home': tuned('home', { by: 'straight' }) } },
  'loose-wire': {
    without: {
      wander: 'every mission that drives notices the fault',
      ahead: 'every mission that drives notices the fault',
      'seek for arrive': 'every mission that drives notices the fault',
    },
    changes: { 'without the fault': (scenario) => ({ ...scenario, faults: [] }) },
  },
  station: { without: { 'world emptied': WALLS_HINDER } },
  'two-streams': { without: { 'world emptied': WALLS_HINDER } },
  playground: {
    without: {
      'no avoidObstacles': 'its first pointer moves where the way is free',
      'seek for arrive':
        'its first pointer never stands: they differ where one stops, as `seek` and `arrive` show',
    },
  },
  wagons: { robots: ['first', 'second', 'third', 'fourth'] },
  'one-path': { others: { 'no separate': dropped('separate') } },
  hide: { robots: ['hider'] },
  interpose: { robots: ['guard'] },
  'offset-pursue': { robots: ['left', 'right'] },
  'follow-leader': { robots: ['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8'] },
  wander: {
    without: { wander: 'it is what the scene shows' },
    others: {
      'the other wander': (_, { id }) =>
        id === 'restless' ? leaf('wander') : leaf('wander', { radius: '150 mm', jitter: '300 mm' }),
    },
  },
};
