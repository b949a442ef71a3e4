// Writes docs/pipeline.schema.json, the published JSON Schema of pipeline files, from the zod schema that checks them.
// `npm run schema` after every change there; a test compares the two.
import { writeFileSync } from 'node:fs';
import { pipelineJsonSchema } from '../src/pipeline/json-schema.ts';

writeFileSync('docs/pipeline.schema.json', `${JSON.stringify(pipelineJsonSchema(), null, 2)}\n`);
