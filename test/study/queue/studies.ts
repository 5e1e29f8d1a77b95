/** Studies for the tests of queues, handed over without a program. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../../src/config/loadFile.js';
import { beginStudy } from '../../../src/study/begin.js';
import { queueAddress } from '../../../src/study/queue/queueAddress.js';
import { StudyStore } from '../../../src/study/queue/studyStore.js';
import { type Submitted, submit } from '../../../src/study/queue/submit.js';
import { parseSeeds } from '../../../src/study/seeds.js';
import { folderWith } from '../../cli/steerbot.js';
import { afterFile } from '../../support/afterFile.js';

/** Some headings let it arrive in time, others do not. */
export const SHORT = `name: short
duration: 1.5 s
sensing: truth
vary: { robots.a.at.heading: [-180 deg, 180 deg] }
robots: [{ id: a, robot: scout, mission: { arrive: { target: [0.4, 0] } } }]
criteria: [{ arrived: {} }, { contacts: { atMost: 0 } }]
`;

/** Behaviors that end their thread, never end, or take all memory; and one that is harmless. */
export const OWN = `import { seek } from 'steerbot';
if (typeof seek !== 'function') throw new Error('this is another steerbot');
const at = (what) => () => ({ start: () => null, steer(percept, memory) { what(percept); return { memory }; } });
export const exits = at(() => process.exit(7));
export const loops = at(() => { for (;;); });
export const eats = at(() => { const all = []; for (;;) all.push(new Array(1000).fill(all.length)); });
export const idles = at(() => {});
`;

/** Own behaviors find it where it is installed. */
export function withSteerbot(folder: string): string {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packageFolder(), join(folder, 'node_modules', 'steerbot'));
  return folder;
}

export const calling = (behavior: string): string =>
  `duration: 0.5 s\nrobots: [{ id: a, robot: scout, mission: { ${behavior}: {} } }]\n`;

export async function storeAt(url: string): Promise<StudyStore> {
  const store = await StudyStore.connect(queueAddress(url, ''));
  afterFile(() => store.close());
  return store;
}

export interface Wanted {
  readonly seeds?: string;
  readonly scenario?: string;
  readonly behaviors?: string;
}

/** As `steerbot sim --queue` hands it over. */
export async function submitted(store: StudyStore, wanted: Wanted = {}): Promise<Submitted> {
  const { seeds = '1..4', scenario = SHORT, behaviors } = wanted;
  const files = { 's.yaml': scenario, ...(behaviors !== undefined && { 'own.mjs': behaviors }) };
  const folder = withSteerbot(folderWith(files));
  const work = {
    variants: [{ scenario: join(folder, 's.yaml'), settings: [] }],
    ...(behaviors !== undefined && { behaviors: join(folder, 'own.mjs') }),
  };
  const parsed = parseSeeds(seeds);
  const begun = await beginStudy(work, parsed.list[0] ?? 1);
  return submit(store, { ...begun, seeds: parsed });
}
