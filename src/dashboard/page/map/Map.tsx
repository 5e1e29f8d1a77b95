/** The live map: everything that moves, and what moves it. It fills its parent. */
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { cameraFollows, focusedRobot, frame, onView, scene, showForces, showMarks, tool } from '../store.js';
import { canvasElement } from './drawing/canvasElement.js';
import { listenToMap } from './pointing/listen.js';
import './map.css';
import { Painter } from './drawing/painter.js';
import { watchTheme } from './drawing/palette.js';
import { PathButtons } from './PathButtons.js';
import {
  camera,
  crosshair,
  draft,
  dragged,
  fitRequests,
  freehandLine,
  onSceneOrFrame,
  selectedWaypoint,
  shownFrame,
} from './view/mapState.js';
import { Trails } from './view/trails.js';

export { describeMap as describe } from './describe.js';
export { canvasElement } from './drawing/canvasElement.js';
export { Legend } from './Legend.js';
export { fitView, zoomBy } from './view/mapState.js';

const TOOL_HINTS = {
  target: 'Enter moves the target to the cross-hair',
  path: 'Shift and Enter adds a waypoint at the cross-hair, Delete removes one, Enter follows the path',
  move: 'Enter picks up what is under the cross-hair and puts it down',
};

const mapLabel = (): string =>
  `Map of ${scene.value?.name ?? 'the run'}. Arrow keys pan, plus and minus zoom, 0 shows all. ` +
  `Shift with arrow keys moves a cross-hair. ${TOOL_HINTS[tool.value]}.`;

/** Begins to draw, and to listen; until it is called off. */
function startMap(plane: HTMLElement, canvas: HTMLCanvasElement): () => void {
  const trails = new Trails();
  let before = scene.value;
  if (before) trails.update(before);
  shownFrame.value = frame.value;
  const painter = new Painter(canvas, trails);
  const sized = new ResizeObserver(painter.requestPaint);
  sized.observe(canvas);
  const ends = [
    onView((view) => {
      trails.update(view);
      onSceneOrFrame(view, before);
      before = scene.value;
    }),
    watchTheme(painter.themeChanged),
    listenToMap(plane),
    effect(() => {
      for (const shown of [scene, shownFrame, showForces, showMarks, focusedRobot, cameraFollows])
        shown.value;
      for (const own of [camera, fitRequests, draft, freehandLine, selectedWaypoint, crosshair, dragged])
        own.value;
      painter.requestPaint();
    }),
    () => sized.disconnect(),
    () => painter.stop(),
  ];
  canvasElement.value = canvas;
  return () => {
    canvasElement.value = null;
    for (const end of ends) end();
  };
}

function MapView() {
  const plane = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(
    () => (plane.current && canvas.current ? startMap(plane.current, canvas.current) : undefined),
    [],
  );
  return (
    <div class="map">
      <div
        ref={plane}
        class={`map-plane tool-${tool.value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys itself.
        tabIndex={0}
        role="application"
        aria-label={mapLabel()}
      >
        <canvas ref={canvas} data-testid="map" data-camera={JSON.stringify(camera.value)} />
      </div>
      <PathButtons />
    </div>
  );
}

export { MapView as Map };
