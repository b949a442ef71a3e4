// A batch of injected errors worth trusting, with clean controls: the gate, three independent readers who are not told
// which version of a step was changed, and eight blind critics who say how hard each error is to find. As declared it
// runs on the simulated endpoint; --endpoint and the settings of the roles take it to real models.
import { definePipeline } from '../src/pipeline/define.ts';

export default definePipeline({
  name: 'injection-batch',
  about: 'late errors in 500 synthetic problems, verified by a second model and judged by blind critics',
  source: { synthetic: { count: 500, seed: 1 } },
  stages: [
    { use: 'filter', with: { minSteps: 8, noError: true } },
    { use: 'inject', with: { cleanFraction: 0.5, gate: 'strict', verifyVotes: 3 } },
    { use: 'difficulty', with: { votes: 8 } },
    { use: 'critic', with: { protocol: 'first_error', votes: 1 } },
  ],
  endpoint: 'sim',
  seed: 1,
});
