/** Robots and scenes as their files write them, so that a drawn run can be written to a file again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packagedNames, packageFolder, ROBOTS, SCENARIOS } from '../../src/config/loadFile.js';

/** A map of a YAML file. */
export type Written = { [key: string]: unknown };

const read = new Map<string, Written>();

/** A fresh copy each time: the caller may change it. */
export function writtenFile(folder: string, name: string): Written {
  const file = join(packageFolder(), folder, name.endsWith('.yaml') ? name : `${name}.yaml`);
  const known = read.get(file) ?? (parse(readFileSync(file, 'utf8')) as Written);
  read.set(file, known);
  return structuredClone(known);
}

export const writtenRobot = (name: string): Written => writtenFile(ROBOTS.folder, name);
export const robotNames = (): string[] => packagedNames(ROBOTS).sort();
export const sceneNames = (): string[] => packagedNames(SCENARIOS).sort();

export const part = (whole: Written, key: string): Written => (whole[key] ?? {}) as Written;
export const list = (whole: Written, key: string): Written[] => (whole[key] ?? []) as Written[];

/** A scene with the robots that it names written out, and its path files by absolute names. */
export function writtenScene(name: string): Written {
  const scene = writtenFile(SCENARIOS.folder, name);
  const folder = join(packageFolder(), SCENARIOS.folder);
  for (const robot of list(scene, 'robots')) {
    const { robot: named } = robot;
    if (typeof named !== 'string') continue;
    robot.robot = named.endsWith('.yaml') ? writtenFile(SCENARIOS.folder, named) : writtenRobot(named);
  }
  return withAbsolutePaths(scene, folder) as Written;
}

function withAbsolutePaths(value: unknown, folder: string): unknown {
  if (typeof value === 'string') return value.endsWith('.csv') ? join(folder, value) : value;
  if (Array.isArray(value)) return value.map((item) => withAbsolutePaths(item, folder));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withAbsolutePaths(item, folder)]),
  );
}
