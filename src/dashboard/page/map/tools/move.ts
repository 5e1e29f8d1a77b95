/** The tool that drags robots and things of a simulation; with Shift it turns what it has hold of. */
import { angleOf, distance, sub, type Vec2 } from '../../../../math/geometry.js';
import { can, chosen, frame, operate, scene } from '../../store.js';
import { looseAt } from '../pointing/hitTest.js';
import { Throttle } from '../pointing/throttle.js';
import { carried } from '../view/mapState.js';
import type { Tool, Touch } from './tool.js';

/** Milliseconds between two of them. */
const EVERY = 50;

interface Move {
  readonly id: string;
  readonly to: Vec2;
  readonly heading?: number;
}

const moving = new Throttle<Move>(EVERY, (move) => operate({ kind: 'move', ...move }));

/** Takes hold of what is there. */
export function pickUp(at: Vec2, reach: number): Vec2 | undefined {
  const found = scene.value && can('move') ? looseAt(scene.value, frame.value, at, reach) : undefined;
  if (!found) return undefined;
  if (scene.value?.robots.some(({ id }) => id === found.id)) chosen.value = found.id;
  carried.value = { id: found.id, at: found.at };
  return found.at;
}

export function carryTo(to: Vec2): void {
  if (!carried.value) return;
  carried.value = { id: carried.value.id, at: to };
  moving.offer({ id: carried.value.id, to });
}

/** It stays where it is: the last place is said for certain. */
export function putDown(): void {
  moving.flush();
  carried.value = null;
}

export class MoveTool implements Tool {
  /** From where it was taken to its middle. */
  #grip: Vec2 = { x: 0, y: 0 };

  press({ at, reach }: Touch): boolean {
    const place = pickUp(at, reach / 2);
    if (place) this.#grip = sub(place, at);
    return place !== undefined;
  }

  drag({ at, shift, reach }: Touch): void {
    if (!carried.value) return;
    const { id, at: stays } = carried.value;
    if (!shift) carryTo({ x: at.x + this.#grip.x, y: at.y + this.#grip.y });
    else if (distance(at, stays) > reach / 2) {
      moving.offer({ id, to: stays, heading: angleOf(sub(at, stays)) });
    }
  }

  release(): void {
    putDown();
  }

  cancel(): void {
    moving.cancel();
    carried.value = null;
  }
}
