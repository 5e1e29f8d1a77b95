/** Harms the thread that serves the page of a program in another process, when the test says so. */
import { preload } from './drivenOnPty.js';

/** In the thread: it hears the word on a channel of all the process's threads. */
const IN_THREAD = `
const words = new BroadcastChannel('harm');
words.unref();
const kept = [];
words.onmessage = ({ data }) => {
  if (data === 'exit') process.exit(0);
  if (data === 'throw') setImmediate(() => { throw new Error('planted'); });
  if (data === 'hang') for (;;) ;
  if (data === 'eat') for (;;) kept.push(new Array(1e5).fill(kept.length));
};
`;

/** In front of the program: each thread that it begins hears the words that are sent to the process. */
const IN_PROGRAM = `
import threads from 'node:worker_threads';
import { syncBuiltinESMExports } from 'node:module';
const begun = [];
const inThread = ${JSON.stringify(preload(IN_THREAD))};
threads.Worker = class extends threads.Worker {
  constructor(file, options = {}) {
    super(file, { ...options, execArgv: [...(options.execArgv ?? []), ...inThread] });
    begun.push(this);
  }
};
syncBuiltinESMExports();
const words = new BroadcastChannel('harm');
words.unref();
process.on('message', (word) => word === 'terminate' ? begun.at(-1).terminate() : words.postMessage(word));
process.channel?.unref();
`;

/** Options of Node; then these words can be sent to the program. */
export const HARMED_BY_WORDS = preload(IN_PROGRAM);

export type Harm = 'exit' | 'throw' | 'hang' | 'eat' | 'terminate';
