/** The clock and the news of one robot's loop, as the host gives them: late, missing, backwards, or not numbers. */
import type { RobotLoop } from '../../sim/engine/robotLoop.js';
import type { Seconds } from '../../src/math/units.js';
import type { Neighbor, Obstacle, Surroundings, Target } from '../../src/signals/signals.js';
import type { Chance } from './chance.js';
import { isOneOf, NEWS_UPSETS, type Upset } from './disturbances.js';

/** A late tick comes at most this share of a period late. */
const MAX_LATENESS = 0.9;

const NAN_TARGET: Target = {
  id: 'ball',
  at: 0,
  position: { x: Number.NaN, y: 0 },
  velocity: { x: 0, y: 0 },
};
const NAN_NEIGHBOR: Neighbor = {
  ...NAN_TARGET,
  id: 'stranger',
  position: { x: 5, y: 5 },
  heading: Number.NaN,
  radius: 0.1,
};
const NAN_OBSTACLE: Obstacle = { from: { x: Number.NaN, y: 0 }, to: { x: 1, y: 1 }, radius: 0.1 };

export class DisturbedClock {
  /** Whether the present tick is not on time. */
  isOff = false;
  /** Whether the loop does not run. */
  isSilent = false;
  readonly #loop: Pick<RobotLoop, 'tick' | 'period'>;
  readonly #chance: Chance;
  readonly #struck: (upset: Upset) => void;
  /** For one tick each, in the order of their times. */
  readonly #single: Upset[];
  readonly #spans: readonly Upset[];
  #last: Seconds | null = null;

  /** @param struck called with each upset when it happens */
  constructor(
    loop: Pick<RobotLoop, 'tick' | 'period'>,
    upsets: readonly Upset[],
    chance: Chance,
    struck: (upset: Upset) => void,
  ) {
    this.#loop = loop;
    this.#chance = chance;
    this.#struck = struck;
    const isSpan = ({ upset }: Upset) =>
      ['clockGap', 'clockLate', 'hostFrozen', 'hostKilled'].includes(upset);
    this.#spans = upsets.filter(isSpan);
    this.#single = upsets
      .filter(({ upset }) => isOneOf(NEWS_UPSETS, upset) || upset === 'clockBack' || upset === 'clockNaN')
      .toSorted((a, b) => a.at - b.at);
  }

  /** The tick of the run's engine, as the loop gets it. */
  tick(at: Seconds, targets: readonly Target[], surroundings: Surroundings): void {
    const [gap, late] = [
      this.#during(['clockGap', 'hostFrozen', 'hostKilled'], at),
      this.#during(['clockLate'], at),
    ];
    // The tick after a gap is not on time either.
    this.isOff = gap !== undefined || late !== undefined || this.isSilent;
    this.isSilent = gap !== undefined;
    if (gap) return;
    const delay = late ? MAX_LATENESS * this.#chance.uniform() * this.#loop.period : 0;
    const single =
      this.#last !== null && (this.#single[0]?.at ?? Infinity) <= at ? this.#single.shift() : undefined;
    if (single) this.#struck(single);
    const time = single ? this.#timeOf(single, at + delay) : at + delay;
    const [heard, seen] = single ? newsOf(single, at, targets, surroundings) : [targets, surroundings];
    if (time === at + delay) this.#last = time;
    else this.isOff = true;
    this.#loop.tick(time, heard, seen);
  }

  #timeOf({ upset, by = 0 }: Upset, at: Seconds): Seconds {
    if (upset === 'clockNaN') return Number.NaN;
    return upset === 'clockBack' ? (this.#last ?? at) - by : at;
  }

  #during(kinds: readonly string[], at: Seconds): Upset | undefined {
    return this.#spans.find(
      ({ upset, at: from, for: lasting = Infinity }) =>
        kinds.includes(upset) && from <= at && at < from + lasting,
    );
  }
}

function newsOf(
  { upset }: Upset,
  at: Seconds,
  targets: readonly Target[],
  surroundings: Surroundings,
): readonly [readonly Target[], Surroundings] {
  const { neighbors = [], obstacles = [] } = surroundings;
  if (upset === 'targetNaN') return [[...targets, { ...NAN_TARGET, at }], surroundings];
  if (upset === 'neighborNaN')
    return [targets, { ...surroundings, neighbors: [...neighbors, { ...NAN_NEIGHBOR, at }] }];
  if (upset === 'obstacleNaN') return [targets, { ...surroundings, obstacles: [...obstacles, NAN_OBSTACLE] }];
  return [targets, surroundings];
}
