/** One tick's work, the source's size and the dependencies keep their budgets, which docs/extend.md explains. */
import { expect, it } from 'vitest';
import { builtProgram } from '../cli/steerbot.js';
import { readBudget } from './budgetFiles.js';
import { compare } from './compare.js';
import { measure } from './figures.js';

const ADVICE =
  'Remove what is not needed. If users would accept the reason: npm run budgets -- --write, and give the reason in the commit.';

it('nothing exceeds its budget', async () => {
  builtProgram();
  const measured = await measure();
  const { clutter, 'clutter planning': planning } = measured.figures;
  // A change may move the tick that plans: then another one is to be measured.
  expect(planning?.calls).toBeGreaterThan(5 * (clutter?.calls ?? Number.NaN));
  const { above, below } = compare(readBudget(), measured);
  if (below.length > 0)
    console.log(['To lower these budgets: npm run budgets -- --write', ...below].join('\n'));
  if (above.length > 0) expect.fail([...above, ADVICE].join('\n'));
});
