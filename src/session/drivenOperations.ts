/** What an operator may ask of a real robot, and when. */
import type { Cause } from '../signals/signals.js';
import type { Operation } from '../signals/view.js';

/** Operations that give the robot another task. */
export const TAKEOVER_OPERATIONS: readonly Operation['kind'][] = [
  'goTo',
  'follow',
  'pointer',
  'teleop',
  'resume',
];
/** Guards people: these are refused while the robot is away, so that it does not start to move when it comes back. */
const MOVING_OPERATIONS: readonly Operation['kind'][] = [
  ...TAKEOVER_OPERATIONS,
  'arm',
  'clear',
  'tune',
  'signal',
  'goToStep',
  'move',
];
/** These would replace the mission of a robot that waits to be told where it stands, by a stray click on its map. */
const RETARGETING_OPERATIONS: readonly Operation['kind'][] = ['goTo', 'follow', 'pointer'];

/** Why it is not the time for an operation. @param cause why the robot does not drive */
export function untimely(
  kind: Operation['kind'],
  isConnected: boolean,
  cause: Cause | null | undefined,
): string | undefined {
  if (MOVING_OPERATIONS.includes(kind) && !isConnected) return 'the robot is not connected';
  if (cause?.kind === 'unplaced' && RETARGETING_OPERATIONS.includes(kind))
    return 'it goes on with its mission; say first where it stands';
  return undefined;
}
