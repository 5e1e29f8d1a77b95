/** The child process of a session: a trial comes in, its verdict goes out. */
import { judge, openVitest, type Switched, type Trial } from './session.js';

const [root = '.', sources = '[]'] = process.argv.slice(2);
const vitest = await openVitest(root, JSON.parse(sources) as Switched[]);

process.on('message', async (trial: Trial) => {
  const verdict = await judge(vitest, trial);
  process.send?.(verdict);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
