/** A thousand seeds as a user runs them: the whole command, from its start to its exit code. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { simulate } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';

const PROGRAM = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const SEEDS = 1000;

/** Twenty seconds of strolling among walls and posts, with a start from the seed; nothing ends it early. */
export const STROLL = `name: stroll
duration: 20 s
sensing: truth
vary: { robots.a.at.heading: [-180 deg, 180 deg] }
world:
  walls: [[[-2, -2], [2, -2], [2, 2], [-2, 2], [-2, -2]]]
  circles: [{ at: [1, 0.5], radius: 0.2 }, { at: [-1, -0.6], radius: 0.15 }]
robots:
  - { id: a, robot: scout, mission: { prioritize: [{ avoidObstacles: {} }, { wander: {} }] } }
criteria:
  - contacts: { atMost: 0 }
`;

const now = (): number => performance.now() / 1000;

/** Runs the command, and says how fast it was. */
async function timed(scenario: string, jobs: number, cwd: string): Promise<void> {
  const args = ['sim', scenario, '--seeds', `1..${SEEDS}`, '--jobs', String(jobs), '--json'];
  const started = now();
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { cwd });
  const wall = now() - started;
  const { simulatedSeconds, scenarios } = JSON.parse(stdout);
  const rate = (simulatedSeconds / wall).toFixed(0);
  console.log(
    `${SEEDS} seeds of ${scenario}, ${jobs} jobs: ${wall.toFixed(1)} s in all, ${simulatedSeconds.toFixed(0)} s simulated, ` +
      `${rate} simulated seconds per second; ${scenarios[0].passed} passed`,
  );
}

/** What of a run is spent on reading its files. */
async function loading(file: string): Promise<void> {
  let [reading, running] = [0, 0];
  for (let seed = 1; seed <= SEEDS / 10; seed++) {
    const begun = now();
    const scenario = loadScenario(file, { seed });
    reading += now() - begun;
    running += (await simulate(scenario)).wallSeconds;
  }
  const each = (seconds: number) => `${((10_000 * seconds) / SEEDS).toFixed(1)} ms`;
  console.log(`a seed: ${each(reading)} to load the scenario, ${each(running)} to run it`);
}

export async function benchExperiments(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-bench-'));
  try {
    writeFileSync(join(folder, 'stroll.yaml'), STROLL);
    console.log(`${availableParallelism()} cores`);
    await loading(join(folder, 'stroll.yaml'));
    await timed('stroll.yaml', 2, folder);
    await timed('test/scenes/any-heading.yaml', 2, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
