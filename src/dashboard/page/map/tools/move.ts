/** The tool that drags robots and things of a simulation; with Shift it turns them. */
import { angleOf, distance, sub, type Vec2 } from '../../../../math/geometry.js';
import { can, frame, operate, scene, selectedRobot } from '../../store.js';
import { draggableAt } from '../pointing/hitTest.js';
import { Throttle } from '../pointing/throttle.js';
import { dragged } from '../view/mapState.js';
import type { Tool, Touch } from './tool.js';

const MOVE_PERIOD_MS = 50;

interface Move {
  readonly id: string;
  readonly to: Vec2;
  readonly heading?: number;
}

const moveThrottle = new Throttle<Move>(MOVE_PERIOD_MS, (move) => operate({ kind: 'move', ...move }));

/** Takes hold of the robot or thing at a point. */
export function startDrag(at: Vec2, reach: number): Vec2 | undefined {
  const found = scene.value && can('move') ? draggableAt(scene.value, frame.value, at, reach) : undefined;
  if (!found) return undefined;
  if (scene.value?.robots.some(({ id }) => id === found.id)) selectedRobot.value = found.id;
  dragged.value = { id: found.id, at: found.at };
  return found.at;
}

export function dragTo(to: Vec2): void {
  if (!dragged.value) return;
  dragged.value = { id: dragged.value.id, at: to };
  moveThrottle.offer({ id: dragged.value.id, to });
}

/** Drops the dragged thing where it is: the last place is always sent. */
export function endDrag(): void {
  moveThrottle.flush();
  dragged.value = null;
}

export class MoveTool implements Tool {
  /** From the grabbed point to the center. */
  #grabOffset: Vec2 = { x: 0, y: 0 };

  press({ at, reach }: Touch): boolean {
    const place = startDrag(at, reach / 2);
    if (place) this.#grabOffset = sub(place, at);
    return place !== undefined;
  }

  drag({ at, shift, reach }: Touch): void {
    if (!dragged.value) return;
    const { id, at: stays } = dragged.value;
    if (!shift) dragTo({ x: at.x + this.#grabOffset.x, y: at.y + this.#grabOffset.y });
    else if (distance(at, stays) > reach / 2) {
      moveThrottle.offer({ id, to: stays, heading: angleOf(sub(at, stays)) });
    }
  }

  release(): void {
    endDrag();
  }

  cancel(): void {
    moveThrottle.cancel();
    dragged.value = null;
  }
}
