/** The tool for targets: a press selects the robot there, or moves the target as long as it is held. */
import type { Vec2 } from '../../../../math/geometry.js';
import { shownGoalsOf } from '../../../../scene/goals.js';
import { locateRobots } from '../../../../scene/located.js';
import { addressee, can, frame, operate, scene, selectedRobot } from '../../store.js';
import { sentGoal } from '../given.js';
import { robotAt, thingCovers } from '../pointing/hitTest.js';
import { Throttle } from '../pointing/throttle.js';
import type { Tool, Touch } from './tool.js';

const POINTER_PERIOD_MS = 33;
const GO_TO_PERIOD_MS = 100;

/** Whether a robot of the scene follows the pointer; a ghost that does must not keep the others from going there. */
export const hasPointer = (): boolean =>
  can('pointer') &&
  (scene.value?.robots ?? []).some(
    ({ ghost, mission }) => !ghost && shownGoalsOf(mission).some(({ kind }) => kind === 'pointer'),
  );

const pointerThrottle = new Throttle<Vec2>(POINTER_PERIOD_MS, (at) => operate({ kind: 'pointer', at }));
const goToThrottle = new Throttle<Vec2>(GO_TO_PERIOD_MS, (at) => {
  sentGoal.value = at;
  operate({ kind: 'goTo', ...addressee(), at });
});

/** Moves the target to a point. */
export function placeTarget(at: Vec2): void {
  if (hasPointer()) pointerThrottle.offer(at);
  else if (can('goTo')) goToThrottle.offer(at);
}

function flushTarget(): void {
  pointerThrottle.flush();
  goToThrottle.flush();
}

/** Within something solid, where no robot can go: there a finger asks what it is. */
const isInside = (at: Vec2): boolean =>
  frame.value !== null &&
  (scene.value?.things ?? []).some(
    (thing) => thing.kind !== 'wall' && thing.kind !== 'mover' && thingCovers(thing, frame.value, at, 0),
  );

export class TargetTool implements Tool {
  #held = false;

  press({ at, reach, finger }: Touch): boolean {
    const now = scene.value && frame.value ? locateRobots(scene.value, frame.value) : [];
    const robot = robotAt(now, at, reach / 2);
    this.#held = robot === undefined && !(finger && isInside(at));
    if (robot) selectedRobot.value = robot.view.id;
    else if (this.#held) placeTarget(at);
    return true;
  }

  drag({ at }: Touch): void {
    if (this.#held) placeTarget(at);
  }

  release(): void {
    if (this.#held) flushTarget();
    this.#held = false;
  }

  cancel(): void {
    pointerThrottle.cancel();
    goToThrottle.cancel();
    this.#held = false;
  }

  /** Guards people: a real robot follows only presses; moving the mouse over the map must not move it. */
  hover(at: Vec2): void {
    if (scene.value?.source !== 'robot' && hasPointer()) pointerThrottle.offer(at);
  }
}
