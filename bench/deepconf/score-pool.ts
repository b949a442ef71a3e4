// Scores every trace of a pool from its token confidences, in a separate process so that its memory is its own;
// prints tokens, seconds and peak memory as JSON.
import { openPool } from '../../src/deepconf/pool/read.ts';
import { storedConfidences } from '../../src/deepconf/trace-confidences.ts';
import { traceScorer } from '../../src/deepconf/trace-scores.ts';

const pool = await openPool(process.argv[2]!);
const source = storedConfidences(pool);
const score = traceScorer();
const started = performance.now();
let tokens = 0;
let check = 0;
for (const { problem_id } of pool.problems) {
  for await (const { confidences } of source.batches(problem_id, ['answer'])) {
    for (const conf of confidences) {
      tokens += conf.length;
      check += score(conf).bottom10 ?? 0;
    }
  }
}
const seconds = (performance.now() - started) / 1000;
await pool.close();
console.log(JSON.stringify({ tokens, seconds, check, peakMb: process.resourceUsage().maxRSS / 1024 }));
