/** Where a drive starts. */
import type { Pose } from '../../math/geometry.js';
import type { MissionSpec } from '../../steering/mission.js';
import { UsageError } from '../../validation/errors.js';
import { firstPath } from '../pathWords.js';
import { HERE_WORD, saidPlace } from './saidPlace.js';

export interface StartOptions {
  readonly start?: string;
  readonly fromPathStart?: boolean;
}

/** At the origin, along +x, unless something else is said. @throws UsageError */
export function startPlace(mission: MissionSpec, { start, fromPathStart = false }: StartOptions): Pose {
  if (start !== undefined && fromPathStart)
    throw new UsageError('--start and --from-path-start both say where it starts; give one of them');
  if (start !== undefined) {
    const said = saidPlace(start);
    if (!said) throw new UsageError(`--start ${HERE_WORD}: a place is wanted, such as '0.5,0.2,90deg'`);
    return said;
  }
  if (!fromPathStart) return { x: 0, y: 0, heading: 0 };
  const [first, ...others] = firstPath(mission) ?? [];
  const next = others.find(({ x, y }) => x !== first?.x || y !== first?.y);
  if (!first || !next) throw new UsageError('--from-path-start: the mission follows no path; leave it out');
  return { ...first, heading: Math.atan2(next.y - first.y, next.x - first.x) };
}
