/** A thread that drives the runs it is told. */
import { parentPort } from 'node:worker_threads';
import { type Task, tellRun } from './task.js';

parentPort?.on('message', (task: Task) => {
  void tellRun(task).then((told) => parentPort?.postMessage(told));
});
