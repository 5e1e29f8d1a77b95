/** Events of robots between two instants: arrivals, contacts, failures, injected faults and respawns. */
import type { Hertz, Seconds } from '../../src/math/units.js';
import { standingNews } from '../../src/session/drivenViews.js';
import { StepWatch } from '../../src/session/missionSteps.js';
import type { News, Spot } from '../../src/signals/view.js';
import type { OwnBehaviors } from '../../src/steering/mission.js';
import type { RobotRun } from '../engine/robotRun.js';
import type { LockStep, Result } from '../engine/run.js';
import { figureWords, lossWords, nounOf } from '../referee/lossWords.js';
import type { CriterionResult, Loss } from '../referee/result.js';

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
  readonly #ids: readonly string[];
  readonly #lost = new Set<Loss>();

  /** @param putBack whether arrived robots start again; then arrivals are not reported */
  constructor(run: LockStep, putBack: boolean, own?: OwnBehaviors) {
    this.#run = run;
    this.#putBack = putBack;
    this.#last = run.at;
    this.#ids = run.robots.map(({ id }) => id);
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

  /**
   * The events since the last call; call it after each instant.
   *
   * @param isTakenOver an operator has changed the run: then only contacts are losses before the end
   */
  news(isTakenOver = false): News[] {
    const { at } = this.#run;
    const news = [...this.#known].flatMap(([robot, known]) => {
      this.#count(robot, known);
      const { x, y } = robot.body.pose;
      return [
        ...this.#arrivals(robot, known),
        ...this.#strikes(robot, known),
        ...this.#steps(robot, known),
        ...this.#faults(robot, known),
        ...this.#stands(robot, known),
      ].map((one) => ({ ...one, robot: robot.id, place: { x, y } }));
    });
    this.#last = at;
    const lost = this.#losses(
      this.#run.lost.filter(({ criterion }) => criterion === 'contacts' || !isTakenOver),
    );
    // A contact that loses the run is told by that.
    const contacts = this.#contacts().filter((one) => !lost.some(({ robot }) => robot === one.robot));
    return [...[...news, ...contacts].map((one) => ({ at, ...one })), ...lost];
  }

  /** What is told of the result once the run is judged: rows that were lost before have been told. */
  judged({ criteria }: Result): News[] {
    const met = criteria.filter(({ passed }) => passed);
    const words = met.map((row) => ({ level: 'info' as const, words: `met: ${figureWords(row)}` }));
    return [...words.map((one) => ({ at: this.#run.at, ...one })), ...this.#losses(criteria)];
  }

  /** Rows that are lost, each once. */
  #losses(rows: readonly CriterionResult[]): News[] {
    const told = this.#lost;
    const news = rows.filter(({ lost }) => lost && !told.has(lost));
    return news.map((row) => {
      const { at, robot, place, thing } = row.lost as Loss;
      told.add(row.lost as Loss);
      return {
        at,
        level: 'warning',
        words: `failed: ${lossWords(row, this.#ids)} (${figureWords(row)})`,
        ...spot({ robot, place, thing }),
      };
    });
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
    const touching = [...this.#known].filter(([{ body }, known]) => body.touches.length > known.contacts);
    const place = touching[0]?.[0].body.touches.at(-1)?.place;
    for (const [{ body }, known] of touching) known.contacts = body.touches.length;
    const [first] = touching.map(([{ id }]) => id);
    if (first === undefined || !place || at - this.#touchedAt < CONTACT_PERIOD) return [];
    this.#touchedAt = at;
    const thing = this.#run.world.nearestTo(place, first);
    const [names, verb] = named(touching.map(([{ id }]) => id));
    const what = touching.length > 1 ? 'something' : nounOf(thing, this.#ids);
    return [{ level: 'warning', words: `${names} ${verb} ${what}`, ...spot({ robot: first, place, thing }) }];
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

/** Of a place in the world, what is known. */
const spot = ({ robot, place, thing }: { [Key in keyof Spot]: Spot[Key] | undefined }): Spot => ({
  ...(robot !== undefined && { robot }),
  ...(place && { place }),
  ...(thing !== undefined && { thing }),
});

const named = (ids: readonly string[]): [names: string, verb: string] => {
  if (ids.length > MAX_NAMES) return [`${ids.length} robots`, 'touch'];
  return [ids.join(' and '), ids.length === 1 ? 'touches' : 'touch'];
};
