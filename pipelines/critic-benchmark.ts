// A leaderboard of critics on the test split of a dataset: models, protocols and votes under one budget. As declared it
// takes the one that comes along, on the simulated endpoint; name the one that `latebench dataset build` made by
// --set 'source.files=["mine/data/test.jsonl"]'. `model` in a critic asks another model of its endpoint.
import { definePipeline, sampleTestSet } from '../src/pipeline/define.ts';

export default definePipeline({
  name: 'critic-benchmark',
  about: 'critics by protocol and votes on the test split of a dataset',
  source: { files: [sampleTestSet] },
  stages: [
    { use: 'critic', with: { protocol: 'first_error', votes: 1 } },
    { use: 'critic', with: { protocol: 'first_error', votes: 8 } },
    { use: 'critic', with: { protocol: 'all_errors', votes: 1 } },
    { use: 'critic', with: { protocol: 'all_errors', votes: 8 } },
  ],
  score: { by: ['publication.part', 'subject', 'injection.error_type'] },
  endpoint: 'sim',
  seed: 1,
});
