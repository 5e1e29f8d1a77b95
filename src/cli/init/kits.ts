/** The kits that `init` knows: the robots that come with Steerbot, and one that its owner wired himself. */
import { join } from 'node:path';
import { loadText, packagedNames, packageFolder, ROBOTS } from '../../config/loadFile.js';
import { parseRobot } from '../../config/robot/robotFile.js';

export interface Kit {
  /** The name of its file. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
}

/** Most hobby robots are one. */
export const DEFAULT_KIT = 'generic-l298n';
/** None of the kits. */
export const ANOTHER = 'another';

/** The text of a kit's file, remarks and all. */
export const kitText = (name: string): string =>
  loadText(join(packageFolder(), ROBOTS.folder, `${name}.yaml`));

/** The default first, the others by their names. */
export function kits(): Kit[] {
  const names = packagedNames(ROBOTS).sort();
  return [DEFAULT_KIT, ...names.filter((name) => name !== DEFAULT_KIT)].map((name) => ({
    name,
    title: parseRobot(kitText(name), name).kit ?? name,
  }));
}
