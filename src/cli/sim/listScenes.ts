/** `steerbot sim --list`: the scenes that come with Steerbot. */
import { loadGallery } from '../../../sim/scenario/loadScenario.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';

/** Name and purpose, a line each; as one JSON document for a program. */
export function listScenes(json = false): ExitCode {
  const scenes = loadGallery();
  const width = Math.max(...scenes.map(({ name }) => name.length)) + 2;
  const text = json
    ? JSON.stringify(scenes, null, 2)
    : scenes.map(({ name, about }) => `${name.padEnd(width)}${about}`).join('\n');
  process.stdout.write(`${text}\n`);
  return EXIT.done;
}
