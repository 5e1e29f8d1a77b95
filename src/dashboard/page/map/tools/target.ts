/** The tool that says where to go: a press chooses the robot there, or moves the target as long as it is held. */
import type { Vec2 } from '../../../../math/geometry.js';
import { can, chosen, frame, operate, scene } from '../../store.js';
import { goalsOf } from '../goals.js';
import { robotAt } from '../pointing/hitTest.js';
import { Throttle } from '../pointing/throttle.js';
import { bodiesNow } from '../view/bodies.js';
import { meant } from './meant.js';
import type { Tool, Touch } from './tool.js';

/** Milliseconds between two of them. */
const POINTER_EVERY = 33;
const GO_EVERY = 100;

/** Whether somebody here goes after the pointer. */
export const hasPointer = (): boolean =>
  can('pointer') &&
  (scene.value?.robots ?? []).some(({ mission }) => goalsOf(mission).some(({ kind }) => kind === 'pointer'));

const pointer = new Throttle<Vec2>(POINTER_EVERY, (at) => operate({ kind: 'pointer', at }));
const going = new Throttle<Vec2>(GO_EVERY, (at) => operate({ kind: 'goTo', ...meant(), at }));

/** The target goes there. */
export function placeTarget(at: Vec2): void {
  if (hasPointer()) pointer.offer(at);
  else if (can('goTo')) going.offer(at);
}

function settle(): void {
  pointer.flush();
  going.flush();
}

export class TargetTool implements Tool {
  #held = false;

  press({ at, reach }: Touch): boolean {
    const now = scene.value && frame.value ? bodiesNow(scene.value, frame.value) : [];
    const robot = robotAt(now, at, reach / 2);
    this.#held = robot === undefined;
    if (robot) chosen.value = robot.view.id;
    else placeTarget(at);
    return true;
  }

  drag({ at }: Touch): void {
    if (this.#held) placeTarget(at);
  }

  release(): void {
    if (this.#held) settle();
    this.#held = false;
  }

  cancel(): void {
    pointer.cancel();
    going.cancel();
    this.#held = false;
  }

  /** Guards people: a real robot comes only where one presses; a hand that passes over the map means nothing. */
  hover(at: Vec2): void {
    if (scene.value?.source !== 'robot' && hasPointer()) pointer.offer(at);
  }
}
