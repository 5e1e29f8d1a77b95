/** Teleop of the robot in focus: passes events to the state machine, and its commands to the link. */
import { computed, signal } from '@preact/signals';
import { focusedRobot, operate } from '../store.js';
import {
  demandOf,
  mustSend,
  nextTeleopState,
  type PadState,
  RELEASED_STATE,
  type TeleopEvent,
} from './teleopState.js';

const state = signal<PadState>(RELEASED_STATE);

/** Whether keys, stick and gamepad drive. */
export const teleopOn = computed(() => state.value.on);
export const teleopDemand = computed(() => demandOf(state.value));

/** The driven robot, from the moment a control is held until it is released. */
let drivenRobot: string | undefined;

/** @param repeat whether a held control must be sent again */
export function dispatchTeleop(event: TeleopEvent, repeat = false): void {
  const before = teleopDemand.peek();
  state.value = nextTeleopState(state.peek(), event);
  const now = teleopDemand.peek();
  if (!mustSend(before, now, repeat)) return;
  if (before.linear === 0 && before.angular === 0) drivenRobot = focusedRobot.peek()?.id;
  operate({ kind: 'teleop', ...(drivenRobot !== undefined && { robot: drivenRobot }), ...now });
}

export const releaseTeleop = (): void => dispatchTeleop({ kind: 'releaseAll' });
