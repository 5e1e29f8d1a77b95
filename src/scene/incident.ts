/** The spot where something happened, and the thing that was met there. */
import type { Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { SceneView, ThingView } from '../signals/view.js';
import { drawnRadius } from './bodies.js';
import { type PoseOf, pieceOf } from './ground.js';
import type { LocatedRobot } from './located.js';
import type { Piece, Shape } from './shapes.js';

/** An event of a run that a picture marks. */
export interface Incident {
  readonly place?: Vec2;
  readonly thing?: string;
  /** A criterion was lost, or a robot failed; otherwise it is only worth a look. */
  readonly isFailure: boolean;
}

/** Radius of the ring, and of the cross in it [pixels]. */
const RING = 10;
const ARM = 4.5;

/** A ring with a cross in it, on a pale disc: it is found in a crowd too. */
function spotShapes({ x, y }: Vec2, { isFailure }: Incident, px: Meters): readonly Shape[] {
  const stroke = isFailure ? 'fault' : 'warning';
  const arm = ARM * px;
  const ring: Piece = { kind: 'circle', at: { x, y }, radius: RING * px };
  const cross: Piece = {
    kind: 'segments',
    ends: [x - arm, y - arm, x + arm, y + arm, x - arm, y + arm, x + arm, y - arm],
  };
  return [
    { pieces: [ring], fill: 'background', alpha: 0.75 },
    { pieces: [ring, cross], stroke, width: 2.5 * px, round: true },
  ];
}

/** @param poseOf where a thing is now; @param robots of the same moment */
export function incidentShapes(
  incidents: readonly Incident[],
  { things }: Pick<SceneView, 'things'>,
  robots: readonly LocatedRobot[],
  poseOf: PoseOf,
  px: Meters,
): readonly Shape[] {
  return incidents.flatMap((incident) => {
    const { thing: id, place, isFailure } = incident;
    const thing = things.find((one) => one.id === id);
    const robot = robots.find(({ view }) => view.id === id);
    const pieces = [
      ...(thing ? [metPiece(thing, poseOf)] : []),
      ...(robot ? [{ kind: 'circle', at: robot.pose, radius: drawnRadius(robot, px) } as const] : []),
    ];
    const met: Shape = { pieces, stroke: isFailure ? 'fault' : 'warning', width: 4 * px, round: true };
    return [...(pieces.length > 0 ? [met] : []), ...(place ? spotShapes(place, incident, px) : [])];
  });
}

const metPiece = (thing: ThingView, poseOf: PoseOf): Piece => pieceOf(thing, poseOf(thing));
