/** Whether each scene passes with its own controller, and fails with every other one: the table in docs/scenes.md. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { LockStep, type Result, simulate } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { exchangesOf } from '../exchange/exchanges.js';
import { FEATURED } from '../exchange/featured.js';

const PAGE = 'docs/scenes.md';
const SEEDS = 100;

/** How many seeds pass, with the scene's own controller and with each exchange. */
type Passed = ReadonlyMap<string, number>;
const OWN = 'own';

/**
 * @param words scenes, all unless given; how many seeds, 100 unless given; `write`: the rows of the page are written anew;
 * `rows`: what each criterion measured
 */
export async function benchExchange(words: readonly string[]): Promise<void> {
  const seeds = Number(words.find((word) => /^\d+$/.test(word)) ?? SEEDS);
  const all = readdirSync('sim/scenarios').flatMap((file) => /^(.+)\.yaml$/.exec(file)?.[1] ?? []);
  const named = words.filter((word) => all.includes(word));
  for (const name of named.length > 0 ? named : all) {
    const { passed, measured } = await exchanged(name, seeds);
    console.log(rowOf(name, seeds, passed));
    if (words.includes('rows')) for (const line of measured) console.log(line);
    if (words.includes('write')) writeRow(name, rowOf(name, seeds, passed));
  }
}

async function exchanged(
  name: string,
  seeds: number,
): Promise<{ passed: Passed; measured: readonly string[] }> {
  const passed = new Map<string, number>();
  const rows = new Map<string, number[]>();
  for (let seed = 1; seed <= seeds; seed++) {
    const scenario = loadScenario(name, { seed });
    const runs = [{ name: OWN, scenario }, ...exchangesOf(scenario, FEATURED[name])];
    for (const { name: exchange, scenario: other } of runs) {
      const result = await (exchange === OWN ? simulate(other, { now: () => 0 }) : untilLost(other));
      passed.set(exchange, (passed.get(exchange) ?? 0) + (result.passed ? 1 : 0));
      if (exchange === OWN && !result.passed)
        console.log(
          `  ${name}, seed ${seed}: ${JSON.stringify(result.criteria.filter((one) => !one.passed))}`,
        );
      for (const { criterion, of = '', measured } of result.criteria) {
        const key = `${exchange}: ${criterion} ${of}`;
        rows.set(key, [...(rows.get(key) ?? []), measured ?? Number.NaN]);
      }
    }
  }
  const measured = [...rows].map(([key, values]) => {
    const found = values.filter(Number.isFinite);
    const none = values.length - found.length;
    return `    ${key}: ${Math.min(...found).toFixed(3)} … ${Math.max(...found).toFixed(3)}, ${none} without`;
  });
  return { passed, measured };
}

/** The result of a run, or of its part until it cannot pass any more: whether it passes is the same. */
async function untilLost(scenario: Scenario): Promise<Result> {
  // A run that is compared with another one comes to its end for its result.
  if (scenario.criteria.some(({ criterion }) => criterion === 'beats'))
    return simulate(scenario, { now: () => 0 });
  const run = new LockStep(scenario, { now: () => 0 });
  try {
    while (!run.isOver && run.lost.length === 0) {
      run.control();
      await undefined;
      run.advance(scenario.duration);
    }
    return run.result(0);
  } finally {
    run.close();
  }
}

/** `| seek | 100 of 100 | still 0, wander 0, ahead 0 |` */
function rowOf(name: string, seeds: number, passed: Passed): string {
  const others = [...passed].filter(([exchange]) => exchange !== OWN);
  const kept = others.map(([exchange, count]) =>
    count > seeds / 10 ? `**${exchange} ${count}**` : `${exchange} ${count}`,
  );
  return `| \`${name}\` | ${passed.get(OWN)} of ${seeds} | ${kept.join(', ')} |`;
}

/** In the order of their names. */
function writeRow(name: string, row: string): void {
  const lines = readFileSync(PAGE, 'utf8').split('\n');
  const isRow = (line: string) => line.startsWith('| `');
  const rows = lines.filter((line) => isRow(line) && !line.startsWith(`| \`${name}\` `));
  const first = lines.findIndex((line) => line.startsWith('|---')) + 1;
  const rest = lines.slice(first).filter((line) => !isRow(line));
  writeFileSync(PAGE, [...lines.slice(0, first), ...[...rows, row].sort(), ...rest].join('\n'));
}
