/**
 * What a simulation is made from, besides the inputs of its loops: its scenario, and what an operator did with it. With these a
 * recorded simulation can be run again, and go on.
 */
import type { Seconds } from '../math/units.js';
import type { Operation } from '../signals/view.js';
import type { Inputs } from './inputs.js';

/** A scene begins. */
export interface Begun {
  readonly kind: 'begun';
  readonly scene: string;
  readonly about: string;
  /** Plain JSON, with each robot's definition once; see `sim/session/storedScenario.ts`. */
  readonly scenario: unknown;
  /** In every robot its firmware runs, on an emulated board. */
  readonly firmware: boolean;
}

/** An operator has changed the run. */
export interface ToldOperation {
  readonly kind: 'operated';
  /** Time of the run. */
  readonly at: Seconds;
  readonly operation: Operation;
  /** It comes just before a control tick, as a held stick does; otherwise after the tick before. */
  readonly renewed?: true;
}

/** From here on the run is another future of a recorded one: something was changed that an operator cannot. */
export interface Changed {
  readonly kind: 'changed';
  /** Time of the run. */
  readonly at: Seconds;
  readonly settings: readonly ChangedSetting[];
  /** Whose future it is. */
  readonly of: string;
}

/** A key and its value as a scenario's file would write them; see `sim/scenario/changes.ts`. */
export interface ChangedSetting {
  readonly key: string;
  readonly value: unknown;
}

/** What a session records besides its views. */
export type Recordable = Inputs | Begun | ToldOperation | Changed;
