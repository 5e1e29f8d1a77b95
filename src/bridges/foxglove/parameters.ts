/** A run's tunable numbers as parameters. */
import type { Tunable } from '../../signals/view.js';
import type { ParameterValue } from './protocol.js';

export class Parameters {
  #values: ReadonlyMap<string, number> = new Map();

  /** @returns those that have changed; those that are gone have no value */
  update(tunables: readonly Tunable[]): readonly ParameterValue[] {
    const before = this.#values;
    this.#values = new Map(tunables.map(({ id, value }) => [id, value]));
    const gone = [...before.keys()].filter((name) => !this.#values.has(name));
    return [
      ...this.of([]).filter(({ name, value }) => before.get(name) !== value),
      ...gone.map((name) => ({ name })),
    ];
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  valueOf(name: string): number | undefined {
    return this.#values.get(name);
  }

  /** Those that there are; all of them where no name is given. */
  of(names: readonly string[]): readonly ParameterValue[] {
    const wanted = names.length === 0 ? this.#values.keys() : new Set(names);
    return [...wanted].flatMap((name) => {
      const value = this.#values.get(name);
      return value === undefined ? [] : [{ name, value, type: 'float64' as const }];
    });
  }
}
