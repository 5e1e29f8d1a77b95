/** What the robots of one run share: who listens, who commands, and where targets are. */
import type { Observable } from 'rxjs';
import type { Pose } from '../../src/math/geometry.js';
import type { Inputs } from '../../src/recording/inputs.js';
import type { Command, Tick } from '../../src/signals/signals.js';
import type { BodyFactory } from './body.js';
import type { TargetTruth } from './targetTruth.js';

/** Who else takes part in a run. */
export interface RunContext {
  readonly listener: TickListener;
  /** An operator's commands, to every robot. */
  readonly commands$: Observable<Command>;
  readonly targetTruth: TargetTruth;
  /** Told of all that went into each tick of each robot. */
  readonly onInputs?: (inputs: Inputs) => void;
  /** Makes the robots' bodies; simulated all through unless given. */
  readonly bodyOf?: BodyFactory;
}

/** Told of every tick, with the true pose it was made at. */
export type TickListener = (robot: string, truePose: Pose, tick: Tick) => void;
