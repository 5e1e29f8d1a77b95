/** The map by keyboard: arrow keys pan, with Shift they move a cross-hair, and Enter acts like a press there. */
import { clamp } from '../../../../math/geometry.js';
import { cameraFollows, tool } from '../../store.js';
import { dragTo, endDrag, startDrag } from '../tools/move.js';
import { addWaypoint, deleteWaypoint, followDraft } from '../tools/path.js';
import { placeTarget } from '../tools/target.js';
import { type Camera, panBy, toPlane, toScreen } from '../view/camera.js';
import {
  camera,
  crosshair,
  discardDraft,
  draft,
  dragged,
  fitView,
  setCamera,
  zoomBy,
} from '../view/mapState.js';

interface MapKey {
  readonly key: string;
  readonly shift: boolean;
}

const ARROW_DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const PAN_PIXELS = 48;
const CROSSHAIR_STEP = 12;
const KEY_ZOOM_FACTOR = 1.25;
/** The cross-hair picks up what is nearer than this [pixels]. */
const PICK_RADIUS = 12;

/** Whether the map uses the key. It never uses the space bar, which stops the robots. */
export function onMapKey({ key, shift }: MapKey): boolean {
  const now = camera.value;
  const arrow = ARROW_DIRECTIONS[key];
  if (!now) return false;
  if (arrow) {
    if (shift) moveCrosshair(now, ...arrow);
    else pan(now, ...arrow);
    return true;
  }
  return onViewKey(key) || onToolKey(key, shift, now);
}

function pan(now: Camera, dx: number, dy: number): void {
  cameraFollows.value = false;
  setCamera(panBy(now, -dx * PAN_PIXELS, -dy * PAN_PIXELS));
}

function onViewKey(key: string): boolean {
  if (key === '+' || key === '=') zoomBy(KEY_ZOOM_FACTOR);
  else if (key === '-' || key === '_') zoomBy(1 / KEY_ZOOM_FACTOR);
  else if (key === '0') fitView();
  else return false;
  return true;
}

/** The cross-hair begins in the center and stays on the map. */
function moveCrosshair(now: Camera, dx: number, dy: number): void {
  const middle = { x: now.width / 2, y: now.height / 2 };
  const from = crosshair.value ? toScreen(now, crosshair.value) : middle;
  const x = clamp(from.x + dx * CROSSHAIR_STEP, 0, now.width);
  const y = clamp(from.y + dy * CROSSHAIR_STEP, 0, now.height);
  crosshair.value = toPlane(now, { x, y });
  if (dragged.value) dragTo(crosshair.value);
}

function onToolKey(key: string, shift: boolean, now: Camera): boolean {
  if (key === 'Enter') onEnter(shift, now);
  else if (key === 'Escape') return onEscape();
  else if (key === 'Insert' && tool.value === 'path') addWaypoint(crosshair.value ?? now);
  else if ((key === 'Delete' || key === 'Backspace') && tool.value === 'path') deleteWaypoint();
  else return false;
  return true;
}

function onEnter(shift: boolean, now: Camera): void {
  const at = crosshair.value ?? { x: now.x, y: now.y };
  if (tool.value === 'target') placeTarget(at);
  else if (tool.value === 'path' && shift) addWaypoint(at);
  else if (tool.value === 'path') followDraft();
  else if (dragged.value) endDrag();
  else crosshair.value = startDrag(at, PICK_RADIUS / now.scale) ?? at;
}

function onEscape(): boolean {
  const isUsed = draft.value.length > 0 || dragged.value !== null || crosshair.value !== null;
  if (dragged.value) endDrag();
  discardDraft();
  crosshair.value = null;
  return isUsed;
}

/** For the help: the keys, and what they do. */
export const MAP_KEYS: readonly (readonly [press: readonly string[], does: string])[] = [
  [['↑', '↓', '←', '→'], 'move the map'],
  [['+', '−'], 'zoom in, zoom out'],
  [['0'], 'show the whole scene'],
  [['Shift', '↑ ↓ ← →'], 'move a cross-hair'],
  [['Enter'], 'Target: the robot goes to the cross-hair. Path: drive it. Move: pick up, put down'],
  [['Shift', 'Enter'], 'Path: a waypoint at the cross-hair; Insert does the same'],
  [['Delete'], 'Path: remove the waypoint; Backspace does the same'],
  [['Escape'], 'put down, discard the path, hide the cross-hair'],
];
