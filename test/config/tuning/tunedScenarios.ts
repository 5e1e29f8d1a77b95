/** The files of the package that tests of tuning go through. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../../src/config/loadFile.js';

const yamlsIn = (folder: string): string[] =>
  readdirSync(join(packageFolder(), folder))
    .filter((name) => name.endsWith('.yaml'))
    .sort();

export const SCENARIOS = yamlsIn('sim/scenarios').map((name) => name.replace('.yaml', ''));

export const ROBOT_FILES = ['robots', 'sim/scenarios/robots'].flatMap((folder) =>
  yamlsIn(folder).map((name) => `${folder}/${name}`),
);

export const textOf = (file: string): string => readFileSync(join(packageFolder(), file), 'utf8');
