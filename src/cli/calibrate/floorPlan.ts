/** The maneuvers on the floor, and what is measured after each. */

import type { RolledStep } from '../../identify/countedWays.js';
import type { FloorRun } from '../../identify/floorFit.js';
import { stepsOf } from '../../identify/rolled.js';
import { wrapAngle } from '../../math/geometry.js';
import type { Meters, Radians, RadiansPerSecond } from '../../math/units.js';
import { followWays, type Leg, square, straight, turn } from './followWays.js';
import { type Rig, runManeuver } from './rig.js';
import type { Tape, TapeQuestion } from './tape.js';

export interface FloorSetup {
  readonly rig: Rig;
  readonly tape: Tape;
  readonly perCount: { readonly left: Meters; readonly right: Meters };
  /** Of the gyroscope, measured while the robot stood; undefined: the turns go by the tape alone. */
  readonly bias: RadiansPerSecond | undefined;
}

const FIRST_TURNS = 2;
const TURNS = 10;
const STRAIGHT: Meters = 2;
const STRAIGHTS = 4;
const SIDE: Meters = 1;
const SQUARES = 6;
const WHOLE_TURN: Radians = 2 * Math.PI;

/**
 * Turns on the spot tell the track, straight ways the scale, and squares both ways round the ratio (UMBmark, Borenstein
 * and Feng 1996): an error of the track opens them to one side, an error of the ratio to the other when the direction
 * changes. With a gyroscope nobody measures after a square.
 */
export async function driveFloor(setup: FloorSetup): Promise<FloorRun[]> {
  const { bias, rig } = setup;
  const { track } = rig.robot.chassis;
  const turns = await driveTurns(setup);
  const straights: FloorRun[] = [];
  for (let i = 1; i <= STRAIGHTS; i++) {
    const run = await drive(
      setup,
      [straight(STRAIGHT)],
      `straight ahead, ${STRAIGHT} m (${i} of ${STRAIGHTS})`,
    );
    straights.push(await measured(setup, run, bias === undefined ? 'place' : 'distance'));
  }
  const squares: FloorRun[] = [];
  for (const direction of [1, -1] as const)
    for (let i = 1; i <= SQUARES; i++) {
      const way = direction === 1 ? 'left' : 'right';
      const what = `a square of ${SIDE} m to the ${way} (${i} of ${SQUARES})`;
      const steps = await drive(setup, square(SIDE, direction, track), what);
      squares.push(bias === undefined ? await measured(setup, steps, 'place') : { steps, tape: {} });
    }
  return [...turns, ...straights, ...squares];
}

/** A few turns first: they tell the track well enough to count the whole turns of the many. */
export async function driveTurns(setup: FloorSetup): Promise<FloorRun[]> {
  const { track } = setup.rig.robot.chassis;
  const first = await turnOnSpot(setup, FIRST_TURNS, track);
  const wide = (track * byWheels(first.steps, track)) / (first.tape.turned as number);
  return [first, await turnOnSpot(setup, TURNS, wide), await turnOnSpot(setup, -TURNS, wide)];
}

const byWheels = (steps: readonly RolledStep[], track: Meters): Radians =>
  steps.reduce((sum, { left, right }) => sum + (right - left), 0) / track;

/** @param turns left positive @param track as well as it is known */
async function turnOnSpot(setup: FloorSetup, turns: number, track: Meters): Promise<FloorRun> {
  const what = `${Math.abs(turns)} turns on the spot to the ${turns > 0 ? 'left' : 'right'}`;
  const steps = await drive(setup, [turn(turns * WHOLE_TURN, track)], what);
  const { angle = 0 } = await setup.tape.measure('angle');
  const expected = byWheels(steps, track);
  return { steps, tape: { turned: expected + wrapAngle(angle - expected) } };
}

async function drive({ rig, tape, perCount, bias }: FloorSetup, legs: readonly Leg[], what: string) {
  await tape.start(what);
  return stepsOf(await runManeuver(rig, followWays(rig.robot, legs)), perCount, bias);
}

const measured = async (
  { tape }: FloorSetup,
  steps: readonly RolledStep[],
  question: Exclude<TapeQuestion, 'angle'>,
): Promise<FloorRun> => ({ steps, tape: await tape.measure(question) });
