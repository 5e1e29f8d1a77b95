/** The map by keyboard: arrow keys pan, with Shift they move a cross-hair, and Enter does there what a press would. */
import { clamp } from '../../../../math/geometry.js';
import { following, tool } from '../../store.js';
import { carryTo, pickUp, putDown } from '../tools/move.js';
import { addWaypoint, deleteWaypoint, followDraft } from '../tools/path.js';
import { placeTarget } from '../tools/target.js';
import { type Camera, panBy, toPlane, toScreen } from '../view/camera.js';
import { camera, carried, cursor, discardDraft, draft, fitView, look, zoomBy } from '../view/mapState.js';

export interface KeyPress {
  readonly key: string;
  readonly shift: boolean;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const PAN = 48;
const STEP = 12;
const ZOOM = 1.25;
/** How near the cross-hair must be to what it picks up [pixels]. */
const REACH = 12;

/** Whether the map has a use for the key. The space bar is never its: it stops the robots. */
export function onKey({ key, shift }: KeyPress): boolean {
  const now = camera.value;
  const arrow = ARROWS[key];
  if (!now) return false;
  if (arrow) {
    if (shift) moveCursor(now, ...arrow);
    else pan(now, ...arrow);
    return true;
  }
  return onView(key) || onTool(key, shift, now);
}

function pan(now: Camera, dx: number, dy: number): void {
  following.value = false;
  look(panBy(now, -dx * PAN, -dy * PAN));
}

function onView(key: string): boolean {
  if (key === '+' || key === '=') zoomBy(ZOOM);
  else if (key === '-' || key === '_') zoomBy(1 / ZOOM);
  else if (key === '0') fitView();
  else return false;
  return true;
}

/** It begins in the middle and stays on the map. */
function moveCursor(now: Camera, dx: number, dy: number): void {
  const middle = { x: now.width / 2, y: now.height / 2 };
  const from = cursor.value ? toScreen(now, cursor.value) : middle;
  const x = clamp(from.x + dx * STEP, 0, now.width);
  const y = clamp(from.y + dy * STEP, 0, now.height);
  cursor.value = toPlane(now, { x, y });
  if (carried.value) carryTo(cursor.value);
}

function onTool(key: string, shift: boolean, now: Camera): boolean {
  if (key === 'Enter') enter(shift, now);
  else if (key === 'Escape') return letGo();
  else if (key === 'Insert' && tool.value === 'path') addWaypoint(cursor.value ?? now);
  else if ((key === 'Delete' || key === 'Backspace') && tool.value === 'path') deleteWaypoint();
  else return false;
  return true;
}

function enter(shift: boolean, now: Camera): void {
  const at = cursor.value ?? { x: now.x, y: now.y };
  if (tool.value === 'target') placeTarget(at);
  else if (tool.value === 'path' && shift) addWaypoint(at);
  else if (tool.value === 'path') followDraft();
  else if (carried.value) putDown();
  else cursor.value = pickUp(at, REACH / now.scale) ?? at;
}

function letGo(): boolean {
  const isUsed = draft.value.length > 0 || carried.value !== null || cursor.value !== null;
  if (carried.value) putDown();
  discardDraft();
  cursor.value = null;
  return isUsed;
}
