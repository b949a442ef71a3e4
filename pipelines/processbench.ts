// ProcessBench as published: its four subsets from the hub, one question for the first error of each solution, F1 of each
// subset and their mean. It has no endpoint of its own: --api-url and --model name one, `--endpoint sim` tries it out.
// --limit 10 takes ten records of each subset; --datasets DIR reads local copies of the four files.
import { definePipeline } from '../src/pipeline/define.ts';

const subsets = ['gsm8k', 'math', 'olympiadbench', 'omnimath'];

export default definePipeline({
  name: 'processbench',
  about: 'first errors in the four subsets of ProcessBench',
  source: { files: subsets.map((subset) => `hf:Qwen/ProcessBench/${subset}.json`) },
  stages: [{ use: 'critic', with: { protocol: 'first_error' } }],
  score: { by: ['subset'] },
  seed: 0,
});
