/** A picture of a part of a recording, for a lesson or a paper: the ways that were driven in it, and charts below. */
import type { Vec2 } from '../../math/geometry.js';
import type { Seconds } from '../../math/units.js';
import type { FrameView, SceneView } from '../../signals/view.js';
import { page } from '../../svg/page.js';
import { text, tooltip } from '../../svg/svg.js';
import { bodyShapes } from '../bodies.js';
import { type ExtentDisc, extentOfDiscs, sceneDiscs, widened } from '../extent.js';
import { shownGoalsOf } from '../goals.js';
import { floorShapes, isShownTarget, pathShapes, targetLook, targetPieces, thingShapes } from '../ground.js';
import { colorOf, type InkName } from '../inks.js';
import { locateRobots, poseOfThing, positionOfGoal } from '../located.js';
import type { Piece, Shape } from '../shapes.js';
import { svgOfAll } from '../svg.js';
import { type Chart, chartsHeight, drawCharts } from './charts.js';

/** A line in the picture, such as that of another future. */
export interface FigureLine {
  readonly points: readonly Vec2[];
  readonly ink: InkName;
}

export interface RecordedFigure {
  readonly scene: SceneView;
  /** Robots are drawn where they are in each of these, the last one above the others. */
  readonly frames: readonly FrameView[];
  /** Of the part that is shown. */
  readonly samples: readonly FrameView[];
  readonly lines: readonly FigureLine[];
  readonly charts: readonly Chart[];
  /** What the lines' colors mean, below the map. */
  readonly legend?: readonly { readonly words: string; readonly ink: InkName }[];
}

const WIDTH = 720;
const MARGIN = 48;
/** The map is at most so high [pixels]. */
const MOST_HEIGHT = 480;
const LEGEND_HEIGHT = 22;
const LEGEND_STEP = 150;

/** Scalable, on white paper, without outer files. */
export function drawRecordedFigure(figure: RecordedFigure): string {
  const { scene, frames, samples, lines, charts, legend = [] } = figure;
  const ways = scene.robots.map(({ id }) => samples.flatMap((at) => placeOf(at, id) ?? []));
  const last = frames.at(-1) ?? null;
  const discs: readonly ExtentDisc[] = [
    ...sceneDiscs(scene, last),
    ...[...ways, ...lines.map(({ points }) => points)].flat().map((at) => ({ at, radius: 0.15 })),
  ];
  const { low, high } = widened(extentOfDiscs(discs), 0.03);
  const inner = WIDTH - 2 * MARGIN;
  const scale = Math.min(inner / (high.x - low.x), MOST_HEIGHT / (high.y - low.y));
  const height = (high.y - low.y) * scale;
  const left = MARGIN + (inner - (high.x - low.x) * scale) / 2;
  const place = ({ x, y }: Vec2): Vec2 => ({
    x: left + (x - low.x) * scale,
    y: MARGIN / 2 + (high.y - y) * scale,
  });
  const px = 1 / scale;
  const shapes: readonly Shape[] = [
    ...(scene.floor ? floorShapes(scene.floor, px) : []),
    ...pathShapes(scene, px),
    ...thingShapes(scene.things, (thing) => poseOfThing(thing, last), px),
    { pieces: last ? targetsIn(scene, last, px) : [], ...targetLook(px) },
    ...ways.map((points): Shape => wayShape(points, 'trail', px)),
    ...lines.map(({ points, ink }) => wayShape(points, ink, px)),
    ...frames.flatMap((frame) => bodyShapes(locateRobots(scene, frame), undefined, px)),
  ];
  const under = MARGIN / 2 + height + 8;
  const bottom = under + (legend.length > 0 ? LEGEND_HEIGHT : 0);
  const begin: Seconds = samples[0]?.at ?? 0;
  return page(WIDTH, bottom + chartsHeight(charts) + 8, tooltip(scene.name), [
    ...svgOfAll({ scale, place }, shapes),
    ...legend.map(({ words, ink }, i) =>
      text({ x: MARGIN + i * LEGEND_STEP, y: under + 14 }, words, {
        fill: colorOf(ink, 'light'),
        'font-size': 12,
      }),
    ),
    drawCharts(charts, { x: MARGIN, y: bottom }, inner, begin),
  ]);
}

const targetsIn = (scene: SceneView, last: FrameView, px: number): readonly Piece[] =>
  scene.robots
    .flatMap(({ mission }) => shownGoalsOf(mission))
    .filter(isShownTarget)
    .flatMap((goal) => {
      const at = positionOfGoal(goal, scene, last);
      return at ? targetPieces(at, goal, px) : [];
    });

const wayShape = (points: readonly Vec2[], stroke: InkName, px: number): Shape => ({
  pieces: [{ kind: 'line', points }],
  ...{ stroke, width: 2 * px, round: true },
});

function placeOf(at: FrameView, id: string): Vec2 | undefined {
  const robot = at.robots.find((one) => one.id === id);
  return robot?.truth ?? robot?.tick?.estimate.pose;
}
