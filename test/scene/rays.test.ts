/** The rays of range sensors on the map. */
import { describe, expect, it } from 'vitest';
import { completeView } from '../../src/dashboard/page/link/link.js';
import { SerializedFrame } from '../../src/dashboard/server/latestFrameQueue.js';
import { locateRobots } from '../../src/scene/located.js';
import { eachRay } from '../../src/scene/rays.js';
import type { FrameView } from '../../src/signals/view.js';
import { robot, scene } from '../support/viewFixtures.js';

/** A lidar of three rays: to the right, ahead and to the left. */
const LIDAR = { id: 'lidar', at: { x: 0.5, y: 0 }, facing: 0, range: 2, fieldOfView: Math.PI, rays: 3 };
const SCENE = scene({ robots: [robot('a', { sensors: [LIDAR] })] });

const frameWith = (distances: readonly (number | null)[]) =>
  completeView({
    kind: 'frame',
    robots: [
      {
        id: 'a',
        truth: { x: 0, y: 0, heading: 0 },
        ranges: { lidar: { kind: 'range', at: 1, sensor: 'lidar', distances } },
      },
    ],
  } as Partial<FrameView> & { kind: 'frame' }) as FrameView;

/** As a page gets it from a server. */
const served = (frame: FrameView): FrameView =>
  completeView(JSON.parse(String(new SerializedFrame(frame).bytes([])))) as FrameView;

describe.each([
  ['from a server', served],
  ['of the simulator in the page', (frame: FrameView) => frame],
])('the rays in a frame %s', (_, arrived) => {
  /** Direction and echo of each ray that is drawn. */
  function drawn(...distances: (number | null)[]) {
    const rays: unknown[] = [];
    const [here] = locateRobots(SCENE, arrived(frameWith(distances)));
    if (!here) throw new Error('no robot');
    eachRay(here, LIDAR, here.frame.ranges.lidar?.distances ?? [], (x, y, ux, uy, seen) => {
      expect([x, y]).toEqual([0.5, 0]);
      rays.push([Math.round(ux), Math.round(uy), seen]);
    });
    return rays;
  }

  it('go from right to left, with or without an echo', () => {
    expect(drawn(1, null, 0.5)).toEqual([
      [0, -1, 1],
      [1, 0, null],
      [0, 1, 0.5],
    ]);
  });

  it('are left out where they were lost: nothing is known there', () => {
    expect(drawn(1, Number.NaN, 0.5)).toEqual([
      [0, -1, 1],
      [0, 1, 0.5],
    ]);
    expect(drawn(Number.NaN, Number.NaN, Number.NaN)).toEqual([]);
  });
});
