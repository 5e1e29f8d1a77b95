/** A mission's nodes for those who watch it: their words, how each stands, and what is told when that changes. */
import type { LeafSpec, MissionSpec } from '../signals/missionTree.js';
import type { News, StepView } from '../signals/view.js';
import type { Behavior } from '../steering/behavior.js';
import { hasNodes, missionBehavior, type OwnBehaviors } from '../steering/mission.js';
import { type Condition, conditionsIn, conditionWords } from '../steering/missions/condition.js';
import { joinedPath, stepName } from '../steering/missions/outcome.js';
import { missionSteps, runningLeaves, type Step } from '../steering/missions/steps.js';
import { isRecord } from '../validation/values.js';

/** Every node from the top down, in the order of `missionSteps`; none of a mission without nodes with state. */
export const plannedSteps = (mission: MissionSpec): readonly StepView[] =>
  hasNodes(mission) ? [...planned(mission, '', 0, '')] : [];

function* planned(spec: MissionSpec, above: string, depth: number, guard: string): Generator<StepView> {
  const { behavior } = spec;
  if (!('children' in spec)) {
    const asks = signalsAsked(spec);
    const words = `${behavior} ${briefly(spec.parameters)}`.trim() + guard;
    yield { path: joinedPath(above, behavior), depth, words, ...(asks.length > 0 && { asks }) };
    return;
  }
  const { children } = spec;
  const parameters = 'parameters' in spec ? spec.parameters : {};
  if (behavior === 'guarded') {
    for (const { mission } of children) yield* planned(mission, above, depth, guardWords(parameters) + guard);
    return;
  }
  yield {
    path: joinedPath(above, behavior),
    depth,
    words: `${behavior} ${briefly(parameters)}`.trim() + guard,
  };
  for (const [i, { mission }] of children.entries())
    yield* planned(mission, joinedPath(above, stepName(behavior, children.length, i)), depth + 1, '');
}

const guardWords = ({ while: lasts, unless }: Readonly<Record<string, unknown>>): string =>
  (lasts ? `, while ${conditionWords(lasts as Condition)}` : '') +
  (unless ? `, unless ${conditionWords(unless as Condition)}` : '');

/** Signals for which it waits, each by its name. */
function signalsAsked({ behavior, parameters: { until } }: LeafSpec): string[] {
  if (behavior !== 'wait' || !isRecord(until)) return [];
  return [...conditionsIn(until)].flatMap(([name, value]) =>
    name === 'signal' && typeof value === 'string' ? [value] : [],
  );
}

/** The longest text of a parameter that is shown. */
const MOST = 28;

/** Its parameters in a few words. */
function briefly(parameters: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(parameters).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (key === 'until') return [`until ${conditionWords(value as Condition)}`];
    const text = conditionWords({ [key]: value });
    return text.length <= MOST ? [text] : [];
  });
  return words.slice(0, 2).join(', ');
}

const LETTERS = { waiting: 'w', running: 'r', done: 'd', failed: 'f' } as const;

/** How the nodes of one robot's mission stand, instant by instant. */
export class StepWatch {
  readonly #own: OwnBehaviors;
  #mission: MissionSpec | undefined;
  #behavior: Behavior | undefined;
  #steps: readonly Step[] = [];

  constructor(own: OwnBehaviors = {}) {
    this.#own = own;
  }

  /** @param memory of the mission; undefined before its first tick */
  see(mission: MissionSpec, memory: unknown): Omit<News, 'at'>[] {
    const isOther = mission !== this.#mission;
    if (isOther) this.#begin(mission);
    if (!this.#behavior) return [];
    const before = this.#steps;
    this.#steps = missionSteps(this.#behavior, memory);
    return isOther || before.length !== this.#steps.length ? [] : newsBetween(before, this.#steps);
  }

  /** One letter for each of `plannedSteps`: w waits, r runs, d done, f failed; undefined without nodes with state. */
  get letters(): string | undefined {
    if (!this.#behavior || this.#steps.length === 0) return undefined;
    return this.#steps.map(({ state }) => LETTERS[state]).join('');
  }

  /** The leaves that run, by their paths. */
  get running(): readonly string[] {
    return runningLeaves(this.#steps);
  }

  #begin(mission: MissionSpec): void {
    this.#mission = mission;
    this.#behavior = hasNodes(mission) ? missionBehavior(mission, this.#own) : undefined;
    this.#steps = [];
  }
}

function newsBetween(before: readonly Step[], now: readonly Step[]): Omit<News, 'at'>[] {
  const failed = now.filter(({ state }, i) => state === 'failed' && before[i]?.state !== 'failed').at(-1);
  const [was, is] = [runningLeaves(before), runningLeaves(now)];
  const began = is.filter((path) => !was.includes(path));
  return [
    ...(failed ? [{ level: 'warning', words: `${failed.path} failed` } as const] : []),
    ...(began.length > 0 ? [{ level: 'info', words: `now ${began.join(', ')}` } as const] : []),
  ];
}
