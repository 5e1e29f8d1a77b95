/** The order in which a body is measured: what each step finds is used by the next one. */

import { type FloorFit, fitFloor } from '../../identify/floorFit.js';
import { perCountOf } from '../../identify/rolled.js';
import type { RadiansPerSecond } from '../../math/units.js';
import type { Bench } from './bench.js';
import type { BodyFinding } from './findings.js';
import { driveFloor, driveTurns } from './floorPlan.js';
import { measureFixed } from './measureFixed.js';
import { floorFindings, isRatioSure } from './measureFloor.js';
import { biasFinding, gyroScaleFinding, gyroTurnsOf, measureBias } from './measureGyro.js';
import { measureMotors, motorFindings, UNSCALED, withMotors } from './measureMotors.js';
import { measureTimed } from './measureTimed.js';
import { hasGyro } from './plan.js';

/** @throws what ends a maneuver, Declined */
export async function measureBody(bench: Bench): Promise<readonly BodyFinding[]> {
  const { rig, plan } = bench;
  const { parts, method } = plan;
  const { robot } = rig;
  if (!robot.encoders) return measureTimed(bench);
  if (method === 'fixes') return measureFixed(bench);
  const needsBias = hasGyro(robot) && (parts.gyro || (parts.track && method === 'gyro'));
  const onBlocks = parts.motors || parts.latency;
  if (needsBias || onBlocks) await bench.raise();
  const gyro = needsBias ? await measureBias(rig) : undefined;
  const motors = onBlocks ? await measureMotors(rig) : undefined;
  const moving = motors ? { ...bench, rig: { ...rig, robot: withMotors(robot, motors) } } : bench;
  const floor = await measureFloor(moving, gyro?.bias?.value);
  const scale = floor.fit && isRatioSure(floor.fit) ? floor.fit : UNSCALED;
  return [
    ...(motors ? motorFindings(motors, { robot, scale, parts }) : []),
    ...(gyro && parts.gyro ? [biasFinding(gyro)] : []),
    ...floor.findings,
  ];
}

interface FloorResult {
  readonly fit?: FloorFit;
  readonly findings: readonly BodyFinding[];
}

/** @param bias of the gyroscope, if it is used */
async function measureFloor(
  { rig, plan, tape }: Bench,
  bias: RadiansPerSecond | undefined,
): Promise<FloorResult> {
  const { parts, method } = plan;
  const perCount = perCountOf(rig.robot);
  const setup = { rig, tape, perCount, bias: method === 'gyro' || !parts.track ? bias : undefined };
  if (parts.track) {
    const runs = await driveFloor(setup);
    const facts = { track: rig.robot.chassis.track, perCount, gyro: setup.bias !== undefined };
    const fit = fitFloor(runs, facts);
    return { fit, findings: floorFindings(fit, rig.robot, parts) };
  }
  if (!parts.gyro || bias === undefined) return { findings: [] };
  return { findings: [gyroScaleFinding((await driveTurns(setup)).map(gyroTurnsOf), rig.robot)] };
}
