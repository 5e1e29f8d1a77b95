/**
 * How fast this commit simulates in times of an earlier one, and where the time goes by a sampling profile.
 * `npm run bench throughput -- --reference COMMIT`.
 */
import { spawnSync } from 'node:child_process';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { simulate } from '../../sim/engine/run.js';
import { packageFolder } from '../../src/config/loadFile.js';
import { measuredScene } from '../support/scenes.js';
import { type Round, ratiosOf, row } from './clock.js';
import type { Figures } from './figures/figures.js';
import { REFERENCE, troubleWith, withReference } from './reference.js';

const ROUND = fileURLToPath(new URL('./throughputRun.js', import.meta.url));
const ROUNDS = 7;
const SCENES = ['square', 'arrive', 'doorway'];

/** The times of a warm process [ns]; the processor's is disturbed less by others. */
function timeOf(dist: string, scene: string): { readonly cpu: number; readonly wall: number } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [ROUND, dist, scene], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${scene} of ${dist} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** In turn, each round in processes of its own. */
function compareBuilds(ours: string, theirs: string, scene: string) {
  const rounds = Array.from({ length: ROUNDS }, () => [timeOf(ours, scene), timeOf(theirs, scene)] as const);
  const of = (clock: 'cpu' | 'wall') =>
    rounds.map(([one, other]): Round => ({ ours: one[clock], theirs: other[clock] }));
  console.log(row(`${scene}, processor time`, of('cpu')));
  console.log(row(`${scene}, wall time`, of('wall')));
  return ratiosOf(of('cpu'));
}

export async function benchThroughput(words: readonly string[], figures: Figures): Promise<void> {
  const options = { reference: { type: 'string', default: REFERENCE } } as const;
  const { reference } = parseArgs({ args: [...words], options }).values;
  const trouble = troubleWith(reference);
  if (trouble !== undefined) {
    console.error(trouble);
    process.exit(2);
  }
  await withReference(reference, (dist) => {
    for (const scene of SCENES) {
      const ratios = compareBuilds(join(packageFolder(), 'dist'), dist, scene);
      figures.ratio(`throughput.${scene}`, ratios, `commit ${reference}`);
    }
  });
  const shares = await profiled(() => simulate({ ...measuredScene('square'), criteria: [] }));
  for (const [place, share] of shares) console.log(`  ${(100 * share).toFixed(1).padStart(5)} %  ${place}`);
}

async function profiled(work: () => Promise<unknown>): Promise<[string, number][]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const spent = new Map<string, number>();
  for (const [i, id] of (profile.samples ?? []).entries()) {
    const place = places.get(id) ?? 'elsewhere';
    spent.set(place, (spent.get(place) ?? 0) + (profile.timeDeltas?.[i] ?? 0));
  }
  const total = [...spent.values()].reduce((a, b) => a + b, 0);
  return [...spent]
    .map(([place, time]): [string, number] => [place, time / total])
    .sort((a, b) => b[1] - a[1]);
}

/** A stage of the tick, the simulator, a package, or the engine. */
function placeOf({ url, functionName }: { url: string; functionName: string }): string {
  const dependency = /node_modules\/([^/]+)/.exec(url)?.[1];
  const own = /dist\/(src|sim)\/(?:(\w+)\/)?/.exec(url);
  if (dependency) return dependency;
  if (own) return own[1] === 'sim' ? 'sim (body, sensors, referee)' : `src/${own[2] ?? '(leaves)'}`;
  return functionName === '(garbage collector)' ? 'garbage collection' : 'node';
}
