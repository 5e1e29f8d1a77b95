/** A worker whose jobs have no work: what is left is the queue. `node idleWorker.js redis://… ROW` */
import { deflateSync } from 'node:zlib';
import { queueAddress } from '../../src/study/queue/queueAddress.js';
import { StudyStore } from '../../src/study/queue/studyStore.js';
import { type RunBatch, startWorker } from '../../src/study/queue/studyWorker.js';
import { keepHeapSmall } from '../../src/study/smallHeap.js';

/** A row as a run gives it, for every seed. */
const row = (process.argv[3] ?? '').replace(/^\{"seed":\d+,/, '');

const packed: RunBatch = async ({ seeds }) => {
  const runs = seeds.map((seed) => `{"seed":${seed},"rows":[{"seed":${seed},${row}]}`);
  return deflateSync(`{"seconds":0,"runs":[${runs.join(',')}]}`);
};

keepHeapSmall();
const store = await StudyStore.connect(queueAddress(process.argv[2] ?? ''));
const say = (line: string): void => void process.stderr.write(`${line}\n`);
await startWorker(store, { threads: 1, allowsCode: false, secondsPerSeed: 60, run: packed, say });
say('waits for studies');
