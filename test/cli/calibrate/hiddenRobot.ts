/** Robots whose true bodies differ from their files, as drawn, and what calibrating them finds. */
import { NEVER } from 'rxjs';
import { simulatedRobot } from '../../../sim/engine/simulatedRobot.js';
import type { FixesSpec } from '../../../sim/scenario/fixesSpec.js';
import type { PlantSpec } from '../../../sim/scenario/plantSpec.js';
import type { BodyFinding } from '../../../src/cli/calibrate/findings.js';
import { measureBody } from '../../../src/cli/calibrate/measureBody.js';
import type { CalibrateOptions } from '../../../src/cli/calibrate/options.js';
import { calibrationPlanOf } from '../../../src/cli/calibrate/plan.js';
import { simulatedTape } from '../../../src/cli/calibrate/tape.js';
import { withFindings } from '../../../src/cli/calibrate/writeFindings.js';
import { loadText } from '../../../src/config/loadFile.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import { type Random, resumeRandom, seedRandom } from '../../../src/math/random.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { rootFile } from '../../support/runs.js';

/** The truth, in what a tape and a protractor would see. */
export interface Hidden {
  readonly track: number;
  /** True way of a count, in metres. */
  readonly perCount: { readonly left: number; readonly right: number };
  /** True rim speed at full duty. */
  readonly noLoadSpeed: { readonly left: number; readonly right: number };
  readonly deadband: { readonly left: number; readonly right: number };
  readonly delay: number;
  readonly lag: number;
  readonly slip: number;
  readonly gyroScaleError: number;
  readonly jitter: number;
  readonly seed: number;
}

export interface Kind {
  readonly counts: number;
  readonly gyro: boolean;
  readonly slip?: number;
  readonly jitter?: number;
  readonly rate?: number;
  /** Its encoders count up both ways. */
  readonly oneChannel?: boolean;
  /** Without encoders; the true body is drawn as for a robot with `counts`. */
  readonly blind?: boolean;
}

export const FILE = 'hidden.yaml';

/** Scout's file, with other encoders, and perhaps a gyroscope. */
export function textOf({ counts, gyro, rate = 50, blind = false, oneChannel = false }: Kind): string {
  const whole = loadText(rootFile('robots/scout.yaml'))
    .replaceAll('countsPerRevolution: 1437', `countsPerRevolution: ${counts}`)
    .replace('rate: 50 Hz', `rate: ${rate} Hz`);
  const full = oneChannel ? whole.replace(/(a: \d), b: \d/g, '$1') : whole;
  const scout = blind ? full.replace(/^encoders:\n.*\n.*\n/m, '') : full;
  return gyro
    ? scout.replace('sensors:\n', 'sensors:\n  - { id: gyro, type: mpu6050, at: [0, 0] }\n')
    : scout;
}

export function drawHidden(seed: number, kind: Kind): Hidden {
  const random = resumeRandom(seedRandom(1000 + seed));
  const even = (least: number, most: number) => least + (most - least) * random.uniform();
  const rim = Math.PI * 0.07;
  const ratio = even(-0.03, 0.03);
  const size = even(-0.02, 0.02);
  const speed = (side: number) => 0.6 * even(0.85, 1.15) * (1 + size + (side * ratio) / 2);
  return {
    track: 0.141 * (1 + even(-0.05, 0.05)),
    perCount: {
      left: (rim * (1 + size - ratio / 2)) / kind.counts,
      right: (rim * (1 + size + ratio / 2)) / kind.counts,
    },
    noLoadSpeed: { left: speed(-1), right: speed(1) },
    deadband: { left: even(0.05, 0.3), right: even(0.05, 0.3) },
    delay: even(0.02, 0.15),
    lag: even(0.02, 0.15),
    slip: kind.slip ?? 0.005,
    gyroScaleError: even(-0.02, 0.02),
    jitter: kind.jitter ?? 0,
    seed,
  };
}

/** The same body, whatever its file says of it. */
export function plantOf(hidden: Hidden, robot: RobotDefinition): PlantSpec {
  const { wheels, encoders, chassis } = robot;
  const error = (side: 'left' | 'right'): number =>
    encoders
      ? (hidden.perCount[side] * encoders[side].countsPerRevolution) / (Math.PI * wheels.diameter) - 1
      : 0;
  const wheelDiameterError = { left: error('left'), right: error('right') };
  const rimSpeed = (side: 'left' | 'right') =>
    both(hidden.noLoadSpeed[side] / (1 + wheelDiameterError[side]));
  return {
    wheelSpeedError: { left: 0, right: 0 },
    wheelDiameterError,
    trackError: hidden.track / chassis.track - 1,
    noLoadSpeed: { left: rimSpeed('left'), right: rimSpeed('right') },
    deadband: { left: both(hidden.deadband.left), right: both(hidden.deadband.right) },
    delay: hidden.delay,
    lag: hidden.lag,
    gyroScaleError: hidden.gyroScaleError,
    slip: hidden.slip,
    ...(hidden.jitter > 0 && { latencyJitter: hidden.jitter }),
  };
}

const both = (value: number) => ({ forward: value, back: value });

export interface Calibrated {
  readonly findings: readonly BodyFinding[];
  /** By the file with the findings in it. */
  readonly robot: RobotDefinition;
  readonly text: string;
  /** Simulated time that it took. */
  readonly lasted: number;
}

export async function calibrated(
  hidden: Hidden,
  text: string,
  { fixes, ...options }: Pick<CalibrateOptions, 'only' | 'with'> & { readonly fixes?: FixesSpec } = {},
): Promise<Calibrated> {
  const before = parseRobot(text, FILE);
  const { seed } = hidden;
  const body = simulatedRobot(before, {
    scenario: { plant: plantOf(hidden, before), seed, ...(fixes && { fixes }) },
  });
  const random: Random = resumeRandom(seedRandom(seed));
  const findings = await measureBody({
    rig: { body, robot: before, ended$: NEVER },
    plan: calibrationPlanOf(before, { port: 'simulated', ...options }),
    tape: simulatedTape(body.truth, random),
    raise: async () => {},
  });
  const after = withFindings({ file: FILE, text }, findings);
  return { findings, text: after, robot: parseRobot(after, FILE), lasted: body.time.now() };
}

/** The value of a finding; undefined where it is not sure. */
export const sureValue = (findings: readonly BodyFinding[], what: string): number | undefined => {
  const found = findings.find((finding) => finding.what.trim() === what);
  return found?.verdict === 'sure' && found.value !== null ? found.value : undefined;
};

/** The share of values that are smaller. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
}
