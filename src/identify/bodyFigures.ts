/** The figures of a body that a recording may tell, and how such a body would have rolled. */
import type { Pose } from '../math/geometry.js';
import { moveAlongArc } from '../math/geometry.js';
import type { Duty, Meters, MetersPerSecond, Seconds } from '../math/units.js';
import { motorFigures } from '../robot/byWheel.js';
import type { RobotDefinition } from '../robot/robot.js';
import type { RimWays } from './countedWays.js';
import type { SentDuties } from './runLog.js';
import { positionsBy } from './wheelModel.js';

/** Each motor alike in both directions; `wheels` and `track` by those of the robot's file. */
export interface BodyFigures {
  readonly noLoadSpeed: { readonly left: MetersPerSecond; readonly right: MetersPerSecond };
  readonly deadband: Duty;
  readonly delay: Seconds;
  readonly lag: Seconds;
  /** True way of a wheel by that of the file. */
  readonly wheels: { readonly left: number; readonly right: number };
  readonly track: Meters;
}

export function declaredFigures({ motors, control, chassis }: RobotDefinition): BodyFigures {
  const { left, right } = motorFigures(motors);
  return {
    noLoadSpeed: {
      left: (left.forward.noLoadSpeed + left.back.noLoadSpeed) / 2,
      right: (right.forward.noLoadSpeed + right.back.noLoadSpeed) / 2,
    },
    deadband: (left.forward.deadband + left.back.deadband + right.forward.deadband + right.back.deadband) / 4,
    delay: control.latency,
    lag: motors.lag,
    wheels: { left: 1, right: 1 },
    track: chassis.track,
  };
}

export const rimWays = (
  duties: readonly SentDuties[],
  at: readonly Seconds[],
  figures: BodyFigures,
  robot: RobotDefinition,
): RimWays => rimWaysBy(duties, at, robot)(figures);

/** The same by other figures, again and again. */
export function rimWaysBy(
  duties: readonly SentDuties[],
  at: readonly Seconds[],
  { motors, limits }: RobotDefinition,
): (figures: BodyFigures) => RimWays {
  const of = (side: 'left' | 'right') => {
    const sent = duties.map((duty) => ({ at: duty.at, duty: duty[side] }));
    const positions = positionsBy(sent, at);
    return ({ noLoadSpeed, deadband, delay, lag }: BodyFigures) => {
      const both = { noLoadSpeed: noLoadSpeed[side], deadband };
      const { breakaway } = motors;
      const { acceleration } = limits;
      return positions({ forward: both, back: both, delay, lag, breakaway, acceleration });
    };
  };
  const [left, right] = [of('left'), of('right')];
  return (figures) => ({ left: left(figures), right: right(figures) });
}

/** Where a body comes to by its rims, from one instant to another; it begins at the origin. */
export function motionBetween(
  { left, right }: RimWays,
  [from, to]: readonly [number, number],
  { wheels, track }: Pick<BodyFigures, 'wheels' | 'track'>,
): Pose {
  let pose: Pose = { x: 0, y: 0, heading: 0 };
  for (let i = from; i < to; i++) {
    const l = wheels.left * ((left[i + 1] as number) - (left[i] as number));
    const r = wheels.right * ((right[i + 1] as number) - (right[i] as number));
    pose = moveAlongArc(pose, (l + r) / 2, (r - l) / track);
  }
  return pose;
}
