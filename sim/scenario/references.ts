/** What a scenario names: robots in other files, and the targets of its missions. */

import { mapsIn, readNamed } from '../../src/config/mission/missionFile.js';
import type { PlacedValue } from '../../src/config/placedValue.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { didYouMean, type FileFault, oneOf } from '../../src/validation/errors.js';
import { fieldOf, isRecord, type KeyPath, listOf, valueAt } from '../../src/validation/values.js';
import { idsOfEntry, MAX_ROBOTS_PER_ENTRY } from './crowd.js';

interface NamedRobots {
  readonly robots: ReadonlyMap<string, RobotDefinition>;
  readonly faults: readonly FileFault[];
}

/** The robots that a scenario names, by name; each file is read once. */
export function namedRobots(
  document: PlacedValue,
  value: unknown,
  readRobot: (name: string) => RobotDefinition,
): NamedRobots {
  const robots = new Map<string, RobotDefinition>();
  const faults: FileFault[] = [];
  const tried = new Set<string>();
  for (const [i, entry] of listOf(fieldOf(value, 'robots')).entries()) {
    const name = fieldOf(entry, 'robot');
    if (typeof name !== 'string' || tried.has(name)) continue;
    tried.add(name);
    const faultHere = (message: string) => document.fault(['robots', i, 'robot'], message);
    const robot = readNamed(readRobot, name, faultHere, faults);
    if (robot) robots.set(name, robot);
  }
  return { robots, faults };
}

/** The places of a scenario's missions. */
export function missionPlaces(value: unknown): KeyPath[] {
  const missions = fieldOf(value, 'missions');
  return [
    ...[...listOf(fieldOf(value, 'robots')).keys()].map((i) => ['robots', i, 'mission']),
    ...(isRecord(missions) ? Object.keys(missions) : []).map((name) => ['missions', name]),
  ];
}

const idsIn = (list: unknown): string[] =>
  listOf(list)
    .flatMap((item) => fieldOf(item, 'id') ?? [])
    .map(String);

/** The ids that a target may name. */
interface KnownIds {
  readonly mover: readonly string[];
  readonly robot: readonly string[];
  /** Robots that no robot sees. */
  readonly ghost: readonly string[];
}

export function idsOf(value: unknown): KnownIds {
  const robots = listOf(fieldOf(value, 'robots'));
  const isGhost = (entry: unknown) => fieldOf(entry, 'ghost') === true;
  return {
    mover: idsIn(valueAt(value, ['world', 'movers'])),
    robot: robots.filter((entry) => !isGhost(entry)).flatMap(robotIds),
    ghost: robots.filter(isGhost).flatMap(robotIds),
  };
}

/** An entry may stand for many robots; another check refuses too many. */
function robotIds(entry: unknown): string[] {
  const [id, count] = [fieldOf(entry, 'id'), fieldOf(entry, 'count')];
  if (id === undefined) return [];
  return idsOfEntry(
    String(id),
    typeof count === 'number' ? Math.min(count, MAX_ROBOTS_PER_ENTRY) : undefined,
  );
}

/** The message for an unknown id: `found; allowed; cure`. */
export function unknownId(kind: 'mover' | 'robot', id: string, ids: KnownIds): string {
  const known = ids[kind];
  if (kind === 'robot' && ids.ghost.includes(id)) {
    return `robot '${id}' is a ghost; no robot sees a ghost, and no criterion counts it; name another robot`;
  }
  const allowed = known.length > 0 ? `it has ${oneOf(known)}` : `it has no ${kind}s at all`;
  return `the scenario has no ${kind} '${id}'; ${allowed}; ${didYouMean(id, known)}`;
}

/** The fault of a target `{ mover: id }` or `{ robot: id }` with an unknown id, or with the robot's own. */
export function targetFault(
  document: PlacedValue,
  target: unknown,
  path: KeyPath,
  known: KnownIds,
  own: unknown,
): FileFault | undefined {
  if (!isRecord(target)) return undefined;
  const [kind, ...others] = Object.keys(target);
  if ((kind !== 'mover' && kind !== 'robot') || others.length > 0) return undefined;
  const id = String(target[kind]);
  if (kind === 'robot' && id === String(own)) {
    return document.fault([...path, kind], `robot '${id}' is its own target; another robot is wanted`);
  }
  if (known[kind].includes(id)) return undefined;
  return document.fault([...path, kind], unknownId(kind, id, known));
}

/** Faults of mission targets that are neither a mover nor a robot of the scenario. */
export function targetFaults(document: PlacedValue, value: unknown): FileFault[] {
  const known = idsOf(value);
  const maps = missionPlaces(value).flatMap((place) => [...mapsIn(valueAt(value, place), place)]);
  return maps.flatMap(({ map, path }) => {
    const own = fieldOf(valueAt(value, path.slice(0, 2)), 'id');
    return targetFault(document, map, path, known, own) ?? [];
  });
}
