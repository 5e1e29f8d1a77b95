/** What a session needs of whoever lets it run: a process with files, or a page in a browser. */
import type { TunedRobot } from '../../src/config/tuning/tunedFiles.js';
import type { TimeSource } from '../../src/math/time.js';
import type { Inputs } from '../../src/recording/inputs.js';
import type { View } from '../../src/signals/view.js';
import type { BodyFactory } from '../engine/body.js';
import type { Scenario } from '../scenario/scenario.js';

/** A scenario to be looked at; the host gets the very one back that it has opened. */
export interface Scene {
  readonly name: string;
  /** In a sentence or two. */
  readonly about: string;
  readonly scenario: Scenario;
}

export interface SessionHost {
  /** Reads a scene by its name. @throws FileError */
  readonly open: (scene: string) => Scene;
  /** Every scene that can be opened. */
  readonly gallery: readonly { readonly name: string; readonly about: string }[];
  readonly time: TimeSource;
  readonly show: (view: View) => void;
  /** Told of all that went into each tick. */
  readonly record?: (inputs: Inputs) => void;
  /** Makes the robots' bodies; simulated all through unless given. */
  readonly bodyOf?: BodyFactory;
  /** Writes what was tuned back to the scene's files; gives words for what it did. */
  readonly save?: (scene: Scene, robots: readonly TunedRobot[]) => Promise<string> | string;
  /** Keeps what was recorded lately. */
  readonly keep?: () => void;
}
