/** Own behaviors whose code is another one from an instant of a run on. */
import type { OwnBehaviors } from '../../../steering/mission.js';

export class ExchangedCode {
  /** For the whole run. */
  readonly behaviors: OwnBehaviors;
  #isExchanged = false;

  /** @param after those that are missing there stay as they were */
  constructor(before: OwnBehaviors, after: OwnBehaviors) {
    const names = Object.keys({ ...before, ...after });
    this.behaviors = Object.fromEntries(
      names.map((name) => {
        const [was, is] = [before[name] ?? after[name], after[name] ?? before[name]];
        const make = (parameters: never) => (this.#isExchanged ? is : was)?.(parameters);
        const declared = is?.parameters ?? was?.parameters;
        return [name, declared ? Object.assign(make, { parameters: declared }) : make];
      }),
    ) as OwnBehaviors;
  }

  /** What is made from now on is made by the other code. */
  exchange(): void {
    this.#isExchanged = true;
  }
}
