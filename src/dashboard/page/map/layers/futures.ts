/** Other futures of a recording: the lines that their robots drive, and where these are at the instant that is shown. */
import { bodyPieces } from '../../../../scene/bodies.js';
import type { Shape } from '../../../../scene/shapes.js';
import type { FutureView, SceneView } from '../../../../signals/view.js';
import { futures, inkOf, lineIn, poseIn } from '../../whatIf/futures.js';
import { drawShapes } from '../drawing/canvas.js';
import type { Pen } from '../drawing/pen.js';
import type { Picture } from '../drawing/picture.js';

export function drawFutures(pen: Pen, { scene, frame }: Picture): void {
  for (const future of futures.value) drawShapes(pen, shapesOf(future, scene, frame?.at ?? 0, pen.px));
}

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
