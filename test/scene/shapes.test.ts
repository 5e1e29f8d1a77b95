/** The shapes of a scene, by their numbers: what a picture of them would only look like. */
import { describe, expect, it } from 'vitest';
import { arrowAt, arrowShapes, arrowsOf, type NamedArrow } from '../../src/scene/arrows.js';
import { bodyShapes } from '../../src/scene/bodies.js';
import { putBackShape, targetPieces, thingShapes } from '../../src/scene/ground.js';
import { locateRobots } from '../../src/scene/located.js';
import { rayShapes } from '../../src/scene/rays.js';
import { arrowParts, boxCorners } from '../../src/scene/shapes.js';
import type { ThingView } from '../../src/signals/view.js';
import { at, frame, placed, robot, scene, tick } from '../support/viewFixtures.js';

/** A centimetre a pixel. */
const PX = 0.01;
const rounded = (points: readonly { x: number; y: number }[]) =>
  points.map(({ x, y }) => [Number(x.toFixed(3)) + 0, Number(y.toFixed(3)) + 0]);

describe('a box', () => {
  it('is turned to the left about its middle', () => {
    const corners = boxCorners({ kind: 'box', at: at(1, 2, Math.PI / 2), size: [0.4, 0.2] });
    expect(rounded(corners)).toEqual([
      [0.9, 2.2],
      [0.9, 1.8],
      [1.1, 1.8],
      [1.1, 2.2],
    ]);
  });
});

describe('an arrow', () => {
  const drawn = (along: number, head: number, cut = false) =>
    arrowParts({ kind: 'arrow', from: { x: 0, y: 0 }, along: { x: along, y: 0 }, cut }, head);

  it('has a head at its tip, into which its shaft reaches', () => {
    const { shaft, heads } = drawn(1, 0.1);
    expect(rounded(shaft)).toEqual([
      [0, 0],
      [0.905, 0],
    ]);
    expect(heads.map(rounded)).toEqual([
      [
        [1, 0],
        [0.9, 0.042],
        [0.9, -0.042],
      ],
    ]);
  });

  it('is not all head if it is short, and has a second one if it is cut', () => {
    expect(rounded(drawn(0.1, 0.1).heads[0] ?? [])[1]).toEqual([0.04, 0.025]);
    expect(drawn(1, 0.1, true).heads.map(([tip]) => tip?.x.toFixed(2))).toEqual(['1.00', '0.89']);
  });

  it('is as long as its value in its scale, cut at twice that, and left out if it is too short', () => {
    const by = { value: 0.5, pixels: 40 };
    expect(arrowAt(at(0, 0), { x: 0, y: 0.25 }, by, PX)?.along).toEqual({ x: 0, y: 0.2 });
    expect(arrowAt(at(0, 0), { x: 5, y: 0 }, by, PX)).toMatchObject({ along: { x: 0.8, y: 0 }, cut: true });
    expect(arrowAt(at(0, 0), { x: 0.02, y: 0 }, by, PX)).toBeUndefined();
    expect(arrowAt(at(0, 0), { x: Number.NaN, y: 0 }, by, PX)).toBeUndefined();
  });
});

describe("a tick's arrows", () => {
  const force = (behavior: string, x: number) => ({ behavior, force: { x, y: 0 }, marks: [] });
  const steered = { ...tick(at(0, 0)).steered, force: { x: 0, y: 0.3 }, desiredVelocity: { x: 0, y: 0.4 } };
  const now = tick(at(0, 0), { contributions: [force('seek', 0.4), force('velocity', 0.2)], steered });
  const scales = { force: { value: 0.4, pixels: 40 }, velocity: { value: 0.4, pixels: 40 } };
  const slots: Record<string, number> = { seek: 7, velocity: 900 };
  const arrows = arrowsOf(at(0, 0), now, scales, (name) => slots[name] ?? 0, PX);
  const names = (found: readonly NamedArrow[]) => found.map(({ words }) => words);

  it('come in the order in which they are worth a label', () => {
    expect(names(arrows)).toEqual(['seek', 'velocity', 'limited force', 'sum', 'desired velocity']);
  });

  it('lie above each other by what they are, whatever a behavior is called; a color that comes again is dashed', () => {
    const shapes = arrowShapes(arrows, PX);
    expect(shapes.map(({ stroke }) => stroke)).toEqual(['sum', 'desired', 'clamped', 7, 900]);
    expect(shapes.map(({ dashes }) => dashes !== undefined)).toEqual([false, true, false, false, true]);
    expect(shapes[0]).toMatchObject({ alpha: 0.5, width: 0.06, head: 0.15 });
  });
});

describe('robots', () => {
  const two = scene({ robots: [robot('a'), robot('g', { ghost: true })] });
  const located = (safety: 'driving' | 'stopped' | 'faulted') =>
    locateRobots(
      two,
      frame([placed('a', at(1, 0), { tick: tick(at(1, 0), { safety }) }), placed('g', at(2, 0))]),
    );
  const colors = (safety: 'driving' | 'stopped' | 'faulted') =>
    bodyShapes(located(safety), undefined, PX)
      .filter(({ pieces }) => pieces.length > 0)
      .map(({ fill, stroke, alpha }) => [fill ?? stroke, alpha ?? 1]);

  it('are below their state: a stopped one has a ring, a faulted one a cross, too; a ghost is faint', () => {
    const bodies = [
      ['ghost', 0.45],
      ['ghost', 0.45],
      ['robot', 1],
      ['robot-edge', 1],
    ];
    expect(colors('driving')).toEqual(bodies);
    expect(colors('stopped')).toEqual([...bodies, ['warning', 1]]);
    expect(colors('faulted')).toEqual([...bodies, ['fault', 1], ['fault', 1]]);
  });

  it('are crossed out from edge to edge where they are faulted', () => {
    const cross = bodyShapes(located('faulted'), undefined, PX)[6]?.pieces[0];
    const ends = cross?.kind === 'segments' ? cross.ends.map((x) => Number(x.toFixed(3))) : [];
    expect(ends).toEqual([0.93, -0.07, 1.07, 0.07, 0.93, 0.07, 1.07, -0.07]);
  });

  it('have two wheels at their track, and a wedge ahead', () => {
    const [, , , inside] = bodyShapes(located('driving'), undefined, PX);
    const areas = inside?.pieces.map((piece) => (piece.kind === 'line' ? rounded(piece.points) : [])) ?? [];
    expect(areas).toHaveLength(3);
    expect(areas[0]?.[0]).toEqual([1.036, 0.079]);
    expect(areas[1]?.[0]).toEqual([1.036, -0.061]);
    expect(areas[2]?.[0]).toEqual([1.09, 0]);
  });
});

describe('rays', () => {
  it('end at their echo, with a square, or at their range', () => {
    const eye = { id: 'e', at: { x: 0.1, y: 0 }, facing: 0, range: 2, fieldOfView: 0, rays: 1 };
    const seen = (far: number | null) => {
      const ranges = { e: { kind: 'range', at: 0, sensor: 'e', distances: [far] } } as const;
      const [free, met, hit] = rayShapes(
        locateRobots(
          scene({ robots: [robot('a', { sensors: [eye] })] }),
          frame([placed('a', at(0, 0), { ranges })]),
        ),
        PX,
      ).map(({ pieces: [piece] }) => (piece?.kind === 'segments' ? piece.ends : []));
      return { free, met, hit };
    };
    expect(seen(null)).toEqual({ free: [0.1, 0, 2.1, 0], met: [], hit: [] });
    expect(seen(0.5)).toMatchObject({ free: [], met: [0.1, 0, 0.6, 0] });
    expect(seen(0.5).hit?.map((x) => x.toFixed(3))).toEqual(['0.576', '0.000', '0.624', '0.000']);
    expect(seen(Number.NaN)).toEqual({ free: [], met: [], hit: [] });
  });
});

describe('things', () => {
  const things: readonly ThingView[] = [
    { kind: 'wall', id: 'w', points: [at(0, 0), at(1, 0)] },
    { kind: 'circle', id: 'c', at: { x: 1, y: 1 }, radius: 0.2 },
    { kind: 'mover', id: 'solid', at: { x: 2, y: 1 }, radius: 0.1, solid: true },
    { kind: 'mover', id: 'ball', at: { x: 3, y: 1 }, radius: 0.1, solid: false },
  ];

  it('are filled if they are solid; a mover that one can drive through is a ring', () => {
    const moved = (thing: ThingView) => at(thing.id === 'ball' ? 9 : 5, 0);
    const shapes = thingShapes(things, moved, PX);
    expect(shapes.map(({ fill, stroke, pieces }) => [fill, stroke, pieces.length])).toEqual([
      ['obstacle', 'obstacle-edge', 2],
      [undefined, 'wall', 1],
      [undefined, 'mover', 1],
    ]);
    expect(shapes[2]?.pieces).toEqual([{ kind: 'circle', at: at(9, 0), radius: 0.1 }]);
  });

  it('the area where robots are put back has four corners', () => {
    const [area] = putBackShape([{ x: 0, y: 1 }, { x: 2, y: -1 }], PX).pieces; // biome-ignore format: one line
    expect(area?.kind === 'line' && [area.closed, rounded(area.points)]).toEqual([
      true,
      [
        [0, 1],
        [2, 1],
        [2, -1],
        [0, -1],
      ],
    ]);
  });

  it("a target's ring is its tolerance, if one can see that; a pointer has two", () => {
    const rings = (kind: 'point' | 'pointer', within: number) =>
      targetPieces({ x: 0, y: 0 }, { kind, within }, PX).flatMap((piece) =>
        piece.kind === 'circle' ? [piece.radius] : [],
      );
    expect(rings('point', 0.3)).toEqual([0.3]);
    expect(rings('point', 0.01)).toEqual([0.06]);
    expect(rings('pointer', 0.3)).toEqual([0.3, 0.12]);
  });
});
