/** Whether the board would cut the motors of a healthy robot: the firmware's own stall check, over simulated runs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScenario } from '../../sim/engine/run.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { packageFolder } from '../../src/config/loadFile.js';
import { stallMessage } from '../../src/drivers/steerbot/stallLimits.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { WheelDuties } from '../../src/signals/signals.js';
import { PLANT } from '../sim/bodies.js';
import { COUNTS, oneOf, RATES, scoutWith } from './drawnRuns.js';
import { missionOf, sceneOf } from './runs.js';

/** The time between two looks of the firmware at a wheel, in milliseconds. */
const VISIT_MS = 2.048;

/** A cut, with the words that repeat its run. */
export interface Cut {
  readonly run: string;
  /** In lines of the trace. */
  readonly at: number;
  readonly wheel: 'left' | 'right';
}

interface Trace {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Compiles the firmware's check for this machine; `close` removes it. */
export function nativeStallCheck() {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-stall-test-'));
  const program = join(folder, 'stallTrace');
  const firmware = join(packageFolder(), 'robots/firmware/steerbot');
  const native = join(packageFolder(), 'test/firmware/native');
  const sources = [join(native, 'stallTrace.cpp'), join(firmware, 'stall.cpp')];
  execFileSync('g++', ['-O2', '-Wall', '-Werror', '-I', native, '-I', firmware, ...sources, '-o', program]);
  return {
    cutsIn(traces: readonly Trace[]): Cut[] {
      const input = traces.map(({ lines }) => `${lines.join('\n')}\n`).join('');
      const output = execFileSync(program, { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
      return output
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [run = 0, at = 0, wheel] = line.split(' ').map(Number);
          return { run: traces[run]?.name ?? '', at, wheel: wheel === 0 ? 'left' : 'right' };
        });
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

/**
 * A start, a drive, a slow approach and a stop of a healthy robot, drawn from a number: its encoders, its rate, its target,
 * and how wrong its file is. The board goes by the file: its wheels are declared up to 30 % too quick, its deadband up
 * to 20 % too small.
 */
export function drawTrace(seed: number): Trace {
  const chance = resumeRandom(seedRandom(seed));
  const rate = oneOf(chance, RATES);
  const counts = oneOf(chance, COUNTS);
  const robot = scoutWith({ rate, counts, gyro: false });
  const target = [0.02 + 1.2 * chance.uniform() ** 2, 0];
  const heading = 2 * Math.PI * chance.uniform();
  const scene = sceneOf({
    robot,
    mission: missionOf({ arrive: { target } }),
    criteria: [{ criterion: 'arrived', within: 0.05 }],
    plant: { ...PLANT, wheelSpeedError: { left: 0.2 * chance.uniform() - 0.1, right: 0 } },
    sensing: 'odometry',
    at: { heading },
    duration: 5,
  });
  const limits = limitsLine(declaredWrong(robot, chance));
  const name = `seed ${seed}: ${counts} counts, ${rate} Hz, ${target[0]?.toFixed(2)} m`;
  return { name, lines: [limits, ...segmentsOf(ticksOf(scene), 1000 / rate)] };
}

/** What a tick sent, and what the wheels had counted when it did. */
interface Instant {
  readonly duties: WheelDuties;
  readonly counts: Readonly<Record<'left' | 'right', number>>;
}

function ticksOf(scene: Scenario): Instant[] {
  const ticks: Instant[] = [];
  let counts = { left: 0, right: 0 };
  const run = runScenario(scene, {
    now: () => 0,
    onInputs: ({ events }) => {
      for (const event of events) {
        if (event.kind === 'reading' && event.reading.kind === 'encoders') counts = event.reading;
      }
    },
    onTick: (_, __, { duties }) => ticks.push({ duties, counts }),
  });
  for (let step = run.next(); !step.done; ) step = run.next();
  return ticks;
}

/** Lines of at most 10 ms; between two ticks the wheels turn evenly. */
function segmentsOf(ticks: readonly Instant[], periodMs: number): string[] {
  const parts = Math.ceil(periodMs / 10);
  const visits = Math.round(periodMs / parts / VISIT_MS);
  return ticks.slice(1).flatMap(({ counts: to }, i) => {
    const { duties, counts: from } = ticks[i] as Instant;
    const [left, right] = [duties.left, duties.right].map((duty) => Math.round(1000 * duty));
    return Array.from({ length: parts }, (_, part) => {
      const share = part / parts;
      const at = (side: 'left' | 'right') => Math.floor(from[side] + share * (to[side] - from[side]));
      return `${visits} ${left} ${right} ${at('left')} ${at('right')}`;
    });
  });
}

const declaredWrong = (robot: RobotDefinition, chance: Random): RobotDefinition => ({
  ...robot,
  motors: {
    ...robot.motors,
    noLoadSpeed: robot.motors.noLoadSpeed * (1 + 0.3 * chance.uniform()),
    deadband: robot.motors.deadband * (1 - 0.2 * chance.uniform()),
  },
});

function limitsLine(robot: RobotDefinition): string {
  const limits = stallMessage(robot);
  if (!limits) throw new Error('the robot has no encoders');
  const { leftThreshold, leftEffort, rightThreshold, rightEffort } = limits;
  return `L ${leftThreshold} ${leftEffort} ${rightThreshold} ${rightEffort}`;
}

/** The same run with the left wheel's counts frozen from a line on: the check must find it. */
export function blockedFrom({ name, lines }: Trace, from: number): Trace {
  const frozen = lines[from]?.split(' ')[3] ?? '0';
  return {
    name,
    lines: lines.map((line, i) => {
      const [visits, left, right, , rightCount] = line.split(' ');
      return i <= from ? line : [visits, left, right, frozen, rightCount].join(' ');
    }),
  };
}
