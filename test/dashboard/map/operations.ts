/** A map to work on: what it says is collected. 100 pixels a metre, the origin in the middle of 800 × 600. */
import type { Touch } from '../../../src/dashboard/page/map/tools/tool.js';
import { camera, crosshair, discardDraft, dragged } from '../../../src/dashboard/page/map/view/mapState.js';
import { attach, cameraFollows, selectedRobot, storeView, tool } from '../../../src/dashboard/page/store.js';
import type { FrameView, Operation, SceneView } from '../../../src/signals/view.js';

export const VIEW = { x: 0, y: 0, scale: 100, width: 800, height: 600 };

export function workOn(scene: SceneView, frame: FrameView): Operation[] {
  const said: Operation[] = [];
  attach({ send: (operation) => said.push(operation) });
  storeView(scene);
  storeView(frame);
  camera.value = VIEW;
  selectedRobot.value = null;
  cameraFollows.value = false;
  tool.value = 'target';
  dragged.value = null;
  crosshair.value = null;
  discardDraft();
  return said;
}

export const touch = (x: number, y: number, more: Partial<Touch> = {}): Touch => ({
  at: { x, y },
  reach: 0.1,
  finger: false,
  shift: false,
  twice: false,
  ...more,
});
