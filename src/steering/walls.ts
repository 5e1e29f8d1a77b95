/** The same percept among walls that only the mission knows. */
import { NO_HITS } from '../signals/hits.js';
import type { Obstacle } from '../signals/signals.js';
import type { Percept } from './behavior.js';

/**
 * For a behavior that finds its way: these walls and nothing else stand around it, and they are known as surely as a map.
 * What stands there in truth is for `avoidObstacles`.
 */
export const amongWalls = (percept: Percept, walls: readonly Obstacle[]): Percept => ({
  ...percept,
  mapped: walls,
  obstacles: walls,
  hits: NO_HITS,
  rangers: {},
  ranges: {},
  sightAge: 0,
});
