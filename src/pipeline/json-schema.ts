// The schema of pipeline files as JSON Schema (draft 2020-12), for editors and for people who do not write TypeScript.
import { z } from 'zod';
import { pipelineSchema } from './schema.ts';

export function pipelineJsonSchema(): object {
  return { title: 'LateBench pipeline', ...z.toJSONSchema(pipelineSchema, { io: 'input' }) };
}
