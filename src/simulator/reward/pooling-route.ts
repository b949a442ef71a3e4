// POST /pooling as vLLM serves it for process reward models: chat messages in, for each step a pair of probabilities
// (wrong, right) out.
import { z } from 'zod';
import type { NumbersModel } from '../numbers-route.ts';
import { countPromptTokens } from '../tokens.ts';
import { rewardModel, stepRewards } from './reward-model.ts';

const call = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })).min(1),
});

export const pooling: NumbersModel<z.output<typeof call>> = {
  name: rewardModel,
  kind: 'reward model',
  call,
  form: '{model, messages: [{role, content}]}',
  promptTokens: ({ messages }) => countPromptTokens(messages),
  reply({ model, messages }, seed) {
    const solution = messages.findLast(({ role }) => role === 'assistant')?.content ?? '';
    const pairs = stepRewards(seed, solution).map((right) => [1 - right, right]);
    return {
      id: 'pool-sim',
      object: 'list',
      created: 0,
      model,
      data: [{ index: 0, object: 'pooling', data: pairs }],
    };
  },
};
