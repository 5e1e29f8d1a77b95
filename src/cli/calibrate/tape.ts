/** Where a robot stands after a maneuver, measured by hand from where it began. */
import type { ConnectedRobot } from '../../drivers/driver.js';
import { RULER_LENGTH, TAPE_DEVIATION, type TapeAnswer } from '../../identify/tapeErrors.js';
import { type Pose, rotate, sub, wrapAngle } from '../../math/geometry.js';
import type { Random } from '../../math/random.js';

/** What is asked for. */
export type TapeQuestion = 'distance' | 'place' | 'angle';

export interface Tape {
  /** Called before a maneuver: the robot is brought to its mark. */
  start(what: string): Promise<void>;
  /** Called when the robot stands again. */
  measure(question: TapeQuestion): Promise<TapeAnswer>;
}

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
