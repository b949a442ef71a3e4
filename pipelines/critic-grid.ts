// Which settings of a critic are best: every combination of wording, votes and temperature over the same records, with the
// calls that they have in common made once. The best is chosen on half of the problems and tested on the other half. As
// declared it takes the test split that comes along, on the simulated endpoint; name your records by
// --set 'source.files=["mine/data/test.jsonl"]', your models by --set 'grid.vary.model=["a","b"]'.
import { definePipeline, sampleTestSet } from '../src/pipeline/define.ts';

export default definePipeline({
  name: 'critic-grid',
  about: 'settings of a critic, tested against one vote',
  source: { files: [sampleTestSet] },
  stages: [{ use: 'critic', with: { protocol: 'first_error' } }],
  grid: {
    vary: { wording: ['maths', 'deltabench'], temperature: [0.5, 1], votes: [1, 4, 8] },
    reference: { wording: 'maths', temperature: 0.5, votes: 1 },
  },
  endpoint: 'sim',
  seed: 1,
});
