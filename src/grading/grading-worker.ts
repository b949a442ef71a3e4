// A thread that grades chunks of pairs. It says in shared memory which pair it is at, so that the grader can end it when
// one takes too long.
import { parentPort, workerData } from 'node:worker_threads';
import { explainCase } from '../mathverify/index.ts';
import type { FromWorker, Grade, Pair, WorkerSettings } from './worker-protocol.ts';

const { options, explain, place } = workerData as WorkerSettings;
const at = new Int32Array(place);

function graded(pair: Pair): Grade {
  const explained = explainCase(pair, options);
  const { equal, verdict, reason, method, witness } = explained;
  const json = JSON.stringify(explain ? explained : { equal, verdict, reason, method, witness });
  return { verdict, json };
}

const port = parentPort!;
port.on('message', (pairs: readonly Pair[]) => {
  const grades = pairs.map((pair, index) => {
    Atomics.store(at, 0, index);
    return graded(pair);
  });
  Atomics.store(at, 0, -1);
  port.postMessage(grades satisfies FromWorker);
});
port.postMessage('ready' satisfies FromWorker);
