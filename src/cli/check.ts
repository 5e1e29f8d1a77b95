/** `steerbot check`: reads files by their kind, and reports all problems of them at once. */

import { existsSync } from 'node:fs';
import { loadScenarioFile } from '../../sim/scenario/loadScenario.js';
import { kindOf } from '../config/fileKind.js';
import { loadFoundPath, loadMission } from '../config/loadDefinition.js';
import { findFile, isName, knownNames, loadText, ROBOTS, SCENARIOS } from '../config/loadFile.js';
import { saidOf } from '../config/paths/pathFile.js';
import { parseRobot } from '../config/robot/robotFile.js';
import { SourceDocument } from '../config/yaml/document.js';
import { isJoining, leafNamed, type OwnBehaviors } from '../steering/mission.js';
import { didYouMean, FileError, type FileFault, faultLine, UnreadableFile } from '../validation/errors.js';
import { isRecord } from '../validation/values.js';
import { ownBehaviorsOf } from './ownBehaviors.js';
import { pathsSaid } from './pathWords.js';
import { EXIT, type ExitCode } from './terminal/exitCodes.js';

/** Files of robots, scenarios and missions, and of some paths. */
const YAML_ENDINGS = /\.(ya?ml|json)$/i;
/** Keys that only paths have. */
const POSES =
  /^\s*\{?\s*"?(poses|waypoints|points|header|pose|trajectory|path|route|samples|polygon|transforms|columns)"?\s*:/;

const LIST_OF_PLACES = /^(\[|-\s*(\{|\[|-?[\d.]|(x|y|lat|latitude|pose|position|header)\s*:))/;

const withoutRemarks = (text: string): string => text.replace(/^\s*(#.*|---.*)$/gm, '').trimStart();

const pathIn = (file: string): readonly string[] => [saidOf(loadFoundPath(file))];

/**
 * Reads one file; its name or its keys say of which kind it is.
 *
 * @returns what was read of the paths in it
 * @throws FileError
 */
function loadByKind(file: string, behaviors: OwnBehaviors): readonly string[] {
  if (!YAML_ENDINGS.test(file)) return pathIn(file);
  const text = loadText(file);
  if (POSES.test(withoutRemarks(text)) || LIST_OF_PLACES.test(withoutRemarks(text))) return pathIn(file);
  const document = new SourceDocument(text, file);
  const keys = isRecord(document.value) ? Object.keys(document.value) : [];
  const kind = kindOf(document.value);
  if (kind === 'scenario') {
    loadScenarioFile(file, { behaviors });
    return pathsSaid(document.value, file);
  }
  if (kind === 'robot') {
    parseRobot(text, file);
    return [];
  }
  const isMission = keys.some((key) => isJoining(key) || leafNamed(key, behaviors) !== undefined);
  if (isMission || (keys.length === 1 && keys[0] !== 'name') || typeof document.value === 'string') {
    loadMission(file, { behaviors });
    return pathsSaid(document.value, file);
  }
  if (/\.json$/i.test(file)) return pathIn(file);
  const kinds = 'a robot has a chassis, a scenario has robots, a mission is one behavior, a path has points';
  throw new FileError([
    document.fault([], `this is no robot, no scenario, no mission and no path; ${kinds}`),
  ]);
}

/** The problems of all files, in the order of the files; empty if all are valid. @param said receives what was read */
export function checkFiles(
  files: readonly string[],
  behaviors: OwnBehaviors = {},
  said: (file: string, lines: readonly string[]) => void = () => {},
): FileFault[] {
  return files.flatMap((name) => {
    try {
      const file = fileNamed(name);
      said(file, loadByKind(file, behaviors));
      return [];
    } catch (error) {
      if (error instanceof FileError) return error.faults;
      throw error;
    }
  });
}

export interface CheckOptions {
  readonly behaviors?: string;
  readonly json?: boolean;
}

/** `steerbot check`. @throws UsageError */
export async function checkAll(
  names: readonly string[],
  { behaviors, json = false }: CheckOptions,
): Promise<ExitCode> {
  const read: { readonly file: string; readonly said: string }[] = [];
  const faults = checkFiles(names, await ownBehaviorsOf(behaviors), (file, lines) =>
    read.push(...lines.map((said) => ({ file, said }))),
  );
  const code = faults.length > 0 ? EXIT.usage : EXIT.done;
  if (json) {
    process.stdout.write(`${JSON.stringify({ ok: faults.length === 0, faults, read })}\n`);
    return code;
  }
  for (const fault of faults) process.stderr.write(`${faultLine(fault)}\n`);
  if (code !== EXIT.done) return code;
  process.stdout.write(read.map(({ file, said }) => `${file}: ${said}\n`).join(''));
  process.stdout.write(`${names.length === 1 ? names[0] : `${names.length} files`}: nothing wrong\n`);
  return code;
}

/** A file, or a name as other commands take it: of a robot, then of a scene. @throws UnreadableFile */
function fileNamed(name: string): string {
  if (existsSync(name) || !isName(name)) return name;
  const folder = [ROBOTS, SCENARIOS].find((one) => knownNames(one).includes(name));
  if (folder) return findFile(name, folder);
  const meant = didYouMean(name, [ROBOTS, SCENARIOS].flatMap(knownNames));
  throw new UnreadableFile(
    name,
    `no such file; a file, or the name of a robot or a scene, is wanted; ${meant}`,
  );
}
