/** Events of robots between two instants: arrivals, contacts, failures, injected faults and respawns. */
import type { Hertz, Seconds } from '../../src/math/units.js';
import { standingNews } from '../../src/session/drivenViews.js';
import { StepWatch } from '../../src/session/missionSteps.js';
import type { News } from '../../src/signals/view.js';
import type { OwnBehaviors } from '../../src/steering/mission.js';
import type { RobotRun } from '../engine/robotRun.js';
import type { LockStep } from '../engine/run.js';

/** The flow is averaged over this time. */
const FLOW_TIME: Seconds = 10;
/** Contacts are reported at most once in this time. */
const CONTACT_PERIOD: Seconds = 1;
/** At most this many robots are named. */
const MAX_NAMES = 3;

/** A robot's state at the last instant. */
interface Known {
  /** How many times it had been given goals, and when last. */
  given: number;
  since: Seconds;
  /** Whether its arrival was reported: once, even if its numbers change or it passes again. */
  told: boolean;
  contacts: number;
  faults: number;
  standing: string | undefined;
  injected: number;
  crossings: number;
  readonly steps: StepWatch;
}

export class RunEvents {
  readonly #run: LockStep;
  readonly #putBack: boolean;
  readonly #known: ReadonlyMap<RobotRun, Known>;
  /** Times of the recent crossings. */
  #crossed: Seconds[] = [];
  #crossings = 0;
  /** The last instant. */
  #last: Seconds;
  #touchedAt = Number.NEGATIVE_INFINITY;

  /** @param putBack whether arrived robots start again; then arrivals are not reported */
  constructor(run: LockStep, putBack: boolean, own?: OwnBehaviors) {
    this.#run = run;
    this.#putBack = putBack;
    this.#last = run.at;
    this.#known = new Map(
      run.robots.map((robot) => [
        robot,
        {
          given: robot.referees.goalsGiven,
          since: 0,
          told: false,
          contacts: 0,
          faults: 0,
          standing: undefined,
          injected: 0,
          crossings: 0,
          steps: new StepWatch(own),
        },
      ]),
    );
  }

  /** The events since the last call; call it after each instant. */
  news(): News[] {
    const { at } = this.#run;
    const news = [...this.#known].flatMap(([robot, known]) => {
      this.#count(robot, known);
      const told = [...this.#arrivals(robot, known), ...this.#strikes(robot, known)];
      return [
        ...told,
        ...this.#steps(robot, known),
        ...this.#faults(robot, known),
        ...this.#stands(robot, known),
      ];
    });
    this.#last = at;
    return [...news, ...this.#contacts()].map((one) => ({ at, ...one }));
  }

  /** How the nodes of its mission stand, for its frame. */
  stepsOf(robot: RobotRun): string | undefined {
    return this.#known.get(robot)?.steps.letters;
  }

  #steps({ id, ticked, loop }: RobotRun, { steps }: Known): Omit<News, 'at'>[] {
    const news = ticked ? steps.see(loop.setup.mission, ticked.state.mission.memory) : [];
    return news.map((one) => ({ ...one, words: `${id}: ${one.words}` }));
  }

  /** The flow in a scene that puts robots back; undefined in others. */
  flow(): { readonly crossings: number; readonly perSecond: Hertz } | undefined {
    if (!this.#putBack) return undefined;
    const { at } = this.#run;
    this.#crossed = this.#crossed.filter((time) => time > at - FLOW_TIME);
    const over = Math.min(FLOW_TIME, Math.max(1, at));
    return { crossings: this.#crossings, perSecond: this.#crossed.length / over };
  }

  #count({ crossedAt }: RobotRun, known: Known): void {
    const crossings = crossedAt.length;
    const news = crossings - known.crossings;
    known.crossings = crossings;
    this.#crossings += news;
    for (let i = 0; i < news; i++) this.#crossed.push(this.#run.at);
  }

  #arrivals({ id, referee, referees: { goalsGiven } }: RobotRun, known: Known): Omit<News, 'at'>[] {
    if (goalsGiven !== known.given) {
      Object.assign(known, { given: goalsGiven, since: this.#last, told: false });
    }
    if (!referee.arrived || known.told) return [];
    known.told = true;
    if (this.#putBack) return [];
    const came = referee.staysThere ? 'arrived' : 'passed its target';
    return [{ level: 'info', words: `${id} ${came} after ${(this.#run.at - known.since).toFixed(1)} s` }];
  }

  /** Robots that began to touch something, reported at most once in CONTACT_PERIOD. */
  #contacts(): Omit<News, 'at'>[] {
    const { at } = this.#run;
    const touching = [...this.#known].filter(([{ body }, known]) => body.contacts > known.contacts);
    for (const [{ body }, known] of touching) known.contacts = body.contacts;
    if (touching.length === 0 || at - this.#touchedAt < CONTACT_PERIOD) return [];
    this.#touchedAt = at;
    const [names, verb] = named(touching.map(([{ id }]) => id));
    return [{ level: 'warning', words: `${names} ${verb} something` }];
  }

  #strikes(robot: RobotRun, known: Known): Omit<News, 'at'>[] {
    const injected = robot.faults.begunBy(this.#run.at);
    const news = injected.slice(known.injected);
    known.injected = injected.length;
    return news.map(({ what }) => ({ level: 'warning', words: `${robot.id}: injected fault: ${what}` }));
  }

  #faults({ id, ticked }: RobotRun, known: Known): Omit<News, 'at'>[] {
    const faults = ticked?.tick.faults ?? [];
    const news = faults.slice(known.faults);
    known.faults = faults.length;
    return news.map(({ what }) => ({ level: 'fault', words: `${id}: ${what}` }));
  }

  #stands({ id, ticked }: RobotRun, known: Known): Omit<News, 'at'>[] {
    const words = standingNews(ticked?.tick);
    const isNews = words !== known.standing && words !== undefined;
    known.standing = words;
    return isNews ? [{ level: 'warning', words: `${id} ${words}` }] : [];
  }
}

const named = (ids: readonly string[]): [names: string, verb: string] => {
  if (ids.length > MAX_NAMES) return [`${ids.length} robots`, 'touch'];
  return [ids.join(' and '), ids.length === 1 ? 'touches' : 'touch'];
};
