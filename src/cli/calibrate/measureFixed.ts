/** A robot that is seen from outside: one drive tells motors, wheels and track. */

import { type FixedFit, fitFixed } from '../../identify/fixedFit.js';
import { perCountOf, stepsOf } from '../../identify/rolled.js';
import type { RunLog } from '../../identify/runLog.js';
import { deg, type Meters, type Radians } from '../../math/units.js';
import type { RobotDefinition } from '../../robot/robot.js';
import type { Bench } from './bench.js';
import { type BodyFinding, untold } from './findings.js';
import { followWays, straight, turn } from './followWays.js';
import { floorFindings, isFloorSure, isRatioSure } from './measureFloor.js';
import { fittedMotors, mostDuty, motorFindings, UNSCALED } from './measureMotors.js';
import { motorProgram } from './motorProgram.js';
import { type Rig, runManeuver } from './rig.js';

const WAY: Meters = 1.5;
/** Half a turn, and a whole one for the track: a turn of 1.5 tells it three times as well. */
const AROUND: Radians = deg(540);
/** With little slip one round is enough, and with the motors' program that is a drive of 40 s. */
const MOST_ROUNDS = 5;
/** So many, or nothing is said. */
const LEAST_FIXES = 40;

/**
 * Out and back twice, once turning left and once right: that tells scale and ratio. Both wheels against each other through
 * the motors' program: that tells the motors, the track, and where on the body the seen point is. More rounds where it is
 * not sure yet.
 *
 * @throws what ends a maneuver, Declined
 */
export async function measureFixed({ rig, plan, tape }: Bench): Promise<readonly BodyFinding[]> {
  const { robot } = rig;
  const { parts } = plan;
  await tape.start(`${WAY} m out and back, and turns on the spot, while it is seen from outside`);
  // The first way must be straight: it tells where the robot looks.
  const first = await driveRound(rig);
  const spin = await driveSpin(rig);
  const logs = [first, spin];
  if (fixesOf(logs).length < LEAST_FIXES) return [untold('wheels and track', 'cannot be known', UNSEEN)];
  let fit = fitLogs(logs, robot);
  for (let round = 2; round <= MOST_ROUNDS && !isFloorSure(fit, robot); round++) {
    logs.push(await driveRound(rig));
    fit = fitLogs(logs, robot);
  }
  const motors = { robot, scale: isRatioSure(fit) ? fit : UNSCALED, parts };
  return [
    ...(parts.motors || parts.latency ? motorFindings(fittedMotors(spin, robot), motors) : []),
    ...(parts.track ? [...floorFindings(fit, robot, parts), ...fixFindings(fit)] : []),
  ];
}

const UNSEEN = `fewer than ${LEAST_FIXES} fixes came; something outside must tell its place, or use --with tape`;

function driveRound(rig: Rig): Promise<RunLog> {
  const { track } = rig.robot.chassis;
  const [left, right] = [turn(AROUND, track), turn(-AROUND, track)];
  const out = straight(WAY);
  return runManeuver(rig, followWays(rig.robot, [out, left, out, right, out, right, out, left]));
}

function driveSpin(rig: Rig): Promise<RunLog> {
  const most = mostDuty(rig.robot, rig.body.speedLimit);
  return runManeuver(rig, (since) => {
    const duty = motorProgram(since, most);
    return duty === null ? null : { left: -duty, right: duty };
  });
}

const fixesOf = (logs: readonly RunLog[]): RunLog['fixes'] =>
  logs.flatMap(({ fixes }) => fixes).toSorted((a, b) => a.at - b.at);

function fitLogs(logs: readonly RunLog[], robot: RobotDefinition): FixedFit {
  const counts = logs.flatMap((log) => log.counts);
  const steps = stepsOf({ counts, turnRates: [] }, perCountOf(robot), undefined);
  return fitFixed({ steps, fixes: fixesOf(logs), track: robot.chassis.track });
}

const informed = (
  what: string,
  measured: { value: number; deviation: number },
  unit: 'm' | 's',
): BodyFinding => ({
  ...{ what, path: null, unit, file: null, verdict: 'sure', why: null },
  ...measured,
});

const fixFindings = ({ tag, late }: FixedFit): BodyFinding[] => [
  informed('seen point: ahead of the axle', tag.forward, 'm'),
  informed('seen point: left of the middle', tag.left, 'm'),
  informed('fixes: later than they say', late, 's'),
];
