/** Why a robot does what it does at an instant: what each behavior asked for, what was cut, and what it knew. */
import { add, length, type Vec2, wrapAngle, ZERO } from '../math/geometry.js';
import type { Newtons, Radians, Seconds } from '../math/units.js';
import type { ChildSpec, LeafSpec, MissionSpec } from '../signals/missionTree.js';
import { leavesOf } from '../signals/missionTree.js';
import { isMeasured } from '../signals/readings.js';
import type { Contribution, Tick } from '../signals/signals.js';
import { standingWords } from '../signals/standing.js';
import type { RobotFrame, RobotView } from '../signals/view.js';

/** A behavior of the mission, and what it asked for at the instant. */
export interface AskedBehavior {
  readonly behavior: string;
  /** Its share of the force, after weights; missing if it was silent. */
  readonly force?: Newtons;
  /** `ahead`, `to the left`: where that pushes, seen from the robot. */
  readonly towards?: string;
  /** Its weight in a blend, where that is not 1. */
  readonly weight?: number;
  /** Why it was not heard: `avoidObstacles goes first`. */
  readonly silent?: string;
}

export interface MomentView {
  /** What it does, in a sentence or two. */
  readonly does: readonly string[];
  /** In the order of the mission. */
  readonly asked: readonly AskedBehavior[];
  /** Of several that are heard, what their forces add up to. */
  readonly together?: Pick<AskedBehavior, 'force' | 'towards'>;
  /** What came of that: each limit and guard that cut it, in their order. */
  readonly cut: readonly string[];
  /** What it knew then, and how old that was. */
  readonly knew: readonly string[];
}

/** Undefined before a robot's first tick. */
export function momentOf(view: RobotView, frame: RobotFrame): MomentView | undefined {
  const { tick } = frame;
  if (!tick) return undefined;
  return {
    does: doing(tick),
    asked: tick.mode === 'manual' ? [] : new Asking(view, frame, tick).all(),
    ...(tick.mode === 'auto' && tick.contributions.length > 1 && { together: together(tick) }),
    cut: cuts(view, tick),
    knew: [...estimateWords(tick), ...view.sensors.map(({ id, range }) => seenBy(id, range, frame, tick))],
  };
}

const fixed = (value: number, digits = 2): string => (Number(value.toFixed(digits)) || 0).toFixed(digits);

/** A smaller force says nothing. */
const SEEN_FORCE: Newtons = 0.005;

// What it does ---------------------------------------------------------------------------------------------

/** Slower than this it stands, and turns not at all. */
const STANDS = 0.005;
const TURNS: Radians = 0.02;

function doing({
  safety,
  cause,
  mode,
  arrived,
  ended,
  estimate: { wheels },
  wanted,
  standing,
}: Tick): string[] {
  const speed = (wheels.left + wheels.right) / 2;
  const side = Math.abs(wanted.angular) < TURNS ? undefined : wanted.angular > 0 ? 'left' : 'right';
  const drives = `It ${speed < 0 ? 'backs' : 'drives'} at ${fixed(Math.abs(speed))} m/s`;
  const motion =
    Math.abs(speed) < STANDS
      ? `It ${side ? `turns ${side} where it is` : 'stands'}.`
      : `${drives}${side ? `, turning ${side}` : ''}.`;
  const why =
    safety !== 'driving' && cause
      ? [`It may not drive (${safety}): ${cause.what}.`]
      : ended
        ? [`Its mission is ${ended.how}.`]
        : arrived
          ? ['It has arrived.']
          : [];
  return [
    motion,
    ...(mode === 'manual' ? ['An operator drives it by hand.'] : why),
    ...(standing ? [`It makes no progress, ${standingWords(standing)}.`] : []),
  ];
}

// What each behavior asked for -----------------------------------------------------------------------------

function together({ contributions, estimate }: Tick): Pick<AskedBehavior, 'force' | 'towards'> {
  const sum = contributions.reduce((all, { force }) => add(all, force), ZERO);
  return { force: length(sum), ...towardsOf(sum, estimate.predicted.heading) };
}

const OUT_OF_TURN: Readonly<Record<string, string>> = {
  w: 'its turn has not come',
  d: 'it is done',
  f: 'it has failed',
};

/**
 * Goes through the mission in the order in which its behaviors are asked, and gives each what it contributed: a tick has
 * the contributions in that order, without those that were silent.
 */
class Asking {
  readonly #mission: MissionSpec;
  readonly #heading: Radians;
  readonly #letters: string | undefined;
  readonly #left: Contribution[];
  readonly #limit: Newtons;
  /** Names of the mission's own leaves: another name is of a part of one of them. */
  readonly #names: ReadonlySet<string>;
  readonly #asked: AskedBehavior[] = [];
  #node = 0;

  constructor({ mission, limits }: RobotView, { steps }: RobotFrame, { contributions, estimate }: Tick) {
    this.#mission = mission;
    this.#heading = estimate.predicted.heading;
    this.#letters = steps;
    this.#left = [...contributions];
    this.#limit = limits.force;
    this.#names = new Set(leavesOf(mission).map(({ behavior }) => behavior));
  }

  all(): readonly AskedBehavior[] {
    this.#walk(this.#mission);
    for (const { behavior, force } of this.#left) this.#spoke(behavior, force);
    return this.#asked;
  }

  /** @returns the sum of the forces below; undefined if all are silent */
  #walk(spec: MissionSpec, why?: string, weight = 1): Vec2 | undefined {
    // A guard has no state of its own, and no letter.
    if (spec.behavior === 'guarded' && 'children' in spec) return this.#walkEach(spec.children, why);
    const letter = this.#letters?.[this.#node++];
    const unasked = why ?? OUT_OF_TURN[letter ?? ''];
    if (!('children' in spec)) return this.#leaf(spec, weight, unasked);
    switch (spec.behavior) {
      case 'prioritize':
      case 'dither':
        return this.#firstOf(spec.children, unasked);
      case 'budget':
        return this.#budget(spec.children, unasked);
      default:
        return this.#walkEach(spec.children, unasked, weight);
    }
  }

  #walkEach(children: readonly ChildSpec[], why?: string, above = 1): Vec2 | undefined {
    let sum: Vec2 | undefined;
    for (const { mission, weight } of children) {
      const unasked = why ?? (weight === 0 ? 'its weight is 0' : undefined);
      const force = this.#walk(mission, unasked, above * (weight ?? 1));
      if (force) sum = add(sum ?? ZERO, force);
    }
    return sum;
  }

  #firstOf(children: readonly ChildSpec[], why?: string): Vec2 | undefined {
    let winner: Vec2 | undefined;
    let first = '';
    for (const { mission } of children) {
      const force = this.#walk(mission, why ?? (winner && `${first} goes first`));
      if (force && !winner) [winner, first] = [force, nameOf(mission)];
    }
    return winner;
  }

  #budget(children: readonly ChildSpec[], why?: string): Vec2 | undefined {
    let sum: Vec2 | undefined;
    for (const { mission } of children) {
      const isSpent = sum !== undefined && this.#left.length === 0 && length(sum) >= 0.999 * this.#limit;
      const force = this.#walk(mission, why ?? (isSpent ? 'those before it use the whole force' : undefined));
      if (force) sum = add(sum ?? ZERO, force);
    }
    return sum;
  }

  #leaf({ behavior }: LeafSpec, weight: number, why?: string): Vec2 | undefined {
    if (why !== undefined) {
      this.#asked.push({ behavior, silent: why });
      return undefined;
    }
    let sum: Vec2 | undefined;
    for (;;) {
      const [next] = this.#left;
      if (!next || (next.behavior === behavior ? sum !== undefined : this.#names.has(next.behavior))) break;
      this.#left.shift();
      const isPart = next.behavior !== behavior;
      this.#spoke(isPart ? `${behavior}: ${next.behavior}` : behavior, next.force, weight);
      sum = add(sum ?? ZERO, next.force);
      if (!isPart) break;
    }
    if (!sum) this.#asked.push({ behavior, silent: 'it asks for nothing' });
    return sum;
  }

  #spoke(behavior: string, force: Vec2, weight = 1): void {
    this.#asked.push({
      behavior,
      force: length(force),
      ...(weight !== 1 && { weight }),
      ...towardsOf(force, this.#heading),
    });
  }
}

/** A behavior, or for a group its first one. */
const nameOf = (mission: MissionSpec): string => leavesOf(mission)[0]?.behavior ?? mission.behavior;

const SIDES = [
  'ahead',
  'ahead and to the left',
  'to the left',
  'back and to the left',
  'back',
  'back and to the right',
  'to the right',
  'ahead and to the right',
] as const;

/** Seen from the robot, left positive, in eighths of a turn; nowhere for no force. */
function towardsOf(force: Vec2, heading: Radians): { readonly towards?: string } {
  if (!(length(force) > SEEN_FORCE)) return {};
  const eighth = Math.round(wrapAngle(Math.atan2(force.y, force.x) - heading) / (Math.PI / 4));
  const side = SIDES[(eighth + 8) % 8];
  return side === undefined ? {} : { towards: side };
}

// What was cut ---------------------------------------------------------------------------------------------

/** Less is no cut that anybody sees. */
const SEEN_SPEED = 0.01;

function cuts({ limits, track }: RobotView, tick: Tick): string[] {
  const { contributions, steered, wanted, granted, duties, hold, lostPeriods, faults, mode } = tick;
  const said: string[] = [];
  const sum = length(contributions.reduce((all, { force }) => add(all, force), ZERO));
  if (mode === 'auto' && sum > limits.force + SEEN_FORCE)
    said.push(`The forces add up to ${fixed(sum)} N: cut to the limit of ${fixed(limits.force)} N.`);
  const asked = length(steered.mean);
  const left = Math.abs(wanted.linear);
  if (hold !== null)
    said.push(
      asked > left + SEEN_SPEED
        ? `A guard leaves ${fixed(left)} of ${fixed(asked)} m/s: ${hold}.`
        : `A guard watches: ${hold}.`,
    );
  const half = (wanted.angular * track) / 2;
  const wheels = { left: wanted.linear - half, right: wanted.linear + half };
  const short = (['left', 'right'] as const).filter(
    (side) => Math.abs(wheels[side] - granted[side]) > SEEN_SPEED,
  );
  if (short.length > 0)
    said.push(
      `Of the wanted ${short.map((side) => `${fixed(wheels[side])} m/s (${side} wheel)`).join(' and ')} it may drive ` +
        `${short.map((side) => fixed(granted[side])).join(' and ')} m/s in this tick: its acceleration, its top speed or STOP.`,
    );
  for (const side of ['left', 'right'] as const)
    if (Math.abs(duties[side]) > 0.999) said.push(`The ${side} motor has full power.`);
  if (lostPeriods > 0) said.push(`${lostPeriods} control periods were lost before it.`);
  return [...said, ...faults.map(({ what }) => `Fault: ${what}.`)];
}

// What it knew ---------------------------------------------------------------------------------------------

const ago = (age: Seconds): string => `${Math.max(0, Math.round(1000 * age))} ms old`;

function estimateWords({ estimate: { source, covariance, ages, latency } }: Tick): string[] {
  const deviation = Math.sqrt(Math.max(0, covariance.xx + covariance.yy));
  const { sensors: _, ...own } = ages;
  const known = Object.entries(own).map(([of, age]) => `${of} ${ago(age)}`);
  return [
    `Its place by ${source === 'granted' ? 'the speeds it was allowed, unmeasured' : source}, ± ${fixed(1000 * deviation, 0)} mm${known.length > 0 ? ` (${known.join(', ')})` : ''}.`,
    ...(latency ? [`Its commands take ${fixed(1000 * latency.value, 0)} ms to act.`] : []),
  ];
}

function seenBy(id: string, range: number, { ranges }: RobotFrame, { at }: Tick): string {
  const reading = ranges[id];
  if (!reading) return `${id}: nothing was heard of it yet.`;
  const measured = reading.distances.filter((far) => isMeasured(far));
  const echoes = measured.filter((far): far is number => far !== null);
  const what =
    measured.length === 0
      ? 'its measurement was lost'
      : echoes.length === 0
        ? `nothing within ${fixed(range)} m`
        : `the nearest echo at ${fixed(Math.min(...echoes))} m`;
  return `${id}: ${what}, ${ago(at - reading.at)}.`;
}
