// `latebench pool score`: scores of other origin than the logprobs, for votes beside confidence.
import { defineCommand } from '../../command.ts';
import { errorOptions, tryOption } from '../../options.ts';
import { poolOption } from '../../pool-options.ts';

export const poolScoreCommand = defineCommand({
  name: 'pool score',
  summary: 'give the traces of a pool scores of a reward model, a verifier or another program',
  usage: 'SCORES… --pool DIR --column NAME [--name NAME]',
  examples: [
    'latebench pool score rewards.jsonl --pool data/pools/aime25 --column reward',
    'latebench pool score judged.csv --pool data/pools/aime25 --column p_correct --name verifier',
  ],
  about:
    'A row is {problem_id, sample_id} and the score, a number, in the column that is named. A larger score is a better ' +
    'trace; below 0 it weighs nothing in a weighted vote, and still filters and chooses the best of N. Running the command ' +
    'again replaces the scores of that name. `latebench vote --scores NAME` votes by them.',
  options: [
    poolOption,
    { name: 'column', value: 'NAME', about: 'field of a row that holds the score', group: 'Input' },
    { name: 'name', value: 'NAME', about: 'what votes call it (that of the column)', group: 'Work' },
    ...errorOptions,
    tryOption,
  ],
  docs: 'docs/deepconf.md',
  run: async (call) => (await import('../../pool-score.ts')).runPoolScore(call),
});
