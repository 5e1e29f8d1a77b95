/** What a recorded simulation is run again from, and what is different in another future of it. */
import type { PastOf } from '../../../sim/engine/robotRun.js';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import type { AgainOptions } from '../../../sim/session/again.js';
import type { Scene } from '../../../sim/session/openScene.js';
import type { Seconds } from '../../math/units.js';
import type { Begun, ChangedSetting, Recordable } from '../../recording/simulated.js';
import type { Operation } from '../../signals/view.js';
import type { OwnBehaviors } from '../../steering/mission.js';

export interface PastRun {
  readonly name: string;
  readonly firmware: boolean;
  /** The scene with which a recorded run begins. @throws RangeError for behaviors that are not given */
  readonly sceneOf: (begun: Begun) => Scene;
  readonly first: Begun;
  /** Read from the file as it is asked for. */
  readonly told: Iterable<Recordable>;
  /** It is another future of the recorded run. */
  readonly differs?: AgainOptions['differs'];
  /** A drive goes on in simulation: where in its mission. It has an end of its own. */
  readonly pastOf?: PastOf;
  /** When that run begins, in the recording. */
  readonly from?: Seconds;
}

/** Another future of a recorded run. */
export interface Branch {
  /** Time in the recording; a function: it is not known yet, and infinite until it is. */
  readonly at: Seconds | (() => Seconds);
  /** Nothing: the same future again. */
  readonly settings: readonly ChangedSetting[];
  /** Own behaviors as they are from then on, with the setting that says so. */
  readonly code?: OwnBehaviors;
  /** What an operator does then, besides: read when the run has come there. */
  readonly operations?: readonly Operation[];
  /** Another scenario from the begin of the run in which `at` is; nothing else is changed then. */
  readonly scenario?: Scenario;
}
