// POST /v1/embeddings: a text in, its vector out.
import { z } from 'zod';
import type { NumbersModel } from '../numbers-route.ts';
import { tokenize } from '../tokens.ts';
import { embeddingModel, embeddingOf } from './embedding-model.ts';

const call = z.looseObject({
  model: z.string(),
  input: z.string().min(1),
});

export const embeddings: NumbersModel<z.output<typeof call>> = {
  name: embeddingModel,
  kind: 'model of embeddings',
  call,
  form: '{model, input: "…"}: one text a request',
  promptTokens: ({ input }) => tokenize(input).length,
  reply: ({ model, input }, seed) => ({
    object: 'list',
    model,
    data: [{ object: 'embedding', index: 0, embedding: embeddingOf(seed, input) }],
  }),
};
