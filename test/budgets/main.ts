/** `npm run budgets`: every figure beside its budget. With `-- --write` the figures become the budgets. */
import { parseArgs } from 'node:util';
import { readBudget, writeBudget } from './budgetFiles.js';
import { compare } from './compare.js';
import { type Measured, measure } from './figures.js';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const now = await measure();
const budget = budgetOrNone();
for (const [scene, figures] of Object.entries(now.figures)) {
  console.log(scene);
  for (const [figure, value] of Object.entries(figures))
    console.log(`  ${figure.padEnd(12)} ${budget.figures[scene]?.[figure] ?? 'none'} → ${value}`);
}
const { above } = compare(budget, now);
for (const lines of above) console.log(`\n${lines}`);
if (values.write) writeBudget(now);
else if (above.length > 0) process.exitCode = 1;

/** A file that cannot be read, as after a merge with conflicts, may be written anew. */
function budgetOrNone(): Measured {
  try {
    return readBudget();
  } catch (error) {
    if (!values.write) throw error;
    return { ...now, figures: {}, calls: {} };
  }
}
