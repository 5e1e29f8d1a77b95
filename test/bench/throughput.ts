/** Simulated seconds per second of a long run, and where the time goes by a sampling profile of a second run. */
import { Session } from 'node:inspector/promises';
import { simulate } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { buildMission } from '../../src/steering/mission.js';

const TWENTY_MINUTES = 1200;

/** The square, lap after lap: the robot never rests, so no stage is spared. */
function longRun(): Scenario {
  const square = loadScenario('square');
  const robots = square.robots.map((robot) => {
    if ('children' in robot.mission) return robot;
    return {
      ...robot,
      mission: { ...robot.mission, parameters: { ...robot.mission.parameters, loop: true } },
    };
  });
  for (const { mission } of robots) buildMission(mission);
  return { ...square, duration: TWENTY_MINUTES, robots, criteria: [] };
}

export async function benchThroughput(): Promise<void> {
  const scenario = longRun();
  const runs = [];
  for (let i = 0; i < 3; i++) {
    const { simulatedSeconds, wallSeconds } = await simulate(scenario);
    runs.push(simulatedSeconds / wallSeconds);
  }
  const median = runs.sort((a, b) => a - b)[1] ?? 0;
  console.log(
    `${median.toFixed(0)} simulated seconds per second (median of 3; one robot, 50 Hz, physics 200 Hz)`,
  );
  const shares = await profiled(() => simulate(scenario));
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
