/** Checks beyond the schema: robots that start in contact, missions without sensors, faults without effect. */

import { type KeyPlace, nodePlace } from '../../src/config/mission/nodePlaces.js';
import type { PlacedValue } from '../../src/config/placedValue.js';
import { distance } from '../../src/math/geometry.js';
import { rangersOf } from '../../src/sensors/beam.js';
import { mountsOf } from '../../src/sensors/sensorFacts.js';
import { missingSensor, needsSight } from '../../src/steering/mission.js';
import { didYouMean, type FileFault, oneOf } from '../../src/validation/errors.js';
import type { KeyPath } from '../../src/validation/values.js';
import { POINTER } from '../engine/targetTruth.js';
import { roomIn } from '../world/solidThings.js';
import { ORIGIN, type RobotEntry } from './crowd.js';
import {
  type FaultSpec,
  hasStruckPart,
  refuseLinkFaults,
  STRUCK_PART,
  type StruckPart,
  struckSensors,
} from './faultSpec.js';
import { CONTACT_CRITERIA, type RobotSpec, type Scenario } from './scenario.js';

interface StartFault {
  /** Index of the scenario's robot. */
  readonly index: number;
  /** `found; allowed; cure`. */
  readonly message: string;
}

/** Robots with a given place that start inside something solid, or inside an earlier robot. */
export function blockedStarts(
  entries: readonly RobotEntry[],
  { world: spec, bodies }: Pick<Scenario, 'world' | 'bodies'>,
): StartFault[] {
  // Kinematic bodies pass through everything.
  if (bodies === 'kinematic') return [];
  const hasRoom = roomIn(spec);
  const earlier: Pick<RobotSpec, 'id' | 'at' | 'robot'>[] = [];
  return entries.flatMap(({ id, at = ORIGIN, inside: anywhere, robot, ghost }, index) => {
    if (anywhere) return [];
    const { radius } = robot.chassis;
    const near = (one: (typeof earlier)[number]) => distance(one.at, at) < one.robot.chassis.radius + radius;
    const other = ghost ? undefined : earlier.find(near);
    if (!ghost) earlier.push({ id, at, robot });
    const inside = other ? `robot '${other.id}'` : hasRoom(at, radius) ? undefined : 'an obstacle';
    if (inside === undefined) return [];
    return [
      { index, message: `robot '${id}' starts inside ${inside}; it needs ${radius} m all round; move it` },
    ];
  });
}

interface BlindMission {
  readonly path: KeyPath;
  /** Where in the mission; missing: anywhere. */
  readonly at?: KeyPlace;
  readonly message: string;
}

/** Missions that need sensors, of robots without them: they would drive into what they are to avoid, or stand. */
export function blindMissions(
  entries: readonly RobotEntry[],
  { sensing, missions = [] }: Pick<Scenario, 'sensing' | 'missions'>,
): BlindMission[] {
  return entries.flatMap(({ robot, mission }, index) => {
    const sees = sensing === 'truth' || Object.keys(rangersOf(robot.sensors)).length > 0;
    const { sensors, battery } = robot;
    const senses = { mounts: mountsOf(sensors), rangers: rangersOf(sensors), battery: battery !== undefined };
    const all = [
      { path: ['robots', index, 'mission'], mission },
      ...missions.map(({ name, mission }) => ({ path: ['missions', name], mission })),
    ];
    return all.flatMap(({ path, mission }) => {
      const missing = missingSensor(mission, senses);
      if (missing) {
        const at = [...nodePlace(mission, missing.at), ...(missing.key === undefined ? [] : [missing.key])];
        const message = `${missing.words} in robot '${robot.name}'; add them to its file`;
        return [{ path, at, message }];
      }
      const blind = sees ? undefined : needsSight(mission);
      if (blind === undefined) return [];
      const found = `'${blind}' sees nothing: robot '${robot.name}' has no range sensor`;
      return [{ path, message: `${found}; it needs one, or 'sensing: truth'; add a sensor to its file` }];
    });
  });
}

const PART_NAMES: Readonly<Record<StruckPart, string>> = {
  encoders: 'encoders',
  range: 'a range sensor',
  gyro: 'a gyroscope or compass',
  battery: 'a battery that it measures',
  driver: 'a motor chip that reports faults (enableDiag)',
  link: 'a link',
  body: 'motors',
  loop: 'a control loop',
};

/** Faults without effect: they name an unknown robot, sensor or target, or a part that no robot has. */
export const inapplicableFaults = (document: PlacedValue, scenario: Scenario): FileFault[] =>
  (scenario.faults ?? []).flatMap((fault, i) =>
    issuesOf(fault, scenario).map(([key, message]) => document.fault(['faults', i, key], message)),
  );

/** Each `[key, found; allowed; cure]`. */
function issuesOf(fault: FaultSpec, scenario: Scenario): [string, string][] {
  const { robots } = scenario;
  const struck = fault.robot === undefined ? robots : robots.filter(({ id }) => id === fault.robot);
  if (struck.length === 0) {
    const ids = robots.map(({ id }) => id);
    return [['robot', unknownName('the scenario', 'robot', fault.robot ?? '', ids)]];
  }
  return [...targetIssues(fault, scenario), ...partIssues(fault, struck)];
}

function targetIssues({ target }: FaultSpec, { robots, world }: Scenario): [string, string][] {
  const known = [...world.movers, ...robots].map(({ id }) => id);
  if (target === undefined || target === POINTER || known.includes(target)) return [];
  return [['target', unknownName('the scenario', 'target', target, [...known, POINTER])]];
}

function partIssues(fault: FaultSpec, struck: Scenario['robots']): [string, string][] {
  if (struck.some(({ robot }) => hasStruckPart(fault, robot))) return [];
  const who = fault.robot === undefined ? 'no robot of the scenario' : `robot '${fault.robot}'`;
  const sensors = struck.flatMap(({ robot }) => struckSensors(fault.fault, robot));
  if (fault.sensor !== undefined && sensors.length > 0) {
    const kind = `sensor for ${fault.fault}`;
    return [['sensor', unknownName(who, kind, fault.sensor, [...new Set(sensors)])]];
  }
  const part = PART_NAMES[STRUCK_PART[fault.fault]];
  const has = fault.robot === undefined ? 'has' : 'does not have';
  return [
    [
      'fault',
      `${who} ${has} ${part}; ${fault.fault} needs it; add it to the robot's file or remove this fault`,
    ],
  ];
}

function unknownName(who: string, what: string, name: string, known: readonly string[]): string {
  const none = who.startsWith('no ') ? `${who} has the ${what} '${name}'` : `${who} has no ${what} '${name}'`;
  return `${none}; there ${known.length === 1 ? 'is' : 'are'} ${oneOf(known)}; ${didYouMean(name, known) || 'name one of these'}`;
}

/**
 * A scenario's file is checked when it is read; a program may have changed the scenario since.
 *
 * @throws Error if it asks for what its bodies do not have: a serial link, or contacts
 */
export function mustSuitBodies(scenario: Scenario, emulated: boolean): void {
  const { name, bodies, criteria } = scenario;
  if (!emulated) refuseLinkFaults(scenario, 'give bodyOf, such as emulatedBodies');
  const index = criteria.findIndex(({ criterion }) => CONTACT_CRITERIA.includes(criterion));
  if (bodies === 'kinematic' && index >= 0)
    throw new Error(
      `scenario '${name}': criteria[${index}] is '${criteria[index]?.criterion}', and kinematic bodies make no contacts; ` +
        `set bodies to 'physics', or remove the criterion`,
    );
}
