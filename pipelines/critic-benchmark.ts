// A leaderboard of critics on a dataset that `latebench dataset build` made: models, protocols and votes under one
// budget. Name your own by --set 'source.files=["mine/data/test.jsonl"]'; `model` in a critic asks another model of its
// endpoint. As declared it runs on the simulated endpoint; --endpoint and the settings of the roles take it further.
import { definePipeline } from '../src/pipeline/define.ts';

export default definePipeline({
  name: 'critic-benchmark',
  about: 'critics by protocol and votes on the test split of a dataset',
  source: { files: ['late-errors/data/test.jsonl'] },
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
