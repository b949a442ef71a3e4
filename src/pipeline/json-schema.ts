// The schema of pipeline files as JSON Schema (draft 2020-12), for editors and for people who do not write TypeScript.
import { z } from 'zod';
import type { AnyStage } from '../stages/define.ts';
import { optionMetaKeys } from '../stages/option-rows.ts';
import { pipelineSchema, stageSchema } from './schema.ts';

/** What options say for the command line means nothing here. */
function withoutFlags({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }): void {
  for (const key of optionMetaKeys) delete jsonSchema[key];
}

/** A stage with its options, as a pipeline writes it. */
export function stageJsonSchema(stage: AnyStage): object {
  return z.toJSONSchema(stageSchema(stage), { io: 'input', override: withoutFlags });
}

export function pipelineJsonSchema(): object {
  return {
    title: 'LateBench pipeline',
    ...z.toJSONSchema(pipelineSchema, { io: 'input', override: withoutFlags }),
  };
}
