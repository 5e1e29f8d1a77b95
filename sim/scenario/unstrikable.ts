/** Faults that could strike nothing: they name an unknown robot, sensor or target, or a part that no robot has. */

import type { SourceDocument } from '../../src/config/yaml/document.js';
import { didYouMean, type FileFault, oneOf } from '../../src/validation/errors.js';
import { POINTER } from '../engine/targetTruth.js';
import { type FaultSpec, hasStruckPart, STRUCK_PART, type StruckPart, struckSensors } from './faultSpec.js';
import type { Scenario } from './scenario.js';

const PART_NAMES: Readonly<Record<StruckPart, string>> = {
  encoders: 'encoders',
  range: 'a range sensor',
  gyro: 'a gyroscope or compass',
  battery: 'a battery that it measures',
  link: 'a link',
  body: 'motors',
  loop: 'a control loop',
};

export const unstrikable = (document: SourceDocument, scenario: Scenario): FileFault[] =>
  (scenario.faults ?? []).flatMap((fault, i) =>
    wordsAgainst(fault, scenario).map(([key, message]) => document.fault(['faults', i, key], message)),
  );

/** Each `[key, found; allowed; cure]`. */
function wordsAgainst(fault: FaultSpec, scenario: Scenario): [string, string][] {
  const { robots } = scenario;
  const struck = fault.robot === undefined ? robots : robots.filter(({ id }) => id === fault.robot);
  if (struck.length === 0) {
    const ids = robots.map(({ id }) => id);
    return [['robot', unknownName('the scenario', 'robot', fault.robot ?? '', ids)]];
  }
  return [...targetWords(fault, scenario), ...partWords(fault, struck)];
}

function targetWords({ target }: FaultSpec, { robots, world }: Scenario): [string, string][] {
  const known = [...world.movers, ...robots].map(({ id }) => id);
  if (target === undefined || target === POINTER || known.includes(target)) return [];
  return [['target', unknownName('the scenario', 'target', target, [...known, POINTER])]];
}

function partWords(fault: FaultSpec, struck: Scenario['robots']): [string, string][] {
  if (struck.some(({ robot }) => hasStruckPart(fault, robot))) return [];
  const who = fault.robot === undefined ? 'no robot of the scenario' : `robot '${fault.robot}'`;
  const sensors = struck.flatMap(({ robot }) => struckSensors(fault.fault, robot));
  if (fault.sensor !== undefined && sensors.length > 0) {
    const kind = `sensor for ${fault.fault}`;
    return [['sensor', unknownName(who, kind, fault.sensor, [...new Set(sensors)])]];
  }
  const part = PART_NAMES[STRUCK_PART[fault.fault]];
  const has = fault.robot === undefined ? 'has' : 'has not got';
  return [
    [
      'fault',
      `${who} ${has} ${part}; ${fault.fault} needs that; add it to the robot's file or remove this fault`,
    ],
  ];
}

function unknownName(who: string, what: string, name: string, known: readonly string[]): string {
  const none = who.startsWith('no ') ? `${who} has the ${what} '${name}'` : `${who} has no ${what} '${name}'`;
  return `${none}; there ${known.length === 1 ? 'is' : 'are'} ${oneOf(known)}; ${didYouMean(name, known) || 'name one of these'}`;
}
