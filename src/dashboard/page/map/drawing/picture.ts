/** The data of one drawing, looked up once. */

import type { ArrowScales } from '../../../../scene/arrowScale.js';
import type { LocatedRobot } from '../../../../scene/located.js';
import type { FrameView, SceneView } from '../../../../signals/view.js';
import type { BehaviorColors } from './behaviorColors.js';

export interface Picture {
  readonly scene: SceneView;
  readonly frame: FrameView | null;
  readonly robots: readonly LocatedRobot[];
  /** The robot in focus. */
  readonly focus: string | undefined;
  readonly forces: boolean;
  readonly marks: boolean;
  readonly colors: BehaviorColors;
  readonly scales: ArrowScales;
}

/** More robots than this cannot all be labelled. */
const MAX_LABELLED_ROBOTS = 4;

/** Marks of more robots than this hide everything else. */
const MAX_MARKED_ROBOTS = 10;

type RobotsOf = Pick<Picture, 'robots'>;

/** Without ghosts. */
export const countRealRobots = ({ robots }: RobotsOf): number =>
  robots.reduce((count, { view }) => count + (view.ghost ? 0 : 1), 0);

export const isCrowd = (picture: RobotsOf): boolean => countRealRobots(picture) > MAX_LABELLED_ROBOTS;

export const isSwarm = (picture: RobotsOf): boolean => countRealRobots(picture) > MAX_MARKED_ROBOTS;
