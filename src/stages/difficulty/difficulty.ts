// Difficulty: blind critics look for each accepted injection, and the share that finds it is recorded.
import { z } from 'zod';
import type { Solution } from '../../records/solution.ts';
import { voteCount } from '../../records/vote-count.ts';
import { stageStep } from '../../stream/step.ts';
import { defineMap } from '../define.ts';
import { option } from '../described-option.ts';
import { askedSampling, targetDifficultyOption, temperatureOption } from '../shared-options.ts';

const options = z.strictObject({
  votes: option(voteCount, 'votes of each critic on each accepted injection', { value: 'N' }),
  models: option(z.array(z.string().min(1)).min(1).optional(), "the critics' models (the critic role's)", {
    value: 'NAME,…',
    spelling: 'list',
    group: 'Model',
  }),
  target: targetDifficultyOption.meta({ label: 'Difficulty' }),
  temperature: temperatureOption('sampling temperature'),
});

export const difficulty = defineMap({
  name: 'difficulty',
  summary: 'ask blind critics for each injected error, and record how many find it',
  about:
    'Adds injection.difficulty: {asked, valid, found, score, critics} to accepted injections; the score is ' +
    'the share of readable votes that miss the error. Other records pass unchanged. The critics see only the ' +
    'problem and the steps. With a target, injections of another difficulty are rejected.',
  examples: [
    'latebench inject --difficulty-votes 8 --target-difficulty 0.2-0.8 problems.jsonl > injected.jsonl',
  ],
  docs: 'docs/injection.md',
  options,
  ports: { in: 'records', main: 'records' },
  role: 'critic',
  discardsCritiques: ({ target }) => target !== undefined,
  needs: ({ votes, models = [undefined], temperature }) =>
    models.map((model) => ({
      role: 'critic' as const,
      model,
      callsPerRecord: votes,
      atOnce: votes,
      ...askedSampling({ temperature }),
    })),
  async build({ votes, models = [undefined], target, temperature }, { seed, concurrency, endpoint }) {
    const [{ difficultyStage }, { atDifficulty }] = await Promise.all([
      import('../../critic/difficulty.ts'),
      import('../../inject/target-difficulty.ts'),
    ]);
    const choose =
      target === undefined
        ? undefined
        : { config: { target }, from: (record: Solution) => atDifficulty(record, target) };
    const endpoints = await Promise.all(models.map((model) => endpoint('critic', { model })));
    const stage = difficultyStage({ endpoints, votes, seed, temperature, choose });
    return { step: stageStep<Solution, Solution>(stage, concurrency) };
  },
});
