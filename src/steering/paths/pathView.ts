/** What a body that follows a path sees of it: where it is along it, and where it is about to be. */
import { add, distance, length, scale, type Vec2 } from '../../math/geometry.js';
import type { Meters, Seconds } from '../../math/units.js';
import type { Percept } from '../behavior.js';
import { holdBand } from '../braking.js';
import type { Path, Projection } from './path.js';

/** How it looks at the path. */
export interface Outlook {
  /** Half the width of the band. */
  readonly radius: Meters;
  /** How far ahead in time. */
  readonly predict: Seconds;
  /** Of the end. */
  readonly within: Meters;
  readonly loop: boolean;
}

/** Where the body is along the path, and where it is about to be. */
export interface View {
  readonly reach: Meters;
  readonly here: Projection;
  readonly future: Vec2;
  readonly ahead: Projection;
  /** Whether the prediction gets less than half as far along the path as it goes. */
  readonly stalls: boolean;
  /** Along the path to its end, and straight to it; a loop has none. */
  readonly left: Meters;
  readonly toEnd: Meters;
  readonly nearEnd: boolean;
  /** A short path needs a hold band that leaves enough of it to be driven. */
  readonly hold: Meters;
}

export function look(
  { pose, velocity, body }: Percept,
  path: Path,
  progress: Meters,
  parameters: Outlook,
): View {
  const stride = length(velocity) * parameters.predict;
  const reach = Math.max(body.track / 2, stride);
  const nearest = path.project(pose, progress, progress + 2 * reach);
  // Far off it gets no farther along, however the nearest point slides: it goes back to where it left.
  const lost = nearest.distance > reach + parameters.radius;
  const here = lost ? { ...nearest, progress, point: path.at(progress) } : nearest;
  const future = add(pose, scale(velocity, parameters.predict));
  const ahead = path.project(future, here.progress, here.progress + 2 * reach);
  const left = parameters.loop ? Number.POSITIVE_INFINITY : path.length - here.progress;
  return {
    reach,
    here,
    future,
    ahead,
    stalls: ahead.progress - here.progress <= stride / 2,
    left,
    toEnd: distance(pose, path.at(path.length)),
    nearEnd: left < 0.05 * path.length,
    hold: Math.min(holdBand(parameters.within), 0.03 * path.length),
  };
}
