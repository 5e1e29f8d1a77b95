/** Of a recording: the lines that the robots of its other futures drive, where these are at the instant that is shown, and where the robots are at instant A. */
import { bodyPieces } from '../../../../scene/bodies.js';
import type { Shape } from '../../../../scene/shapes.js';
import type { FutureView, SceneView } from '../../../../signals/view.js';
import { anchor } from '../../timeline/anchor.js';
import { futures, inkOf, lineIn, poseIn } from '../../whatIf/futures.js';
import { drawShapes } from '../drawing/canvas.js';
import type { Pen } from '../drawing/pen.js';
import type { Picture } from '../drawing/picture.js';

export function drawFutures(pen: Pen, { scene, frame }: Picture): void {
  drawShapes(pen, [shapeAtAnchor(scene, pen.px)]);
  for (const future of futures.value) drawShapes(pen, shapesOf(future, scene, frame?.at ?? 0, pen.px));
}

/** Where the robots are at instant A, in dashes. */
const shapeAtAnchor = ({ robots }: SceneView, px: number): Shape => ({
  pieces: robots.flatMap((view) => {
    const robot = anchor.value?.robots.find(({ id }) => id === view.id);
    const pose = robot?.truth ?? robot?.tick?.estimate.pose;
    return pose && !view.ghost ? bodyPieces({ view, pose }, px) : [];
  }),
  ...{ stroke: 'robot', width: 1.5 * px, dashes: [5 * px, 3 * px], alpha: 0.8 },
});

function shapesOf(future: FutureView, { robots }: SceneView, at: number, px: number): Shape[] {
  const stroke = inkOf(future);
  const real = robots.filter(({ ghost }) => !ghost);
  return [
    {
      pieces: real.map(({ id }) => ({ kind: 'line', points: lineIn(future, id) })),
      ...{ stroke, width: 2 * px, round: true, alpha: 0.9 },
    },
    {
      pieces: real.flatMap((view) => {
        const pose = poseIn(future, view.id, at);
        return pose ? bodyPieces({ view, pose }, px) : [];
      }),
      ...{ stroke, width: 2 * px, round: true },
    },
  ];
}
