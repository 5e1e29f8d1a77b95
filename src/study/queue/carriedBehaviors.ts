/** Own behaviors that came with a study, in a folder of their own in which `steerbot` is this program. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { packageFolder } from '../../config/loadFile.js';
import { loadOwnBehaviors } from '../../config/mission/loadOwnBehaviors.js';
import type { OwnBehaviors } from '../../steering/mission.js';

export interface CarriedBehaviors {
  readonly file: string;
  /** @throws UsageError */
  load(): Promise<OwnBehaviors>;
  remove(): void;
}

/** Folders that are removed when the program ends, however it does but by being killed. */
const folders = new Set<string>();
const removeFolder = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
};
process.once('exit', () => [...folders].forEach(removeFolder));

export function carriedBehaviors({
  name,
  text,
}: {
  readonly name: string;
  readonly text: string;
}): CarriedBehaviors {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-own-'));
  folders.add(folder);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packageFolder(), join(folder, 'node_modules', 'steerbot'), 'junction');
  // Guards files: a name that leads out of the folder has no folders left.
  const file = join(folder, basename(name));
  writeFileSync(file, text);
  return {
    file,
    load: () => loadOwnBehaviors(file),
    remove: () => removeFolder(folder),
  };
}
