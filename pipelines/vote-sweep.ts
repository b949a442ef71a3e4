// A small pool, and votes over it at several sizes of the working set: how confidence does against the majority. The votes
// call nobody: --from vote counts them again, over another pool with --set vote.pool=DIR.
import { definePipeline, sampleProblems } from '../src/pipeline/define.ts';

export default definePipeline({
  name: 'vote-sweep',
  about: 'majority and confidence votes over a pool, from 8 to 128 traces a problem',
  source: { files: [sampleProblems] },
  stages: [
    {
      use: 'pool',
      with: { pool: 'data/pools/vote-sweep', n: 128, problems: 8, maxTokens: 128, topLogprobs: 5 },
    },
    { use: 'vote', with: { k: [8, 16, 32, 64, 128], repeat: 64 } },
  ],
  endpoint: 'sim',
  seed: 0,
});
