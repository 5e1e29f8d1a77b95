/** What was tuned on the page goes back to the files it came from, remarks and all. */
import { dirname, relative } from 'node:path';
import { findFile, loadText, ROBOTS } from '../files/loadFile.js';
import { type SavedFile, type TunedRobot, tunedFiles } from '../files/tunedFiles.js';
import type { OwnBehaviors } from '../mission.js';
import type { Setup } from '../signals.js';
import { replaceFile } from './outputFile.js';

/** A scene's file, and those of the robots that it names. @throws FileError @returns what was done, in words */
export function saveScene(file: string, robots: readonly TunedRobot[], own: OwnBehaviors): string {
  const robotFile = (name: string): SavedFile => {
    const path = findFile(name, ROBOTS, dirname(file));
    return { file: path, text: loadText(path) };
  };
  return written(tunedFiles({ file, text: loadText(file) }, robots, robotFile, own));
}

/** The file of a robot that drives; its mission came from the command line, and is not saved. @throws FileError */
export function saveRobot(name: string, loaded: Setup, tuned: Setup): string {
  const file = findFile(name, ROBOTS);
  const named = { file: 'the command line', text: `robots: [{ id: it, robot: ${JSON.stringify(name)} }]` };
  const robot = { entry: { index: 0 }, loaded, tuned: { ...tuned, mission: loaded.mission } };
  const words = written(tunedFiles(named, [robot], () => ({ file, text: loadText(file) })));
  return tuned.mission === loaded.mission ? words : `${words}; the mission is in no file and stays as it is`;
}

function written(files: readonly SavedFile[]): string {
  for (const { file, text } of files) replaceFile(file, text);
  const names = files.map(({ file }) => relative('.', file));
  return names.length === 0 ? 'nothing has changed' : `saved to ${names.join(' and ')}`;
}
