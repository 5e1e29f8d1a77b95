/** Where a robot stands after a maneuver, measured by hand from where it began. */
import type { ConnectedRobot } from '../../drivers/driver.js';
import { type Pose, rotate, sub, wrapAngle } from '../../math/geometry.js';
import type { Random } from '../../math/random.js';
import { type Meters, mm, type Radians } from '../../math/units.js';

/** What is asked for. */
export type TapeQuestion = 'distance' | 'place' | 'angle';

/** From the mark where the axle's middle stood at the start, in the direction in which the robot looked then. */
export interface TapeAnswer {
  /** From mark to mark, whatever the direction. */
  readonly distance?: Meters;
  readonly place?: { readonly forward: Meters; readonly left: Meters };
  /** How far it is turned beyond whole turns, left positive. */
  readonly angle?: Radians;
}

export interface Tape {
  /** Called before a maneuver: the robot is brought to its mark. */
  start(what: string): Promise<void>;
  /** Called when the robot stands again. */
  measure(question: TapeQuestion): Promise<TapeAnswer>;
}

/** Standard deviation of a length that is measured with a tape. */
export const TAPE_DEVIATION: Meters = mm(3);
/** An angle is the difference of two distances at the ends of a ruler of this length. */
export const RULER_LENGTH: Meters = mm(300);
export const RULER_DEVIATION: Radians = (TAPE_DEVIATION * Math.SQRT2) / RULER_LENGTH;

/** The tape of a simulated robot: the true pose, with a tape's error. */
export function simulatedTape(truth: NonNullable<ConnectedRobot['truth']>, random: Random): Tape {
  let from: Pose = truth().pose;
  const off = () => TAPE_DEVIATION * random.gaussian();
  return {
    start: async () => {
      from = truth().pose;
    },
    measure: async (question) => {
      const { pose } = truth();
      const way = rotate(sub(pose, from), -from.heading);
      switch (question) {
        case 'distance':
          return { distance: Math.hypot(way.x, way.y) + off() };
        case 'place':
          return { place: { forward: way.x + off(), left: way.y + off() } };
        case 'angle':
          return { angle: wrapAngle(pose.heading - from.heading + (off() - off()) / RULER_LENGTH) };
      }
    },
  };
}
