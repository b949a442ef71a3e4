// A pool of traces that grows run after run: 32 more samples of each problem each night, until there are 256. As declared
// it samples from the simulated endpoint; --endpoint, or LATEBENCH_LOGPROB_BASE_URL with its key, takes it to a model.
import { definePipeline, sampleProblems } from '../src/pipeline/define.ts';

export default definePipeline({
  name: 'pool-build',
  about: 'traces with logprobs of the sample problems, 32 more of each problem a night',
  source: { files: [sampleProblems] },
  stages: [
    { use: 'pool', with: { pool: 'data/pools/samples', n: 256, grow: 32, maxTokens: 256, topLogprobs: 5 } },
  ],
  schedule: { cron: '0 2 * * *' },
  endpoint: 'sim',
  seed: 0,
});
