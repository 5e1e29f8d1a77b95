/** What happens to robots from one instant to the next: who arrives, who touches, who fails, who is put back. */
import type { Hertz, Seconds } from '../../src/math/units.js';
import type { News } from '../../src/signals/view.js';
import type { RobotRun } from '../engine/robotRun.js';
import type { LockStep } from '../engine/run.js';

/** The flow is that of so long. */
const FLOW_TIME: Seconds = 10;
/** Contacts are told of once in so long. */
const CONTACT_PERIOD: Seconds = 1;
/** More are not named. */
const MAX_NAMES = 3;

/** What was known of a robot at the instant known. */
interface Known {
  /** How many goals it had been given, and when the last. */
  given: number;
  since: Seconds;
  /** It got there: that is told once, however its numbers change and however often it comes by. */
  told: boolean;
  contacts: number;
  faults: number;
  injected: number;
  crossings: number;
}

export class RunEvents {
  readonly #run: LockStep;
  readonly #putBack: boolean;
  readonly #known: ReadonlyMap<RobotRun, Known>;
  /** Times of the last ones. */
  #crossed: Seconds[] = [];
  #crossings = 0;
  /** The instant before this. */
  #last: Seconds;
  #touchedAt = Number.NEGATIVE_INFINITY;

  /** @param putBack whoever arrives starts again: that is no news */
  constructor(run: LockStep, putBack: boolean) {
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
          injected: 0,
          crossings: 0,
        },
      ]),
    );
  }

  /** To be asked after each instant. */
  news(): News[] {
    const { at } = this.#run;
    const news = [...this.#known].flatMap(([robot, known]) => {
      this.#count(robot, known);
      return [...this.#arrivals(robot, known), ...this.#strikes(robot, known), ...this.#faults(robot, known)];
    });
    this.#last = at;
    return [...news, ...this.#contacts()].map((one) => ({ at, ...one }));
  }

  /** Of a scene where robots are put back. */
  flow(): { readonly crossings: number; readonly perSecond: Hertz } | undefined {
    if (!this.#putBack) return undefined;
    const { at } = this.#run;
    this.#crossed = this.#crossed.filter((time) => time > at - FLOW_TIME);
    const over = Math.min(FLOW_TIME, Math.max(1, at));
    return { crossings: this.#crossings, perSecond: this.#crossed.length / over };
  }

  #count({ crossings }: RobotRun, known: Known): void {
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

  /** Those that began to touch something, told once in a while. */
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
    return news.map(({ what }) => ({ level: 'warning', words: `${robot.id}: struck with ${what}` }));
  }

  #faults({ id, ticked }: RobotRun, known: Known): Omit<News, 'at'>[] {
    const faults = ticked?.tick.faults ?? [];
    const news = faults.slice(known.faults);
    known.faults = faults.length;
    return news.map(({ what }) => ({ level: 'fault', words: `${id}: ${what}` }));
  }
}

const named = (ids: readonly string[]): [names: string, verb: string] => {
  if (ids.length > MAX_NAMES) return [`${ids.length} robots`, 'touch'];
  return [ids.join(' and '), ids.length === 1 ? 'touches' : 'touch'];
};
