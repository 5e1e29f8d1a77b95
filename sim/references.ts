/** What a scenario names: robots with files of their own, and the targets of its missions. */

import { didYouMean, type FileFault, oneOf } from '../src/errors.js';
import type { SourceDocument } from '../src/files/document.js';
import { mapsIn, readNamed } from '../src/files/missionFile.js';
import type { RobotDefinition } from '../src/robot.js';
import { fieldOf, type KeyPath, listOf, valueAt } from '../src/values.js';

export interface NamedRobots {
  readonly robots: ReadonlyMap<string, RobotDefinition>;
  readonly faults: readonly FileFault[];
}

/** The robots that a scenario names, by name; each is read once. */
export function namedRobots(
  document: SourceDocument,
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

/** Where a scenario's missions are. */
export const missionPlaces = (value: unknown): KeyPath[] =>
  [...listOf(fieldOf(value, 'robots')).keys()].map((i) => ['robots', i, 'mission']);

const idsIn = (list: unknown): string[] =>
  listOf(list)
    .flatMap((item) => fieldOf(item, 'id') ?? [])
    .map(String);

/** Targets of missions that no mover and no robot of the scenario is. */
export function targetFaults(document: SourceDocument, value: unknown): FileFault[] {
  const known = {
    mover: idsIn(valueAt(value, ['world', 'movers'])),
    robot: idsIn(fieldOf(value, 'robots')),
  };
  const maps = missionPlaces(value).flatMap((place) => [...mapsIn(valueAt(value, place), place)]);
  return maps.flatMap(({ map, path }) => {
    const [kind, ...others] = Object.keys(map);
    if ((kind !== 'mover' && kind !== 'robot') || others.length > 0) return [];
    const id = String(map[kind]);
    const own = fieldOf(valueAt(value, path.slice(0, 2)), 'id');
    if (kind === 'robot' && id === String(own)) {
      return [document.fault([...path, kind], `robot '${id}' is its own target; another robot is wanted`)];
    }
    if (known[kind].includes(id)) return [];
    const allowed = known[kind].length > 0 ? `it has ${oneOf(known[kind])}` : `it has no ${kind}s at all`;
    const message = `the scenario has no ${kind} '${id}'; ${allowed}; ${didYouMean(id, known[kind])}`;
    return [document.fault([...path, kind], message)];
  });
}
