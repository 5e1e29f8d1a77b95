/** One round of the bench `throughput`, in a process of its own: `throughputRun DIST SCENE`, of whichever commit's dist. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { simulate as Simulate } from '../../sim/engine/run.js';
import type { loadScenario as LoadScenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';

const [dist = '', scene = ''] = process.argv.slice(2);
const built = (file: string) => import(pathToFileURL(join(dist, file)).href);
const { simulate }: { simulate: typeof Simulate } = await built('sim/engine/run.js');
const { loadScenario }: { loadScenario: typeof LoadScenario } = await built('sim/scenario/loadScenario.js');

/** The square, lap after lap: the robot never rests, so that no stage is spared. */
function laps(): Scenario {
  const square = loadScenario('square');
  const robots = square.robots.map((robot) => {
    if ('children' in robot.mission) return robot;
    const parameters = { ...robot.mission.parameters, loop: true };
    return { ...robot, mission: { ...robot.mission, parameters } };
  });
  return { ...square, duration: 400, robots, criteria: [] };
}

/** What is simulated, and how often. */
const SCENES: Readonly<Record<string, readonly [scenario: () => Scenario, times: number]>> = {
  square: [laps, 1],
  arrive: [() => loadScenario('arrive'), 50],
  doorway: [() => ({ ...loadScenario('doorway'), duration: 2, criteria: [] }), 1],
};

async function simulateAll(): Promise<void> {
  const [scenario, times] = SCENES[scene] ?? [];
  for (let i = 0; i < (times ?? 0); i++) if (scenario) await simulate(scenario());
}

await simulateAll();
const [cpu, wall] = [process.cpuUsage(), performance.now()];
await simulateAll();
const { user, system } = process.cpuUsage(cpu);
process.stdout.write(JSON.stringify({ cpu: 1000 * (user + system), wall: 1e6 * (performance.now() - wall) }));
