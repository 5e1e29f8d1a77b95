/** Many runs, and many robots in one: simulated seconds per second, and whether memory stays. */

import { runScenario, simulate } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import type { RobotSpec, Scenario } from '../../sim/scenario/scenario.js';
import { parseScenario } from '../../sim/scenario/scenarioFile.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { Hertz } from '../../src/math/units.js';

const WANDER_APART = '{ blend: [{ separate: {}, weight: 2 }, { wander: {} }] }';
const SEEDS = 300;
const RUNS = 1000;

const now = (): number => performance.now() / 1000;

/** A scenario out of its text, as files are read. */
const sceneOf = (text: string): Scenario =>
  parseScenario(text, 'many.yaml', { readPath: () => [], readRobot: (name) => loadRobot(name) });

/** Robots in rows, each with a heading of its own, in a square arena with 0.4 m² for each. */
function crowd(count: number, scene: string): Scenario {
  const side = Math.ceil(Math.sqrt(count));
  const cell = Math.sqrt(0.4);
  const half = (side * cell) / 2;
  const corners = `[[-${half}, -${half}], [${half}, -${half}], [${half}, ${half}], [-${half}, ${half}], [-${half}, -${half}]]`;
  const one = sceneOf(`
${scene}
world: { walls: [${corners}] }
robots: [{ id: r, robot: scout, mission: ${WANDER_APART} }]
`);
  const [first] = one.robots;
  if (!first) throw new Error('a scenario has a robot');
  const robots = Array.from({ length: count }, (_, i): RobotSpec => {
    const [column, row] = [i % side, Math.floor(i / side)];
    const at = {
      x: (column + 0.5) * cell - half,
      y: (row + 0.5) * cell - half,
      heading: (i * 2.4) % Math.PI,
      speed: 0,
    };
    return { ...first, id: `r${i}`, at };
  });
  return { ...one, robots };
}

const atRate = (rate: Hertz, scenario: Scenario): Scenario => ({
  ...scenario,
  robots: scenario.robots.map((spec) => {
    const { robot } = spec;
    return { ...spec, robot: { ...robot, control: { ...robot.control, rate } } };
  }),
});

async function timed(name: string, scenario: Scenario): Promise<void> {
  const { simulatedSeconds, wallSeconds } = await simulate(scenario);
  const rate = simulatedSeconds / wallSeconds;
  const each = (wallSeconds / simulatedSeconds / scenario.robots.length) * 1e6;
  console.log(
    `${name}: ${rate.toFixed(2)} simulated seconds per second (${each.toFixed(0)} µs a robot and second)`,
  );
}

/** A 20-second scene from its file, seed after seed. */
async function manySeeds(): Promise<void> {
  const started = now();
  let [simulated, loading] = [0, 0];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const begun = now();
    const scenario = loadScenario('wander', { seed });
    loading += now() - begun;
    simulated += (await simulate(scenario)).simulatedSeconds;
  }
  const rate = simulated / (now() - started);
  const load = ((loading / SEEDS) * 1000).toFixed(1);
  console.log(
    `${SEEDS} seeds of wander: ${rate.toFixed(0)} simulated seconds per second with loading (${load} ms each)`,
  );
}

/** Live bytes, as far as a collection is allowed (node --expose-gc). */
function liveMegabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

async function memory(): Promise<void> {
  const scenario = { ...loadScenario('blend'), duration: 0.5 };
  const live: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    if (run % (RUNS / 4) === 0) live.push(liveMegabytes());
    // One run in two is left in its middle.
    const started = runScenario(scenario);
    if (run % 2 === 0) for (let tick = 0; tick < 5; tick++) started.next();
    if (run % 2 === 0) started.return(undefined as never);
    else await simulate(scenario);
  }
  const collected = globalThis.gc ? 'after a collection' : 'without --expose-gc';
  console.log(`live heap over ${RUNS} runs, ${collected}: ${live.map((mb) => mb.toFixed(1)).join(', ')} MB`);
}

export async function benchMany(): Promise<void> {
  await manySeeds();
  await timed('20 robots, physics', crowd(20, 'duration: 30 s\ncommunication: { range: 2 m }'));
  await timed('200 robots, physics', crowd(200, 'duration: 3 s\ncommunication: { range: 2 m }'));
  await timed('200 robots, physics, all hear all', crowd(200, 'duration: 3 s'));
  const free = (duration: number) =>
    `duration: ${duration} s\nbodies: kinematic\ncommunication: { range: 1 m }`;
  await timed('1 000 robots, kinematic', crowd(1000, free(2)));
  await timed('1 000 robots, kinematic, control at 10 Hz', atRate(10, crowd(1000, free(4))));
  await timed('5 000 robots, kinematic, control at 10 Hz', atRate(10, crowd(5000, free(1))));
  await memory();
}
