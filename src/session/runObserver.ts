/** What observes a drive, and may command it. */
import type { Observable } from 'rxjs';
import type { TickedState } from '../control/loop.js';
import type { LoopState } from '../control/state.js';
import type { ConnectedRobot } from '../drivers/driver.js';
import type { Fix } from '../signals/readings.js';
import type { Command, LoopEvent, Setup, Stop, Target } from '../signals/signals.js';
import type { News } from '../signals/view.js';

/** The facts of a connected robot that a session shows. */
export type BegunRobot = Pick<ConnectedRobot, 'speedLimit' | 'warning' | 'deadMan' | 'kind'>;

/** An observer of a drive, which may also command it. */
export interface RunObserver {
  readonly commands$: Observable<Command>;
  readonly targets$: Observable<Target>;
  readonly fixes$: Observable<Fix>;
  /** An operator has given the robot another task: the drive no longer ends on arrival. */
  readonly tookOver: boolean;
  /** The stop that still holds, perhaps from before the robot was connected; otherwise null. */
  readonly heldStop: Stop | null;
  /** An operator is at the page. */
  readonly isAttended: boolean;
  /** Why operators can no longer command the robot; the robot was stopped. */
  readonly failed$: Observable<string>;
  /** The program has given the robot another mission. */
  given(setup: Setup): void;
  /** A drive begins in this state. */
  begins(state: LoopState, robot: BegunRobot): void;
  /** Called for each event before it is applied, and for each tick. */
  readonly onEvent: (event: LoopEvent) => void;
  ticked(ticked: TickedState): void;
  /** The robot was lost; the drive looks for it, or gives up. @param level of the news; default fault */
  lost(why: string, level?: News['level']): void;
}
