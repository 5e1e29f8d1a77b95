/** What is drawn in one frame, looked up once. */
import type { FrameView, SceneView } from '../../../../signals/view.js';
import type { BodyNow } from '../view/bodies.js';
import type { ArrowScales } from './arrowScale.js';
import type { BehaviorColors } from './behaviorColors.js';

export interface Picture {
  readonly scene: SceneView;
  readonly frame: FrameView | null;
  readonly bodies: readonly BodyNow[];
  /** The robot that the page is about. */
  readonly focus: string | undefined;
  readonly forces: boolean;
  readonly marks: boolean;
  readonly colors: BehaviorColors;
  readonly scales: ArrowScales;
}

/** More robots than this cannot all be labelled. */
const FEW = 4;

/** Marks of more robots than this hide everything else. */
const MANY = 10;

type Bodies = Pick<Picture, 'bodies'>;

/** Ghosts do not count. */
export const solidOf = ({ bodies }: Bodies): number =>
  bodies.reduce((count, { view }) => count + (view.ghost ? 0 : 1), 0);

export const isCrowd = (picture: Bodies): boolean => solidOf(picture) > FEW;

export const isSwarm = (picture: Bodies): boolean => solidOf(picture) > MANY;
