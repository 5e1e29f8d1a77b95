/** Mouse, pen and fingers on the map: one pointer uses the chosen tool, two fingers zoom and pan. */
import { distance, type Vec2 } from '../../../../math/geometry.js';
import { cameraFollows, can, tool } from '../../store.js';
import { MoveTool } from '../tools/move.js';
import { PathTool } from '../tools/path.js';
import { TargetTool } from '../tools/target.js';
import type { Tool, Touch } from '../tools/tool.js';
import { panBy, pinched, toPlane, zoomAbout } from '../view/camera.js';
import { camera, crosshair, held, setCamera } from '../view/mapState.js';

const TOOL_BY_NAME = { target: new TargetTool(), path: new PathTool(), move: new MoveTool() };

/** The chosen tool; where nothing can be moved, the target tool instead. */
export const activeTool = (): Tool =>
  TOOL_BY_NAME[tool.value === 'move' && !can('move') ? 'target' : tool.value];

/** A pointer event without the page around it; `at` in pixels of the map. */
export interface Contact {
  readonly id: number;
  readonly kind: 'mouse' | 'pen' | 'touch';
  readonly at: Vec2;
  /** 0 for the first button, 1 for the middle one. */
  readonly button: number;
  readonly shift: boolean;
  /** Milliseconds. */
  readonly time: number;
}

/** How far from a point a press still counts as on it [pixels]. */
const PRESS_RADIUS = { mouse: 10, pen: 12, touch: 22 };
/** A finger that rests this long starts the tool; before that a second finger may come, to zoom [ms]. */
const TOUCH_DELAY_MS = 120;
const TOUCH_SLOP = 8;
const DOUBLE_PRESS_MS = 350;

type Gesture = 'nothing' | 'waiting' | 'tool' | 'pan' | 'pinch';

export class Pointers {
  readonly #down = new Map<number, Contact>();
  #gesture: Gesture = 'nothing';
  #tool: Tool | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: Contact | undefined;
  #isDouble = false;

  press(contact: Contact): void {
    this.#down.set(contact.id, contact);
    held.value = true;
    crosshair.value = null;
    if (this.#down.size > 1) this.#begin('pinch');
    else if (contact.button !== 0) this.#begin('pan');
    else {
      this.#isDouble = this.#isSecondPress(contact);
      this.#last = contact;
      if (contact.kind !== 'touch') this.#startTool(contact);
      else this.#waitForMore(contact);
    }
  }

  move(contact: Contact): void {
    const before = this.#down.get(contact.id);
    if (!before) {
      if (this.#gesture === 'nothing') this.#hover(contact);
      return;
    }
    if (this.#gesture === 'waiting' && distance(before.at, contact.at) > TOUCH_SLOP) this.#startTool(before);
    if (this.#gesture === 'waiting') return;
    if (this.#gesture === 'pinch') this.#pinch(contact);
    this.#down.set(contact.id, contact);
    if (this.#gesture === 'pan') this.#pan(contact.at.x - before.at.x, contact.at.y - before.at.y);
    if (this.#gesture === 'tool') this.#callTool(contact, (touch) => this.#tool?.drag(touch));
  }

  release(contact: Contact): void {
    const before = this.#down.get(contact.id);
    if (!before) return;
    if (this.#gesture === 'waiting') this.#startTool(before);
    if (this.#gesture === 'tool') this.#callTool(contact, (touch) => this.#tool?.release(touch));
    this.#end(contact.id);
  }

  /** The browser cancelled the pointer. */
  cancel(id: number): void {
    if (!this.#down.has(id)) return;
    if (this.#gesture === 'tool') this.#tool?.cancel();
    this.#end(id);
  }

  /** @param notches of the wheel; positive away from the hand */
  wheel(at: Vec2, notches: number): void {
    const now = camera.value;
    // The followed robot stays in the center.
    const about = now && cameraFollows.value ? { x: now.width / 2, y: now.height / 2 } : at;
    if (now) setCamera(zoomAbout(now, about, 1.2 ** notches));
  }

  #end(id: number): void {
    this.#down.delete(id);
    held.value = this.#down.size > 0;
    clearTimeout(this.#timer);
    // The last of two fingers does nothing more.
    this.#gesture = 'nothing';
    this.#tool = undefined;
  }

  #begin(gesture: Gesture): void {
    clearTimeout(this.#timer);
    if (this.#gesture === 'tool') this.#tool?.cancel();
    this.#tool = undefined;
    this.#gesture = gesture;
  }

  #waitForMore(contact: Contact): void {
    this.#begin('waiting');
    this.#timer = setTimeout(() => this.#startTool(contact), TOUCH_DELAY_MS);
  }

  #startTool(contact: Contact): void {
    this.#begin('tool');
    this.#tool = activeTool();
    let taken = false;
    this.#callTool(contact, (touch) => {
      taken = this.#tool?.press(touch) ?? false;
    });
    if (!taken) this.#begin('pan');
  }

  #hover({ at }: Contact): void {
    if (camera.value) activeTool().hover?.(toPlane(camera.value, at));
  }

  #pan(dx: number, dy: number): void {
    cameraFollows.value = false;
    if (camera.value) setCamera(panBy(camera.value, dx, dy));
  }

  #pinch(contact: Contact): void {
    const other = [...this.#down.values()].find(({ id }) => id !== contact.id);
    const before = this.#down.get(contact.id);
    if (!camera.value || !other || !before) return;
    setCamera(pinched(camera.value, [before.at, other.at], [contact.at, other.at]));
  }

  #isSecondPress({ at, time, kind }: Contact): boolean {
    const last = this.#last;
    const isSoon = last !== undefined && time - last.time < DOUBLE_PRESS_MS && !this.#isDouble;
    return isSoon && distance(last.at, at) < PRESS_RADIUS[kind];
  }

  #callTool({ at, shift, kind }: Contact, act: (touch: Touch) => void): void {
    const now = camera.value;
    if (now)
      act({
        ...{ at: toPlane(now, at), reach: PRESS_RADIUS[kind] / now.scale, shift, twice: this.#isDouble },
        finger: kind === 'touch',
      });
  }
}

/** For the help: the gestures, and what they do. */
export const MAP_GESTURES: readonly (readonly [press: readonly string[], does: string])[] = [
  [['press', 'drag'], 'Target: the robot goes there; on a robot: puts it in focus'],
  [
    ['drag'],
    'Path: draw; a press adds a waypoint, also within a line; a double press on a waypoint removes it',
  ],
  [['drag'], 'Move: drag robots and obstacles; with Shift, turn them'],
  [['wheel', 'pinch'], 'zoom'],
  [['middle button', 'two fingers'], 'move the map'],
];
