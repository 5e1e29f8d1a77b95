/** Where robots think they are, beside where they are: an outline, and its uncertainty. */
import { distance, fromPolar, type Pose, wrapAngle } from '../math/geometry.js';
import type { Meters, Radians } from '../math/units.js';
import type { Covariance, Estimate } from '../signals/signals.js';
import type { LocatedRobot } from './located.js';
import type { Shape } from './shapes.js';

interface Ellipse {
  /** Half axes, the longer one first. */
  readonly long: Meters;
  readonly short: Meters;
  /** The angle of the longer axis from +x. */
  readonly angle: Radians;
}

/** Two standard deviations along each axis. */
const ELLIPSE_SIGMAS = 2;

/** Eigenvalues λ = (xx + yy)/2 ± √(((xx − yy)/2)² + xy²); the longer axis lies at ½ atan2(2 xy, xx − yy). */
export function ellipseOf({ xx, xy, yy }: Pick<Covariance, 'xx' | 'xy' | 'yy'>): Ellipse {
  const mean = (xx + yy) / 2;
  const spread = Math.sqrt(((xx - yy) / 2) ** 2 + xy ** 2);
  return {
    long: ELLIPSE_SIGMAS * Math.sqrt(Math.max(0, mean + spread)),
    short: ELLIPSE_SIGMAS * Math.sqrt(Math.max(0, mean - spread)),
    angle: Math.atan2(2 * xy, xx - yy) / 2,
  };
}

/** How far the sector of the heading reaches, in radii of the robot. */
export const SECTOR_REACH = 1.7;

/** Two standard deviations of the heading. */
export const headingSpread = ({ hh }: Pick<Covariance, 'hh'>): Radians =>
  Math.min(Math.PI, ELLIPSE_SIGMAS * Math.sqrt(Math.max(0, hh)));

/** Smaller values are not visible: pixels of distance, pixels of uncertainty, radians of heading. */
const MIN_SHOWN_OFFSET = 2;
const MIN_SHOWN_ELLIPSE = 3;
const MIN_SHOWN_TURN: Radians = 0.05;

/** Of all robots but ghosts; the outline only where it lies apart from the truth. */
export const estimateShapes = (robots: readonly LocatedRobot[], px: Meters): readonly Shape[] =>
  robots.flatMap(({ view, frame, tick }) => {
    if (view.ghost || !tick) return [];
    const { estimate } = tick;
    const differs = frame.truth !== undefined && isApart(frame.truth, estimate.pose, px);
    return [
      ...uncertainty(estimate, view.radius, px),
      ...(differs ? outline(estimate.pose, view.radius, px) : []),
    ];
  });

const isApart = (truth: Pose, believed: Pose, px: Meters): boolean =>
  distance(truth, believed) > MIN_SHOWN_OFFSET * px ||
  Math.abs(wrapAngle(truth.heading - believed.heading)) > MIN_SHOWN_TURN;

/** Two standard deviations: an ellipse for the position, whose area stays clear, and a sector for the heading. */
function uncertainty({ pose, covariance }: Estimate, radius: Meters, px: Meters): readonly Shape[] {
  const { long, short, angle } = ellipseOf(covariance);
  const pieces = [{ kind: 'ellipse', at: pose, long, short: Math.max(short, px / 2), angle }] as const;
  const spread = headingSpread(covariance);
  const ahead = [{ kind: 'sector', at: pose, radius: SECTOR_REACH * radius, spread }] as const;
  return [
    ...(long > MIN_SHOWN_ELLIPSE * px ? ([{ pieces, stroke: 'estimate', width: 1.25 * px }] as const) : []),
    ...(spread >= MIN_SHOWN_TURN ? ([{ pieces: ahead, fill: 'estimate', alpha: 0.2 }] as const) : []),
  ];
}

function outline(pose: Pose, radius: Meters, px: Meters): readonly Shape[] {
  const nose = fromPolar(1.25 * radius, pose.heading);
  const tip = { x: pose.x + nose.x, y: pose.y + nose.y };
  const look = { stroke: 'estimate', width: 1.75 * px } as const;
  return [
    { pieces: [{ kind: 'circle', at: pose, radius }], dashes: [5 * px, 3 * px], ...look },
    { pieces: [{ kind: 'line', points: [pose, tip] }], ...look },
  ];
}
