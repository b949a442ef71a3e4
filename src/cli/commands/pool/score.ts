// `latebench pool score`: scores of other origin than the logprobs, for votes beside confidence.
import { stepReductionNames, usualReduction } from '../../../deepconf/step-reduction.ts';
import { defineCommand } from '../../command.ts';
import { endpointOptions } from '../../endpoint-options.ts';
import { errorOptions, tryOption } from '../../options.ts';
import { poolOption } from '../../pool-options.ts';

/** Those that mean something where nothing is handed on, and nothing is sent as a batch. */
const modelOptions = new Set([
  ...['endpoint', 'base-url', 'model', 'header', 'body', 'query', 'api-key-file', 'ca-file', 'max-reply-mb'],
  ...['wait-for-endpoint', 'drain', 'concurrency', 'rpm', 'tpm', 'max-retries', 'cache', 'fresh', 'offline'],
  ...['budget-usd', 'budget-tokens', 'budget-folder', 'price'],
]);

export const poolScoreCommand = defineCommand({
  name: 'pool score',
  summary: 'add scores of a reward model, a verifier or another program to the traces of a pool',
  usage: '[SCORES… --column NAME | --prm] --pool DIR [--name NAME]',
  examples: [
    'latebench pool score rewards.jsonl --pool data/pools/aime25 --column reward',
    'latebench pool score judged.csv --pool data/pools/aime25 --column p_correct --name verifier',
    'latebench pool score --prm --pool data/pools/aime25 --endpoint http://127.0.0.1:8000/v1 --model Qwen2.5-Math-PRM-7B',
  ],
  about:
    'A row is {problem_id, sample_id} and the score, a number, in the named column. A larger score is a ' +
    'better trace; a score below 0 has weight 0 in a weighted vote, but still filters and chooses the best ' +
    'of N. Running the command again replaces the scores of that name. With --prm, a process reward model ' +
    'scores the steps of each text, one call per trace (POST /pooling, as vLLM serves it); traces that were ' +
    'stopped early get no score. `latebench vote --scores NAME` votes by them.',
  options: [
    poolOption,
    { name: 'column', value: 'NAME', about: 'field of a row that holds the score', group: 'Input' },
    {
      name: 'name',
      value: 'NAME',
      about: 'name of the score in votes (that of the column; prm)',
      group: 'Work',
    },
    {
      name: 'prm',
      about: 'call a process reward model (--endpoint, --model) instead of reading scores',
      group: 'Work',
    },
    {
      name: 'reduce',
      value: 'HOW',
      choices: stepReductionNames,
      about: `the score of a trace, from those of its steps (${usualReduction})`,
      group: 'Work',
    },
    ...endpointOptions.filter(({ name }) => modelOptions.has(name)),
    ...errorOptions,
    tryOption,
  ],
  docs: 'docs/deepconf.md',
  role: 'critic',
  run: async (call) => (await import('../../pool-score.ts')).runPoolScore(call),
});
