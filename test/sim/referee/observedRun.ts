/** A scene that an observer's test moves by hand. */

import { TargetTruth } from '../../../sim/engine/targetTruth.js';
import type { ObservedRun, StopObservation } from '../../../sim/referee/observers.js';

import type { Pose } from '../../../src/math/geometry.js';
import type { Obstacle } from '../../../src/signals/signals.js';

export interface HandScene extends ObservedRun {
  readonly poses: Record<string, Pose>;
  obstaclesNow: readonly Obstacle[];
  /** By robot; one that is missing touched nothing. */
  readonly contactSpeeds: Record<string, readonly number[]>;
  /** By robot; one that is missing stands, switched off. */
  readonly stops: Record<string, StopObservation>;
}

const AT_REST: StopObservation = {
  motorsOff: true,
  wheelSpeeds: { left: 0, right: 0 },
  firstStrike: null,
  faults: [],
};

export function handScene(poses: Record<string, Pose>): HandScene {
  const targetTruth = new TargetTruth({
    spec: {
      movers: [
        {
          id: 'ball',
          waypoints: [
            { x: 0, y: 0 },
            { x: 10, y: 0 },
          ],
          speed: 1,
          radius: 0.1,
          solid: false,
        },
      ],
    },
    poseOf: (id) => scene.poseOf(id),
  });
  const scene: HandScene = {
    poses,
    obstaclesNow: [],
    contactSpeeds: {},
    stops: {},
    robots: Object.keys(poses),
    poseOf: (id) => poses[id] ?? { x: 0, y: 0, heading: 0 },
    radiusOf: () => 0.1,
    positionOf: (target, at) => targetTruth.positionOf(target, at),
    obstacles: () => scene.obstaclesNow,
    touchesOf: (id) =>
      (scene.contactSpeeds[id] ?? []).map((speed) => ({ at: 0, place: { x: 0, y: 0 }, speed })),
    crossingsOf: () => [],
    passingTimeOf: () => 0.5,
    stopOf: (id) => scene.stops[id] ?? AT_REST,
  };
  return scene;
}

export const facing = (heading: number): Pose => ({ x: 0, y: 0, heading });
export const placed = (x: number, y = 0): Pose => ({ x, y, heading: 0 });
