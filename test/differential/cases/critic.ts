// `latebench critic`: protocols, prompts, votes, sampling, presets, reward models.
import type { Case } from '../case.ts';

const asked = '--endpoint {endpoint} --model latebench-sim/critic -c 4 --max-retries 1 --cache off';

const calling: readonly (readonly [string, string])[] = [
  ['plain', ''],
  ['all-errors', '--protocol all_errors'],
  ['wording', '--wording deltabench'],
  ['system', "--system 'You are strict.'"],
  ['system-file', '--system @system.txt'],
  ['template', '--template template.txt'],
  ['votes', '--votes 3 --tie smallest'],
  ['votes-no-error', '--votes 2 --tie no_error --seed 4'],
  ['votes-abstain', '--votes 2 --tie abstain'],
  ['combine-union', '--protocol all_errors --votes 2 --combine union'],
  ['combine-intersection', '--protocol all_errors --votes 2 --combine intersection'],
  ['early-stop', '--votes 5 --early-stop-votes'],
  ['keep-replies', '--keep-replies --name mine'],
  ['probe', '--probe length'],
  ['sampling', '--temperature 0.3 --top-p 0.9 --top-k 20 --max-tokens 900'],
  ['order-any', '--order any -n 1'],
];

const presets = [
  'plain',
  'processbench',
  'o-series',
  'qwen2.5-math',
  'qwen-thinking',
  'qwen',
  'deepseek-r1',
  'deepseek-reasoner',
  'deepseek',
];

export const criticCases: readonly Case[] = [
  ...calling.map(
    ([name, options]): Case => ({
      name: `critic/${name}`,
      uses: ['injected.jsonl'],
      steps: [
        {
          files: {
            'system.txt': 'Be brief.\n',
            'template.txt':
              'Problem:\n{problem}\n\nSolution:\n{steps}\n\nAnswer with \\boxed{the paragraph, or -1}.\n',
          },
        },
        `latebench critic ${asked} ${options} -n 5 injected.jsonl`,
      ],
    }),
  ),
  ...presets.map(
    (preset): Case => ({
      name: `critic/preset-${preset}`,
      uses: ['injected.jsonl'],
      steps: [`latebench critic ${asked} --preset ${preset} --votes 2 -n 3 injected.jsonl -o out.jsonl`],
    }),
  ),
  {
    name: 'critic/outputs',
    uses: ['injected.jsonl'],
    steps: ['jsonl.gz', 'csv', 'parquet', 'arrow'].map(
      (ending) => `latebench-critic --endpoint sim -n 4 injected.jsonl -o out.${ending}`,
    ),
  },
];
