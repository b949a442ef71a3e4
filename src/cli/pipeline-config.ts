// The settings of a pipeline's run: flags first, then what the pipeline declares of its endpoints, then the rest.
import { endpointConfig } from '../config/endpoint-config.ts';
import { type Config, resolveConfig } from '../config/resolve.ts';
import { rolesOf } from '../executor/build-plan.ts';
import { declaredFlags } from '../pipeline/declared-config.ts';
import type { PipelineDefinition } from '../pipeline/schema.ts';
import type { Call } from './command.ts';

/** `queued` is the --endpoint that a queued run was begun with; a worker's own goes before it. */
export function pipelineConfig(
  definition: Pick<PipelineDefinition, 'name' | 'endpoint'>,
  { options }: Pick<Call, 'options'>,
  queued?: string,
): Config {
  const flags = declaredFlags(definition, options.text('endpoint') ?? queued, '--endpoint');
  for (const [option, setting] of [
    ['concurrency', 'concurrency'],
    ['max-retries', 'max_retries'],
    ['max-reply-mb', 'max_reply_mb'],
    ['ca-file', 'ca_file'],
    ['wait-for-endpoint', 'wait_for_endpoint'],
    ['drain', 'drain_seconds'],
  ] as const) {
    const value = options.text(option);
    if (value !== undefined) flags.set(setting, { value, flag: `--${option}` });
  }
  return resolveConfig({ flags, envFile: options.text('env-file') });
}

/** Throws where a role that the pipeline calls has no endpoint. */
export async function checkEndpoints(
  definition: PipelineDefinition,
  call: Pick<Call, 'options'>,
): Promise<void> {
  const config = pipelineConfig(definition, call);
  for (const role of await rolesOf(definition.stages)) endpointConfig(config, role);
}
