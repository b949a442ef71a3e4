// A dataset built from its spec, once a week, where what has been paid for is not asked for again. As declared it is made
// of the sample problems by the simulated endpoint and stays on this machine; a stage more sends it to the hub:
// { use: 'push', with: { folder: 'data/published/late-errors', repo: 'OWNER/NAME', create: true } }.
import { definePipeline, sampleSpec } from '../src/pipeline/define.ts';

export default definePipeline({
  name: 'publish',
  about: 'a small published benchmark of late errors in sample and synthetic problems',
  source: {},
  stages: [{ use: 'dataset', with: { spec: sampleSpec, folder: 'data/published/late-errors' } }],
  schedule: { cron: '0 3 * * 1' },
  endpoint: 'sim',
  seed: 0,
});
