/** The files in a playground: scenarios, robots and paths by name; and the scene that the page's address names. */

import { parseRobot } from '../config/robot/robotFile.js';
import type { SavedFile } from '../config/tuning/tunedFiles.js';
import type { Vec2 } from '../math/geometry.js';
import type { RobotDefinition } from '../robot/robot.js';
import { didYouMean, FileError, placedFault, UnreadableFile } from '../validation/errors.js';

/** Texts by path: `sim/scenarios/arrive.yaml`. */
export type FileTexts = Readonly<Record<string, string>>;

const SCENARIO_FOLDER = 'sim/scenarios';
const LESSON_FOLDER = 'docs/lessons';
/** A scenario, or a lesson. */
const SCENE = new RegExp(`^(?:${SCENARIO_FOLDER}|${LESSON_FOLDER})/([^/]+)\\.yaml$`);
const ROBOT_FOLDER = 'robots';

/** `a/./b/../c` → `a/c` */
function plainPath(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** Finds files as the command line does: by a name, or by a path relative to the scenarios. */
export class PlaygroundFiles {
  readonly #texts: Map<string, string>;

  constructor(texts: FileTexts) {
    this.#texts = new Map(Object.entries(texts).map(([path, text]) => [plainPath(path), text]));
  }

  /** The names of all scenarios, sorted. */
  get scenes(): string[] {
    const names = [...this.#texts.keys()].map((path) => SCENE.exec(path)?.[1]);
    return names.filter((name) => name !== undefined).sort();
  }

  /** @throws UnreadableFile where there is no scenario of that name */
  scenario(name: string): SavedFile {
    const lesson = `${LESSON_FOLDER}/${name}.yaml`;
    return this.#file(
      this.#texts.has(lesson) ? lesson : `${SCENARIO_FOLDER}/${name}.yaml`,
      name,
      this.scenes,
    );
  }

  /** @throws UnreadableFile where there is no such robot */
  robotFile(nameOrPath: string): SavedFile {
    const named = /^[^/\\.]+$/.test(nameOrPath);
    return this.#file(
      named ? `${ROBOT_FOLDER}/${nameOrPath}.yaml` : `${SCENARIO_FOLDER}/${nameOrPath}`,
      nameOrPath,
    );
  }

  /** From now on the file reads like this, as long as the page lives. */
  replace({ file, text }: SavedFile): void {
    this.#texts.set(file, text);
  }

  readonly readRobot = (nameOrPath: string): RobotDefinition => {
    const { text, file } = this.robotFile(nameOrPath);
    return parseRobot(text, file);
  };

  readonly readPath = (name: string): readonly Vec2[] => {
    const { text, file } = this.#file(`${SCENARIO_FOLDER}/${name}`, name);
    return pointsIn(text, file);
  };

  #file(path: string, called: string, known: readonly string[] = []): SavedFile {
    const file = plainPath(path);
    const text = this.#texts.get(file);
    if (text !== undefined) return { file, text };
    throw new UnreadableFile(called, `no such file; ${didYouMean(called, known)}`);
  }
}

/** The scene in the page's address: `#scene=doorway`; undefined if it names none. It is never sent to a server. */
export const sceneOf = (fragment: string): string | undefined =>
  new URLSearchParams(fragment.replace(/^#/, '')).get('scene') || undefined;

export const fragmentOf = (scene: string): string => `#${new URLSearchParams({ scene })}`;

/** Of a table `x_m,y_m`, as every path of ours is: what reads other tools' files is a ninth of the page. */
function pointsIn(text: string, file: string): readonly Vec2[] {
  const [names, ...rows] = text.trim().split('\n');
  const points = rows.map((row) => {
    const [x = Number.NaN, y = Number.NaN] = row.split(',').map(Number);
    return { x, y };
  });
  if (names !== 'x_m,y_m' || !points.every(({ x, y }) => Number.isFinite(x + y)))
    throw new FileError([placedFault(file, 1, 1, 'a table x_m,y_m is wanted')]);
  return points;
}
