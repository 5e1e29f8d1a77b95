/** Percepts of robots that feel the floor, lamps and beacons. */
import type { Pose } from '../../src/math/geometry.js';
import type { Mount } from '../../src/robot/mount.js';
import type { Percept } from '../../src/steering/behavior.js';

const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };

export const mount = (senses: Mount['senses'], y: number, facing = 0, x = 0.1): Mount => ({
  senses,
  at: { x, y },
  facing,
});

/** Levels by sensor, measured at a pose. */
export const levels = (told: Readonly<Record<string, number>>, from = ORIGIN, at = 0): Percept['levels'] =>
  Object.fromEntries(
    Object.entries(told).map(([sensor, level]) => [sensor, { kind: 'level', at, sensor, level, from }]),
  );

/** What a beacon sensor `ear` tells. */
export const bearings = (bearing: number | null, from = ORIGIN, at = 0): Percept['bearings'] => ({
  ear: { kind: 'bearing', at, sensor: 'ear', bearing, from },
});
