/** A run that moves: an SVG in which bodies, arrows and targets go through their places again and again. */
import type { Pose, Vec2 } from '../../math/geometry.js';
import type { Seconds } from '../../math/units.js';
import { page } from '../../svg/page.js';
import { element, group, tooltip } from '../../svg/svg.js';
import { bodyShapes } from '../bodies.js';
import { colorOf, type Ink } from '../inks.js';
import type { LocatedRobot } from '../located.js';
import { svgOfAll } from '../svg.js';
import { frameFor, type PlotFrame } from './frame.js';
import { worldShapes } from './plot.js';
import { plotExtentOf } from './plotExtent.js';
import type { PlottedRun } from './trace.js';

/** What moves, at equal instants: each list has one entry for each of them. */
export interface Moving {
  /** Between two of them. */
  readonly step: Seconds;
  readonly robots: readonly {
    /** As it looks; its place does not matter. */
    readonly body: LocatedRobot;
    readonly poses: readonly Pose[];
    readonly velocities: readonly Vec2[];
    readonly forces: readonly Vec2[];
  }[];
  readonly targets: readonly (readonly Vec2[])[];
}

const WIDTH = 760;
const HEIGHT = 480;
/** An arrow's length [pixels for 1 m/s, for 1 N]. */
const PER_SPEED = 110;
const PER_FORCE = 90;

const inTime = (step: Seconds, name: string, attribute: string, values: readonly string[]): string =>
  element(name, {
    attributeName: attribute.split(':')[0],
    type: attribute.split(':')[1],
    values: values.join(';'),
    dur: `${Number((step * values.length).toFixed(3))}s`,
    repeatCount: 'indefinite',
  });

const tenth = (value: number): string => String(Math.round(value * 10) / 10 + 0);

/** Degrees clockwise, as SVG turns; without jumps from −180° to 180°. */
function turns(poses: readonly Pose[]): number[] {
  let last = 0;
  return poses.map(({ heading }) => {
    const degrees = (-heading * 180) / Math.PI;
    last = degrees + 360 * Math.round((last - degrees) / 360);
    return last;
  });
}

/** An arrow from the origin that changes with time. */
function arrow(step: Seconds, vectors: readonly Vec2[], scale: number, ink: Ink): string {
  const ends = {
    x2: vectors.map(({ x }) => tenth(x * scale)),
    y2: vectors.map(({ y }) => tenth(-y * scale)),
  };
  const animated = Object.entries(ends).map(([name, values]) => inTime(step, 'animate', name, values));
  const look = { stroke: colorOf(ink, 'light'), 'stroke-width': 3, 'marker-end': `url(#${ink}-head)` };
  return element('line', { x1: 0, y1: 0, x2: ends.x2[0], y2: ends.y2[0], ...look }, animated.join(''));
}

const head = (ink: Ink): string =>
  element(
    'marker',
    {
      id: `${ink}-head`,
      viewBox: '0 0 10 10',
      refX: 6,
      refY: 5,
      markerWidth: 4,
      markerHeight: 4,
      orient: 'auto',
    },
    element('path', { d: 'M0 1L9 5L0 9z', fill: colorOf(ink, 'light') }),
  );

/** @param content drawn round the origin */
function carried(frame: PlotFrame, step: Seconds, places: readonly Vec2[], content: string): string {
  const at = places.map((place) => {
    const { x, y } = frame.place(place);
    return `${tenth(x)} ${tenth(y)}`;
  });
  return element('g', {}, inTime(step, 'animateTransform', 'transform:translate', at) + content);
}

/** One self-contained SVG, to scale. */
export function drawMovingPlot(run: PlottedRun, { step, robots, targets }: Moving): string {
  const fitted = frameFor(plotExtentOf(run), { x: 0, y: 0 }, WIDTH, HEIGHT);
  const { width, height } = fitted.area;
  const origin: PlotFrame = {
    ...fitted,
    place: ({ x, y }) => ({ x: x * fitted.scale, y: -y * fitted.scale }),
  };
  const drawn = robots.map(({ body, poses, velocities, forces }) => {
    const here = { ...body, pose: { x: 0, y: 0, heading: 0 } };
    const turned = inTime(step, 'animateTransform', 'transform:rotate', turns(poses).map(tenth));
    const shapes = svgOfAll(origin, bodyShapes([here], undefined, fitted.px)).join('');
    const arrows = body.view.ghost
      ? ''
      : arrow(step, forces, PER_FORCE, 'clamped') + arrow(step, velocities, PER_SPEED, 'velocity');
    return carried(fitted, step, poses, element('g', {}, turned + shapes) + arrows);
  });
  const cross = element('path', {
    d: 'M-9 0H9M0 -9V9M0 -6A6 6 0 0 1 0 6A6 6 0 0 1 0 -6',
    fill: 'none',
    stroke: colorOf('target', 'light'),
    'stroke-width': 2,
  });
  return page(width, height, tooltip(run.name), [
    element('defs', {}, head('velocity') + head('clamped')),
    ...svgOfAll(fitted, worldShapes(run, fitted.px)),
    group(
      {},
      targets.map((places) => carried(fitted, step, places, cross)),
    ),
    group({}, drawn),
  ]);
}
