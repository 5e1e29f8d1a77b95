/** What a page may ask of a run: plain JSON, SI, world frame. */
import type { Vec2 } from '../math/geometry.js';
import type { Meters, Radians, Seconds } from '../math/units.js';
import type { SignalValue } from './missionTree.js';

/** An operation that a page asks for. Without `robot` it means every robot that is not a ghost. */
export type Operation =
  | { readonly kind: 'stop' | 'arm' | 'clear' | 'resume' | 'restart' | 'save' | 'keep' }
  /**
   * Shares of the speeds that teleop allows, −1 … 1, left positive; repeated at least every 100 ms; 0, 0 releases the
   * stick.
   */
  | {
      readonly kind: 'teleop';
      readonly robot?: string;
      readonly linear: number;
      readonly angular: number;
    }
  /** The pointer that `{ pointer: [x, y] }` targets follow. */
  | { readonly kind: 'pointer'; readonly at: Vec2 }
  /** Where the robot was so many seconds ago, seen from outside, the standard deviation of that, and how it looked. */
  | {
      readonly kind: 'fix';
      readonly robot?: string;
      readonly at: Vec2;
      readonly deviation: Meters;
      readonly age: Seconds;
      readonly heading?: Radians;
    }
  /** Go there: the mission's own points move there, or the mission becomes `arrive`. */
  | { readonly kind: 'goTo'; readonly robot?: string; readonly at: Vec2 }
  /** Follow these points: the mission's own path becomes this one, or the mission becomes `followPath`. */
  | { readonly kind: 'follow'; readonly robot?: string; readonly path: readonly Vec2[] }
  /** Tell a value to the mission, whose conditions may ask for it; true unless given. */
  | { readonly kind: 'signal'; readonly robot?: string; readonly name: string; readonly value?: SignalValue }
  /** Go on at a node of the mission, by its path; those before it count as done. */
  | { readonly kind: 'goToStep'; readonly robot?: string; readonly step: string }
  /** Choose one of the scene's missions by its index. */
  | { readonly kind: 'choose'; readonly mission: number }
  /** Begin the scene again, each robot with this mission: the text of a mission file. Its paths are points, not files. */
  | { readonly kind: 'write'; readonly mission: string }
  | { readonly kind: 'tune'; readonly id: string; readonly value: number }
  | { readonly kind: 'open'; readonly scene: string }
  | { readonly kind: 'pause'; readonly paused: boolean }
  /** Simulated or recorded seconds per second. */
  | { readonly kind: 'speed'; readonly times: number }
  /**
   * Put a robot or a thing elsewhere. Of a real robot that may not drive: draw it where it stands; one that waits to be told is
   * told by `sure`.
   */
  | {
      readonly kind: 'move';
      readonly id: string;
      readonly to: Vec2;
      readonly heading?: Radians;
      readonly sure?: boolean;
    }
  /** One control period on, or in a recording one back. */
  | { readonly kind: 'step'; readonly back?: boolean }
  /** The plots' samples are of this part of a recording, as close as it has them; of all of it without these ends. */
  | { readonly kind: 'zoom'; readonly between?: readonly [Seconds, Seconds] }
  /** Go to an instant of a recording. */
  | { readonly kind: 'scrub'; readonly at: Seconds }
  /** Look what would have made a failed recording succeed; or show what came of one of these, by its place in the list. */
  | { readonly kind: 'why'; readonly show?: number }
  /** Whether what is changed in a recording is another from the beginning of its run on, or from the instant that is shown. */
  | { readonly kind: 'changeFrom'; readonly begin: boolean }
  /** Leave out another future of a recording, by its number. */
  | { readonly kind: 'forget'; readonly future: number };
