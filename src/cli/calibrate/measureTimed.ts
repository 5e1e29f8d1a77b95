/** A robot without encoders: it drives by the clock, and a tape says how far it got. */

import { fitMotors } from '../../identify/motorFit.js';
import { integrated, turnedIn } from '../../identify/rolled.js';
import type { RunLog } from '../../identify/runLog.js';
import {
  fitTimed,
  type TimedFacts,
  type TimedFit,
  type TimedRun,
  timedEnd,
} from '../../identify/timedFit.js';
import { wrapAngle } from '../../math/geometry.js';
import type { Duty, Meters, Radians, RadiansPerSecond, Seconds } from '../../math/units.js';
import type { RobotDefinition } from '../../robot/robot.js';
import type { Bench } from './bench.js';
import { type BodyFinding, judged, untold } from './findings.js';
import { slipFinding, trackCandidate } from './measureFloor.js';
import { biasFinding, type GyroTurns, gyroScaleFinding, measureBias } from './measureGyro.js';
import {
  MOST_RMS,
  mostDuty,
  motorCandidates,
  poorFit,
  responseCandidates,
  UNSCALED,
} from './measureMotors.js';
import { motorProgram } from './motorProgram.js';
import { hasGyro, type Plan } from './plan.js';
import { type Rig, runManeuver, type WheelProgram } from './rig.js';
import type { Tape } from './tape.js';

/** Shares of the largest duty: the lowest ones tell the dead band, the highest ones the no-load speed. */
const LEVELS = [0.95, 0.65, 0.45] as const;
/** How far it shall go on a straight way, by the file. */
const WAY: Meters = 1;
const SHORTEST: Seconds = 1;
const LONGEST: Seconds = 5;
const REPEATS = 2;
const FIRST_TURNS = 2;
const TURNS = 8;
const WHOLE_TURN: Radians = 2 * Math.PI;
/** Both wheels stand again. */
const COASTING: Seconds = 1.2;
/** At the lowest duty it must get as far as this. */
const LEAST_WAY: Meters = 0.05;

interface TimedSetup {
  readonly rig: Rig;
  readonly tape: Tape;
  /** Of the gyroscope, if it is measured too. */
  readonly bias: RadiansPerSecond | undefined;
}

const factsOf = ({ motors, control, limits, chassis }: RobotDefinition): TimedFacts => ({
  track: chassis.track,
  noLoadSpeed: motors.noLoadSpeed,
  deadband: motors.deadband,
  delay: control.latency,
  lag: motors.lag,
  acceleration: limits.acceleration,
  breakaway: motors.breakaway,
});

/** With a gyroscope also its bias, its scale, delay and lag. @throws what ends a maneuver, Declined */
export async function measureTimed({ rig, tape, plan }: Bench): Promise<readonly BodyFinding[]> {
  const { robot } = rig;
  const { parts } = plan;
  const gyro = hasGyro(robot) ? await measureBias(rig) : undefined;
  const bias = gyro?.bias?.value;
  const onFloor = parts.motors || parts.track || parts.gyro;
  return [
    ...(gyro && parts.gyro ? [biasFinding(gyro)] : []),
    ...(onFloor ? await measureByTape({ rig, tape, bias }, parts) : []),
    ...(parts.motors || parts.latency ? await measureResponse({ rig, tape, bias }) : []),
    untold('encoder counts', 'cannot be known', 'it has no encoders'),
  ];
}

/** Straight ways both ways at three duties, then turns on the spot. */
async function measureByTape(setup: TimedSetup, parts: Plan['parts']): Promise<readonly BodyFinding[]> {
  const { robot, body } = setup.rig;
  const facts = factsOf(robot);
  const most = mostDuty(robot, body.speedLimit);
  const straights: TimedRun[] = [];
  for (const level of LEVELS)
    for (let i = 0; i < 2 * REPEATS; i++)
      straights.push(await driveStraight(setup, (i % 2 === 0 ? 1 : -1) * level * most, facts));
  if (straights.some(({ tape }) => wayOf(tape) < LEAST_WAY))
    return [untold('motors and track', 'not enough movement', STOOD)];
  const turns = await driveTurns(setup, most, { straights, facts });
  const fit = fitTimed([...straights, ...turns.map(({ run }) => run)], facts);
  const seen = turns.flatMap(({ gyro }) => gyro ?? []);
  return [
    ...(parts.motors ? motorCandidates(fit, { robot, scale: UNSCALED }) : []).map((it) => judged(it, robot)),
    ...(parts.track ? [judged(trackCandidate(fit.track, robot), robot), slipFinding(fit.slip)] : []),
    ...(parts.gyro && seen.length > 0 ? [gyroScaleFinding(seen, robot)] : []),
  ];
}

const STOOD = `with ${LEVELS.at(-1)} of full power it hardly moved; charge the battery, and free the wheels`;

const wayOf = ({ place }: TimedRun['tape']): Meters => Math.hypot(place?.forward ?? 0, place?.left ?? 0);

const held =
  (duties: { readonly left: Duty; readonly right: Duty }, lasting: Seconds): WheelProgram =>
  (since) => {
    if (since < lasting) return duties;
    return since < lasting + COASTING ? { left: 0, right: 0 } : null;
  };

async function driveStraight({ rig, tape }: TimedSetup, duty: Duty, facts: TimedFacts): Promise<TimedRun> {
  const speed = (facts.noLoadSpeed * (Math.abs(duty) - facts.deadband)) / (1 - facts.deadband);
  const lasting = Math.min(LONGEST, Math.max(SHORTEST, WAY / Math.max(speed, WAY / LONGEST)));
  const way = duty > 0 ? 'ahead' : 'back';
  await tape.start(
    `${lasting.toFixed(1)} s straight ${way} with ${Math.round(100 * Math.abs(duty))} % power`,
  );
  const { duties } = await runManeuver(rig, held({ left: duty, right: duty }, lasting));
  return { duties, tape: await tape.measure('place') };
}

interface TimedTurns {
  readonly run: TimedRun;
  readonly gyro: GyroTurns | undefined;
}

/** Few turns first: they tell the track well enough to count the whole turns of the many. */
async function driveTurns(
  setup: TimedSetup,
  most: Duty,
  { straights, facts }: { readonly straights: readonly TimedRun[]; readonly facts: TimedFacts },
): Promise<readonly TimedTurns[]> {
  const turns: TimedTurns[] = [];
  for (const wanted of [FIRST_TURNS, -FIRST_TURNS, TURNS, -TURNS]) {
    const fit = fitTimed([...straights, ...turns.map(({ run }) => run)], facts);
    turns.push(await turnOnSpot(setup, { wanted, duty: LEVELS[0] * most, fit, facts }));
  }
  return turns;
}

interface Turning {
  readonly wanted: number;
  readonly duty: Duty;
  readonly fit: TimedFit;
  readonly facts: TimedFacts;
}

async function turnOnSpot(
  { rig, tape, bias }: TimedSetup,
  { wanted, duty, fit, facts }: Turning,
): Promise<TimedTurns> {
  const [left, right] = wanted > 0 ? [-duty, duty] : [duty, -duty];
  const values = valuesOf(fit, facts);
  // Its turn rate by what is known so far, from a second of it.
  const second = timedEnd({ duties: oneSecond(left, right) }, values, facts, 0).turned;
  const lasting = Math.abs((wanted * WHOLE_TURN) / second);
  await tape.start(`${Math.abs(wanted)} turns on the spot to the ${wanted > 0 ? 'left' : 'right'}`);
  const { duties, turnRates } = await runManeuver(rig, held({ left, right }, lasting));
  const { angle = 0 } = await tape.measure('angle');
  const expected = timedEnd({ duties }, values, facts, 0).turned;
  const turned = expected + wrapAngle(angle - expected);
  const gyro = bias === undefined ? undefined : { seen: turnedIn(turnRates, bias), turned, lasting };
  return { run: { duties, tape: { turned } }, gyro };
}

const oneSecond = (left: Duty, right: Duty): RunLog['duties'] => [
  { at: 0, left, right },
  { at: 1, left: 0, right: 0 },
  { at: 1 + COASTING, left: 0, right: 0 },
];

const valuesOf = ({ noLoadSpeed, deadband, track }: TimedFit, facts: TimedFacts): number[] => [
  ...(['left', 'right'] as const).flatMap((side) =>
    (['forward', 'back'] as const).flatMap((direction) => [
      noLoadSpeed[side][direction].value,
      deadband[side][direction].value,
    ]),
  ),
  track.value / facts.track,
];

/** A gyroscope tells delay and lag by the turn rate of wheels that turn against each other. */
async function measureResponse({ rig, bias }: TimedSetup): Promise<readonly BodyFinding[]> {
  const { robot, body } = rig;
  if (bias === undefined)
    return [
      untold('delay and lag', 'cannot be known', 'they begin and end a motion alike, so no tape tells them'),
    ];
  const most = mostDuty(robot, body.speedLimit);
  const log = await runManeuver(rig, (since) => {
    const duty = motorProgram(since, most);
    return duty === null ? null : { left: -duty, right: duty };
  });
  const counts = asCounts(log, bias, robot.chassis.track);
  const fit = fitMotors({ ...log, counts }, { left: FINE, right: FINE }, robot.motors.noLoadSpeed);
  if (fit.rms > MOST_RMS) return [untold('delay and lag', 'unsure', poorFit(fit))];
  const response = {
    value: fit.response.value - FILTER_DELAY,
    deviation: Math.hypot(fit.response.deviation, FILTER_DOUBT),
  };
  const delay = { ...fit.delay, value: Math.max(0, fit.delay.value - FILTER_DELAY) };
  const candidates = responseCandidates({ ...fit, delay, response }, SURE_BY_GYRO);
  return candidates.map((candidate) => judged(candidate, robot));
}

/** A gyroscope's filter tells a turn later: MPU-6050 at 42 Hz by 4.8 ms, a simulated one by nothing. */
const FILTER_DELAY: Seconds = 0.0048;
const FILTER_DOUBT: Seconds = 0.005;
const SURE_BY_GYRO: Seconds = 0.015;
/** A count of pretended encoders: far less than the model's error. */
const FINE: Meters = 1e-4;

/** The gyroscope's turn as counts of two wheels that turn against each other. */
function asCounts({ turnRates }: RunLog, bias: RadiansPerSecond, track: Meters): RunLog['counts'] {
  const turnedAt = integrated(turnRates, bias);
  return turnRates.map(({ at }) => {
    const way = Math.round((turnedAt(at) * track) / 2 / FINE);
    return { kind: 'encoders', at, left: -way, right: way };
  });
}
