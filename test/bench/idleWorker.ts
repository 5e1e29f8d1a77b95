/** A worker whose jobs have no work: what is left is the queue. `node idleWorker.js redis://…` */
import { queueAddress } from '../../src/study/queue/queueAddress.js';
import { StudyStore } from '../../src/study/queue/studyStore.js';
import { type RunBatch, startWorker } from '../../src/study/queue/studyWorker.js';
import { scenarioBySeed } from '../../src/study/scenarioBySeed.js';
import { runSeed } from '../../src/study/seedRuns.js';
import { readFrom } from '../../src/study/studyFiles.js';

/** One run of the study is made for real; every seed then has its figures. */
const runOnce: RunBatch = async ({ study, seeds }) => {
  const read = readFrom(study.files);
  const scenarios = study.variants.map((variant) => scenarioBySeed(variant, { read }));
  const real = await runSeed(scenarios, 1);
  if (!('rows' in real)) throw new Error(real.refused);
  return seeds.map((seed) => ({ seed, rows: real.rows.map((row) => ({ ...row, seed })) }));
};

const store = await StudyStore.connect(queueAddress(process.argv[2] ?? ''));
const say = (line: string): void => void process.stderr.write(`${line}\n`);
await startWorker(store, { threads: 1, allowsCode: false, secondsPerSeed: 60, run: runOnce, say });
say('waits for studies');
