/** Healthy robots must drive on: hours of them, and every fault that one of them notices, with what repeats it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { emulatedBodies } from '../../sim/avr/loadEmulated.js';
import { simulate } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { packageFolder } from '../../src/config/loadFile.js';
import type { Seconds } from '../../src/math/units.js';
import { EMPTY } from '../sim/bodies.js';
import { type Alarm, type DrawnRun, drawRun, type Watched, watchRun } from '../support/drawnRuns.js';
import { FIRST_TASKS, firstMinute } from '../support/firstMinutes.js';
import { missionOf, sceneOf } from '../support/runs.js';
import type { Figures } from './figures/figures.js';

const HOURS = 4;
/** Each wheel is faster or slower than its file says by this share. */
const UNLIKE = 0.2;
const SCENE_SEEDS = 2;
/** Of each preset. */
const BODIES = 100;
const HOUR: Seconds = 3600;
const PROBED: Seconds = 5;
/** Scenes whose stop is wanted. */
const STRUCK = ['loose-wire'];
const names = (folder: string): string[] =>
  readdirSync(join(packageFolder(), folder))
    .flatMap((name) => /^(.+)\.yaml$/.exec(name)?.[1] ?? [])
    .sort();

/**
 * `falseAlarms`: all, which is published. `falseAlarms drawn 10 5001`: so many simulated hours of drawn runs, from that seed
 * on; `falseAlarms unlike`: of motors that are each off by a fifth; `falseAlarms gyroAlone`: without encoders, where some robots
 * are noted as late; `falseAlarms minutes`: every preset's first minute on a hundred bodies; `falseAlarms seed 7`: that one again;
 * `falseAlarms scenes`, `presets`, `firmware`: those alone.
 */
export async function benchFalseAlarms(
  [part, value, from]: readonly string[],
  figures: Figures,
): Promise<void> {
  const wants = (name: string) => part === undefined || part === name;
  const found: Record<string, Counted> = {};
  if (wants('scenes')) found.scenes = report('scenes', eachOf(sceneRuns()));
  if (wants('presets')) found.presets = report('presets', eachOf(presetRuns()));
  if (wants('drawn'))
    found.drawn = report('drawn runs', drawnFor(Number(value ?? HOURS) * HOUR, Number(from ?? 1)));
  if (wants('unlike'))
    found.unlike = report(
      'unlike motors',
      drawnFor(Number(value ?? HOURS) * HOUR, Number(from ?? 1), UNLIKE),
    );
  if (part === 'gyroAlone')
    report(
      'without encoders, unlike motors',
      drawnFor(Number(value ?? HOURS) * HOUR, Number(from ?? 1), UNLIKE / 2, true),
    );
  if (part === 'minutes')
    report('first minutes', eachOf(minuteRuns(Number(value ?? BODIES), Number(from ?? 1))));
  if (part === 'seed') report(`seed ${value}`, [watchRun(drawRun(Number(value)))]);
  if (wants('firmware')) found.firmware = report('with the firmware', await firmwareRuns());
  if (part !== undefined) return;
  for (const [name, { hours }] of Object.entries(found))
    figures.exact(`falseAlarms.${name}.hours`, hours, 'h');
  const alarms = Object.values(found).reduce((sum, one) => sum + one.alarms, 0);
  figures.exact('falseAlarms.alarms', alarms, '');
}

/** Where drawn runs end. */
export function probeFalseAlarms(figures: Figures): void {
  for (const seed of [1, 2, 3]) {
    const { scenario } = drawRun(seed);
    const watched = watchRun({ ...drawRun(seed), scenario: { ...scenario, duration: PROBED } });
    figures.probe(`falseAlarms.probe.seed${seed}`, watched.way);
  }
}

interface Counted {
  readonly hours: number;
  readonly alarms: number;
}

function report(what: string, runs: Iterable<Watched>): Counted {
  let seconds = 0;
  const alarms: Alarm[] = [];
  for (const run of runs) {
    seconds += run.seconds;
    alarms.push(...run.alarms);
    for (const alarm of run.alarms) console.log(`  ${inWords(alarm)}`);
  }
  const stops = alarms.filter(({ stopped }) => stopped).length;
  const hours = seconds / HOUR;
  console.log(
    `${what}: ${alarms.length} false alarms (${stops} that stop) in ${hours.toFixed(2)} simulated hours`,
  );
  return { hours, alarms: alarms.length };
}

const inWords = ({ run, robot, fault, stopped }: Alarm): string =>
  `${run}, robot ${robot}, at ${fault.at.toFixed(2)} s: ${fault.kind}, ${fault.what}${stopped ? '' : ' (noted)'}`;

function* eachOf(runs: Iterable<DrawnRun>): Generator<Watched> {
  for (const run of runs) yield watchRun(run);
}

function* drawnFor(seconds: Seconds, from: number, off?: number, gyroAlone?: boolean): Generator<Watched> {
  let done = 0;
  for (let seed = from; done < seconds; seed++) {
    const watched = watchRun(drawRun(seed, off, gyroAlone));
    done += watched.seconds;
    yield watched;
  }
}

function* sceneRuns(): Generator<DrawnRun> {
  for (const name of names('sim/scenarios')) {
    if (STRUCK.includes(name)) continue;
    for (let seed = 1; seed <= SCENE_SEEDS; seed++)
      yield { name: `scene ${name}, seed ${seed}`, scenario: loadScenario(name, { seed }) };
  }
}

const { square: _, ...PRESET_TASKS } = FIRST_TASKS;

function* presetRuns(): Generator<DrawnRun> {
  for (const preset of names('robots')) {
    for (const [task, { mission, world }] of Object.entries(PRESET_TASKS)) {
      for (let seed = 1; seed <= SCENE_SEEDS; seed++) {
        const scenario = sceneOf({
          robot: loadRobot(preset),
          mission: missionOf(mission),
          world: { ...EMPTY, ...world },
          sensing: 'odometry',
          duration: 30,
          seed,
        });
        yield { name: `${preset}, ${task}, seed ${seed}`, scenario };
      }
    }
  }
}

/** The first minute of every preset, on so many bodies each. */
function* minuteRuns(bodies: number, from: number): Generator<DrawnRun> {
  for (const preset of names('robots')) {
    const robot = loadRobot(preset);
    for (let seed = from; seed < from + bodies; seed++) yield firstMinute(preset, robot, seed);
  }
}

/** Ten minutes in all: the firmware takes its time. */
const FIRMWARE_SCENES = [
  'square',
  'arrive',
  'wander',
  'first-drive',
  'avoid-obstacles',
  'bumpers',
  'table',
  'playground',
];
const FIRMWARE_TIME: Seconds = 600;

async function firmwareRuns(): Promise<Watched[]> {
  const runs: Watched[] = [];
  let seconds = 0;
  for (let seed = 1; seconds < FIRMWARE_TIME; seed++) {
    for (const name of FIRMWARE_SCENES) {
      const scenario = loadScenario(name, { seed });
      if (!scenario.robots.every(({ robot }) => robot.board === 'uno' || robot.board === 'nano')) continue;
      const { robots, simulatedSeconds } = await simulate(scenario, {
        bodyOf: await emulatedBodies(scenario),
      });
      const alarms = robots.flatMap(({ id, faults, outcome }) =>
        faults.map((fault) => ({
          run: `${name}, seed ${seed}`,
          robot: id,
          fault,
          stopped: outcome === 'faulted',
        })),
      );
      seconds += simulatedSeconds * robots.length;
      const way = robots.reduce((sum, { distanceTravelled }) => sum + distanceTravelled, 0);
      runs.push({ seconds: simulatedSeconds * robots.length, way, alarms });
    }
  }
  return runs;
}
