/** The last seconds of some quantities over time, as a chart wants them: one time axis, one column a name. */
import type { Seconds } from '../../../math/units.js';

export type Sample = Readonly<Record<string, number | undefined>>;
export type Column = readonly (number | null)[];

const MOST = 4000;

export class Strip {
  #times: number[] = [];
  #columns = new Map<string, (number | null)[]>();

  get times(): readonly number[] {
    return this.#times;
  }

  /** In the order they were first seen. */
  get names(): readonly string[] {
    return [...this.#columns.keys()];
  }

  column(name: string): Column {
    return this.#columns.get(name) ?? [];
  }

  /** The newest of each; what is not known now is missing. */
  newest(name: string): number | undefined {
    return this.#columns.get(name)?.at(-1) ?? undefined;
  }

  /** @param window how much stays; time that goes back begins anew */
  add(at: Seconds, sample: Sample, window: Seconds): void {
    if (at < (this.#times.at(-1) ?? at)) this.clear();
    if (!Number.isFinite(at) || at === this.#times.at(-1)) return;
    for (const [name, value] of Object.entries(sample)) this.#learn(name, value);
    this.#times.push(at);
    for (const [name, column] of this.#columns) column.push(known(sample[name]));
    this.#trim(at - window);
  }

  clear(): void {
    this.#times = [];
    this.#columns = new Map();
  }

  #learn(name: string, value: number | undefined): void {
    if (known(value) === null || this.#columns.has(name)) return;
    this.#columns.set(
      name,
      this.#times.map(() => null),
    );
  }

  /** In bulk, so that not every sample moves them all; a column without any number goes. */
  #trim(oldest: Seconds): void {
    const spare = this.#times.length > MOST ? 0 : MOST / 20;
    const first = this.#times.findIndex((time) => time >= oldest);
    const cut = Math.max(first, this.#times.length - MOST);
    if (cut <= spare) return;
    this.#times = this.#times.slice(cut);
    for (const [name, column] of this.#columns) {
      const rest = column.slice(cut);
      if (rest.every((value) => value === null)) this.#columns.delete(name);
      else this.#columns.set(name, rest);
    }
  }
}

const known = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;
