/** Runs one robot's loop again from its recorded inputs, and compares the result with the recording. */
import { throwing } from '../../../sim/plant/throwing.js';
import { slowed } from '../../control/changedModel.js';
import { receive } from '../../control/receive.js';
import { prepareModel, type RobotModel } from '../../control/robotModel.js';
import { type LoopState, startLoop } from '../../control/state.js';
import type { Seconds } from '../../math/units.js';
import type { StoredKeyframe } from '../../recording/format/stored.js';
import type { Inputs, Prepared } from '../../recording/inputs.js';
import type { Tick } from '../../signals/signals.js';
import { missionBehavior, type OwnBehaviors } from '../../steering/mission.js';
import { type Difference, firstDifference } from '../../validation/difference.js';
import { fieldOf } from '../../validation/values.js';

/** The first tick of a robot, or state at a keyframe, that differs from the recording. */
export interface Departure extends Difference {
  readonly robot: string;
  /** In the recording. */
  readonly time: Seconds;
  readonly what: 'tick' | 'state';
}

/** A frame comes with its inputs; if it has not come after this many ticks, it is missing. */
const MAX_TICKS_WITHOUT_FRAME = 100;

/** An older Steerbot made the recording, whose loop state lacks parts of today's. */
export class OlderRecording extends Error {}

interface Timed {
  readonly time: Seconds;
  readonly tick: Tick;
}

export class Rerun {
  readonly robot: string;
  /** Compared, and the same. */
  ticks = 0;
  keyframes = 0;
  /** Ticks without a keyframe before them, which cannot be computed. */
  skipped = 0;
  /** Ticks without a recorded frame to compare with. */
  unseen = 0;
  departure: Departure | undefined;
  /** The last keyframe read: it comes before the inputs of the same count. */
  keyframe: StoredKeyframe | undefined;
  readonly #own: OwnBehaviors;
  readonly #compares: boolean;
  #prepared: Prepared | undefined;
  #model: RobotModel | undefined;
  #state: LoopState | undefined;
  /** The last one, also where inputs are missing after it. */
  #known: LoopState | undefined;
  #count = 0;
  /** It was recorded before missions knew their time, and told their ends. */
  #isOlder = false;
  /** Computed, but not seen in a frame yet; or the other way round. */
  #made: Timed[] = [];
  #recorded: Timed | undefined;

  /** @param compares false: only its last state is wanted */
  constructor(robot: string, own: OwnBehaviors, compares = true) {
    this.robot = robot;
    this.#own = own;
    this.#compares = compares;
  }

  /** The last known state, and what its loop was made from; undefined before the first keyframe. */
  get last(): { readonly prepared: Prepared; readonly state: LoopState } | undefined {
    return this.#known && this.#prepared && { prepared: this.#prepared, state: this.#known };
  }

  /** @throws the error of a mission that cannot be built */
  fold(inputs: Inputs, time: Seconds): void {
    if (this.departure) return;
    const { count, events } = inputs;
    // Inputs are missing, or a loop was restarted: only a keyframe helps.
    if (count !== this.#count + 1) this.#state = undefined;
    this.#count = count;
    if (this.keyframe?.count === count) this.#passKeyframe(this.keyframe, time);
    this.keyframe = undefined;
    if (!this.#state || !this.#model) {
      this.skipped += 1;
      return;
    }
    let tick: Tick | undefined;
    for (const event of events) ({ state: this.#state, tick } = receive(this.#model, this.#state, event));
    this.#known = this.#state;
    if (tick) this.#compareMade({ time, tick });
  }

  /** A frame holds a robot's last tick until there is a newer one. */
  see(tick: Tick, time: Seconds): void {
    const waiting = this.#made.findIndex((made) => made.tick.at === tick.at);
    const made = this.#made[waiting];
    if (made) {
      this.#pass(waiting);
      this.#made.shift();
      this.#compare(tick, made.tick, made.time);
    } else this.#recorded = { time, tick };
  }

  #passKeyframe(keyframe: StoredKeyframe, time: Seconds): void {
    if (this.#state) {
      const { time: _, ...mission } = this.#state.mission;
      const made = this.#isOlder ? { ...this.#state, mission } : this.#state;
      if (!this.#isSame('state', keyframe.state as object, made, time)) return;
      this.keyframes += 1;
      return;
    }
    this.#prepared = keyframe;
    const { robot, mission, speedLimit, throwing: spans } = keyframe;
    const prepared = prepareModel(robot, missionBehavior(mission, this.#own), this.robot, this.#own);
    const model = throwing(prepared, spans);
    this.#model = speedLimit === undefined ? model : slowed(model, speedLimit);
    this.#state = knownState(keyframe.state, model);
    this.#isOlder = this.#state.mission.time === undefined;
    this.#made = [];
    this.#recorded = undefined;
    this.keyframes += 1;
  }

  #compareMade({ time, tick }: Timed): void {
    const recorded = this.#recorded;
    if (recorded && recorded.tick.at === tick.at) {
      this.#recorded = undefined;
      this.#compare(recorded.tick, tick, time);
    } else this.#made.push({ time, tick });
    if (this.#made.length > MAX_TICKS_WITHOUT_FRAME) this.#pass(1);
  }

  /** Drops ticks that have no frame. */
  #pass(ticks: number): void {
    this.#made = this.#made.slice(ticks);
    this.unseen += ticks;
  }

  #compare(recorded: Tick, made: Tick, time: Seconds): void {
    const { ended: _, ...rest } = made;
    if (this.#isSame('tick', recorded, this.#isOlder ? rest : made, time)) this.ticks += 1;
  }

  #isSame(what: Departure['what'], recorded: object, made: object, time: Seconds): boolean {
    if (!this.#compares) return true;
    if (this.departure) return false;
    const difference = firstDifference(recorded, made);
    if (!difference) return true;
    this.departure = { robot: this.robot, time, what, ...difference };
    return false;
  }
}

/** @throws OlderRecording where it lacks a part of today's loop state */
function knownState(state: unknown, model: RobotModel): LoopState {
  const pose = { x: 0, y: 0, heading: 0 };
  const today = startLoop(model, { at: 0, pose, speed: 0, seed: 1 });
  // An operator's mission may keep no trail where the first one does; and see `isOlder`.
  const { trail: _, time: __, ...mission } = today.mission;
  const missing = [
    ...missingIn(state, today),
    ...missingIn(fieldOf(state, 'mission'), mission),
    ...(['around', 'guards'] as const).flatMap((part) => missingIn(fieldOf(state, part), today[part])),
    ...missingIn(fieldOf(fieldOf(state, 'guards'), 'supervisor'), today.guards.supervisor),
    ...missingIn(fieldOf(fieldOf(fieldOf(state, 'around'), 'seen'), 'hits'), today.around.seen.hits),
  ];
  if (missing.length === 0) return state as LoopState;
  throw new OlderRecording(`its robots' states have no ${missing.map((key) => `'${key}'`).join(', ')}`);
}

const missingIn = (state: unknown, today: object): string[] =>
  Object.entries(today).flatMap(([key, value]) =>
    value !== undefined && fieldOf(state, key) === undefined ? [key] : [],
  );
