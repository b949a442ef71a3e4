// How well two critics find the first error: one vote at temperature 0, and the majority of eight, on the same records,
// with position baselines beside them. Name your own records by --set 'source.files=["records.jsonl"]'; as declared it
// makes late errors in synthetic problems on the simulated endpoint.
import { definePipeline } from '../src/pipeline/define.ts';

export default definePipeline({
  name: 'critic-benchmark',
  about: 'one vote against the majority of eight, on late errors in 200 synthetic problems',
  source: { synthetic: { count: 200, seed: 1 } },
  stages: [
    { use: 'filter', with: { minSteps: 8 } },
    { use: 'inject', with: { cleanFraction: 0.5 } },
    { use: 'critic', with: { protocol: 'first_error', votes: 1 } },
    { use: 'critic', with: { protocol: 'first_error', votes: 8 } },
  ],
  score: { by: ['subject', 'injection.error_type'] },
  sinks: [{ file: 'records.jsonl.gz' }],
  endpoint: 'sim',
  seed: 1,
});
