/** A run's tunable numbers as parameters. */
import type { Tunable } from '../../signals/view.js';
import type { ParameterValue } from './protocol.js';

export class Parameters {
  #tunables: ReadonlyMap<string, Tunable> = new Map();

  /** @returns those that have changed; those that are gone have no value */
  update(tunables: readonly Tunable[]): readonly ParameterValue[] {
    const before = this.#tunables;
    this.#tunables = new Map(tunables.map((tunable) => [tunable.id, tunable]));
    const gone = [...before.keys()].filter((name) => !this.#tunables.has(name));
    return [
      ...this.of([]).filter(({ name, value }) => before.get(name)?.value !== value),
      ...gone.map((name) => ({ name })),
    ];
  }

  get(name: string): Tunable | undefined {
    return this.#tunables.get(name);
  }

  valueOf(name: string): number | undefined {
    return this.#tunables.get(name)?.value;
  }

  /** Those that there are; all of them where no name is given. */
  of(names: readonly string[]): readonly ParameterValue[] {
    const wanted = names.length === 0 ? this.#tunables.keys() : new Set(names);
    return [...wanted].flatMap((name) => {
      const value = this.valueOf(name);
      return value === undefined ? [] : [{ name, value, type: 'float64' as const }];
    });
  }
}
