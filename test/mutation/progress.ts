/** Says of each mutant what came of it, as soon as it is known: a hunt takes hours, and may be ended before. */
import type { Fate } from './hunt.js';

export class Progress {
  readonly #mutants: number;
  readonly #say: (line: string) => void;
  readonly fates: Fate[] = [];

  constructor(mutants: number, say: (line: string) => void) {
    this.#mutants = mutants;
    this.#say = say;
  }

  tell(fate: Fate): void {
    this.fates.push(fate);
    const { mutant, killedBy } = fate;
    const { id, file, line, operator, code, becomes } = mutant;
    const what = killedBy === null ? 'ALIVE' : `killed by ${killedBy.split(': ', 1)[0]}`;
    this.#say(`${this.fates.length} of ${this.#mutants}: ${what}: #${id} ${file}:${line} ${operator}`);
    this.#say(`    - ${code}\n    + ${becomes}`);
  }

  /** What is known if it ends here. */
  get summary(): string {
    const alive = this.fates.filter(({ killedBy }) => killedBy === null);
    const done = this.fates.length;
    const places = alive.map(({ mutant: { id, file, line } }) => `  alive: #${id} ${file}:${line}`);
    return [
      `interrupted: ${done} of ${this.#mutants} mutants tried, ${done - alive.length} killed, ${alive.length} alive`,
      ...places,
    ].join('\n');
  }
}
