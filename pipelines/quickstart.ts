// The whole job in small: problems with correct solutions, an error put into half of them, a critic with eight votes,
// and its score beside the position baselines. Runs on the simulated endpoint, so it costs nothing and proves nothing
// about language models.
import { definePipeline, sampleProblems } from '../src/pipeline/define.ts';

export default definePipeline({
  name: 'quickstart',
  about: 'late errors in sample problems, found by a critic with eight votes',
  source: { files: [sampleProblems], synthetic: { count: 92, seed: 1 } },
  stages: [
    { use: 'filter', with: { minSteps: 8, noError: true } },
    { use: 'inject', with: { cleanFraction: 0.5 } },
    { use: 'critic', with: { protocol: 'first_error', votes: 8 } },
  ],
  endpoint: 'sim',
  seed: 1,
});
