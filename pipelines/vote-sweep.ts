// Votes over a pool at several sizes of the working set, without a call: how confidence does against the majority.
import { definePipeline } from '../src/pipeline/define.ts';

export default definePipeline({
  name: 'vote-sweep',
  about: 'majority and confidence votes over a pool, from 8 to 128 traces a problem',
  source: {},
  stages: [{ use: 'vote', with: { pool: 'data/pools/samples', k: [8, 16, 32, 64, 128], repeat: 64 } }],
  seed: 0,
});
