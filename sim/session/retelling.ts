/**
 * A run told as a scenario: what an operator did, and what a branch changed, becomes its `changes` and `signals`. The same numbers are
 * the same run; what no file can say is left out, and named.
 */
import { serializeSetup } from '../../src/config/tuning/serializeConfig.js';
import type { Seconds } from '../../src/math/units.js';
import type { Begun, Changed, Recordable } from '../../src/recording/simulated.js';
import type { MissionSpec } from '../../src/signals/missionTree.js';
import type { Operation } from '../../src/signals/operation.js';
import type { Setup } from '../../src/signals/signals.js';
import { isRecord } from '../../src/validation/values.js';
import type { ChangeSpec } from '../scenario/changeSpec.js';
import { inFileForm, isCodeSetting, isFaultSetting, JUST_AFTER } from '../scenario/changes.js';
import type { Scenario, WorldSpec } from '../scenario/scenario.js';
import type { SignalSpec } from '../scenario/signalsSpec.js';
import type { OpenScene } from './openScene.js';

/** What only hands do, and how it is called. */
const BY_HAND: Partial<Record<Operation['kind'], string>> = {
  stop: 'STOP',
  arm: 'arming',
  clear: 'clearing a fault',
  resume: 'the mission after the stick',
  teleop: 'the stick',
  pointer: 'the pointer',
  goToStep: 'going to a step of the mission',
};

/** What is told of a run. */
export interface Retold {
  /** The scenario that is the same run. */
  readonly scenario: Scenario;
  /** What happened, and is not in it. */
  readonly leftOut: readonly string[];
  /** Its robots' bodies are emulated boards. */
  readonly firmware: boolean;
}

type Values = ChangeSpec['set'];

/** A run before an operator's doing. */
interface Before {
  readonly at: Seconds;
  readonly kind: Operation['kind'];
  readonly setups: ReadonlyMap<string, Setup>;
  readonly world: WorldSpec;
}

export class Retelling implements Retold {
  readonly #current: () => OpenScene;
  readonly #goesOn: boolean;
  #changes: ChangeSpec[] = [];
  #signals: SignalSpec[] = [];
  readonly #leftOut = new Set<string>();
  firmware = false;
  #before: Before | undefined;
  #begunBy: ReadonlyMap<string, MissionSpec> = new Map();

  /** @param goesOn the run began in the middle of its missions */
  constructor(current: () => OpenScene, goesOn = false) {
    this.#current = current;
    this.#goesOn = goesOn;
  }

  /** Everything that the run records, before it is done. */
  hear(news: Recordable): void {
    this.#settle();
    if (news.kind === 'begun') this.#begin(news);
    else if (news.kind === 'changed') this.#changed(news);
    else if (news.kind === 'operated') this.#operated(news.at, news.operation);
  }

  /** The scenario that is the same run. */
  get scenario(): Scenario {
    this.#settle();
    const { scenario } = this.#current().scene;
    const { signals = [], changes = [] } = scenario;
    const robots = scenario.robots.map((spec) => ({
      ...spec,
      mission: this.#begunBy.get(spec.id) ?? spec.mission,
    }));
    const all = {
      signals: [...signals, ...this.#signals].toSorted((a, b) => a.at - b.at),
      changes: [...changes, ...this.#changes].toSorted((a, b) => a.at - b.at),
    };
    return {
      ...scenario,
      robots,
      ...(all.signals.length > 0 && { signals: all.signals }),
      ...(all.changes.length > 0 && { changes: all.changes }),
    };
  }

  /** What happened, and is not in it. */
  get leftOut(): readonly string[] {
    return [...(this.#goesOn ? ['how far it was in its mission'] : []), ...this.#leftOut];
  }

  /** A run that begins again keeps what was tuned before. */
  #begin({ firmware }: Begun): void {
    this.firmware = firmware;
    [this.#changes, this.#signals] = [[], []];
    this.#leftOut.clear();
    const { robots } = this.#current();
    this.#begunBy = new Map(robots.map(({ id, loop }) => [id, loop.setup.mission]));
    for (const { id, spec, loop } of robots) {
      const { mission } = loop.setup;
      const [from, to] = [serializeSetup({ ...spec, mission }), serializeSetup(loop.setup)];
      this.#tell(0, differing(`robots.${id}`, from, to));
    }
  }

  #changed({ at, settings }: Changed): void {
    const told = settings.filter((setting) => !isFaultSetting(setting) && !isCodeSetting(setting));
    if (settings.some(isCodeSetting)) this.#leftOut.add('the other code');
    this.#tell(at, Object.fromEntries(told.map(({ key, value }) => [key, value])));
  }

  #operated(at: Seconds, operation: Operation): void {
    const { kind } = operation;
    const hand = BY_HAND[kind];
    if (hand !== undefined) this.#leftOut.add(hand);
    else if (kind === 'signal') this.#signal(at, operation);
    else if (kind === 'move' && this.#current().robots.some(({ id }) => id === operation.id))
      this.#moved(at, operation);
    else {
      const { robots, run } = this.#current();
      const setups = new Map(robots.map(({ id, loop }) => [id, loop.setup]));
      this.#before = { at, kind, setups, world: run.world.spec };
    }
  }

  #signal(at: Seconds, { name, value = true, robot }: Extract<Operation, { kind: 'signal' }>): void {
    this.#signals.push({ at: at + JUST_AFTER, name, value, ...(robot !== undefined && { robot }) });
  }

  #moved(at: Seconds, { id, to, heading }: Extract<Operation, { kind: 'move' }>): void {
    const { run, robots } = this.#current();
    if (!run.world.hasRoom(id, to)) return;
    const robot = robots.find((one) => one.id === id);
    this.#tell(at, { [`robots.${id}.at`]: { ...to, heading: heading ?? robot?.body.pose.heading ?? 0 } });
  }

  /** What the last of an operator's doings has changed. */
  #settle(): void {
    const before = this.#before;
    if (!before) return;
    this.#before = undefined;
    const { robots, run } = this.#current();
    for (const { id, loop } of robots) {
      const was = before.setups.get(id);
      if (!was || was === loop.setup) continue;
      // Numbers one by one, so that behaviors keep what they remember; a mission that is given is given whole.
      const [from, to] = [serializeSetup(was), serializeSetup(loop.setup)];
      if (before.kind === 'tune') this.#tell(before.at, differing(`robots.${id}`, from, to));
      else this.#tell(before.at, { [`robots.${id}.mission`]: to.mission });
    }
    if (run.world.spec !== before.world)
      this.#tell(before.at, differing('world', inFileForm(before.world), inFileForm(run.world.spec)));
  }

  /** A slider that is dragged, or a thing, keeps its last place. */
  #tell(at: Seconds, set: Values): void {
    if (Object.keys(set).length === 0) return;
    const last = this.#changes.at(-1);
    const isSame = last?.at === at && Object.keys(last.set).join() === Object.keys(set).join();
    if (isSame) this.#changes.pop();
    this.#changes.push({ at, set });
  }
}

/** Each value that is another one, by its key. */
function differing(key: string, from: unknown, to: unknown): Values {
  if (JSON.stringify(from) === JSON.stringify(to)) return {};
  const isAlike =
    (isRecord(from) && isRecord(to)) ||
    (Array.isArray(from) && Array.isArray(to) && from.length === to.length && !isPoint(to));
  if (!isAlike) return { [key]: to };
  const keys = Object.keys({ ...from, ...to });
  // What is gone cannot be said by itself.
  if (keys.some((one) => !Object.hasOwn(to, one))) return { [key]: to };
  const at = (holder: object, one: string) => (holder as Readonly<Record<string, unknown>>)[one];
  return Object.assign({}, ...keys.map((one) => differing(`${key}.${one}`, at(from, one), at(to, one))));
}

const isPoint = (value: readonly unknown[]): boolean =>
  value.length === 2 && value.every((item) => typeof item === 'number');
