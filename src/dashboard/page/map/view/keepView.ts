/** The view from frame to frame: fitted until somebody zooms or pans, or with the chosen robot in its middle. */
import type { Pose } from '../../../../math/geometry.js';
import { type Camera, centerOn, fitted, shows } from './camera.js';
import type { Extent } from './extent.js';

export interface ViewNeeds {
  readonly width: number;
  readonly height: number;
  readonly fitting: boolean;
  /** The robot to keep in the middle. */
  readonly followed: Pose | undefined;
  /** Who must not leave a view that is fitted. */
  readonly bodies: readonly Pose[];
}

/** Nearer to the edge than this a robot is about to leave [pixels]. */
const EDGE_MARGIN = 8;

/** @param extentOf asked only where the view must be fitted anew; `wide` with room for what still goes on */
export function nextCamera(
  before: Camera | null,
  now: ViewNeeds,
  extentOf: (wide: boolean) => Extent,
): Camera {
  const { width, height, followed } = now;
  const sized = before && { ...before, width, height };
  const resized = before?.width !== width || before.height !== height;
  if (followed && sized) return centerOn(sized, followed);
  if (!sized) return fitted(extentOf(false), width, height);
  if (!now.fitting) return resized ? sized : before;
  const lost = now.bodies.some((body) => !shows(sized, body, EDGE_MARGIN));
  if (!lost && !resized) return before;
  return fitted(extentOf(lost), width, height);
}
