// The settings of a pipeline's run: flags first, then what the pipeline declares of its endpoints, then the rest.
import { endpointConfig, simulation } from '../config/endpoint-config.ts';
import { type Config, resolveConfig } from '../config/resolve.ts';
import { roles } from '../config/settings.ts';
import { rolesOf } from '../executor/build-plan.ts';
import type { PipelineDefinition } from '../pipeline/schema.ts';
import type { Call } from './command.ts';

/** `queued` is the --endpoint that a queued run was begun with; a worker's own goes before it. */
export function pipelineConfig(
  definition: Pick<PipelineDefinition, 'name' | 'endpoint'>,
  { options }: Pick<Call, 'options'>,
  queued?: string,
): Config {
  const flags = new Map<string, { value: string; flag: string }>();
  const endpoint = options.text('endpoint') ?? queued;
  const set = (setting: string, value: string | number | undefined, flag: string): void => {
    if (value !== undefined) flags.set(setting, { value: String(value), flag });
  };
  const { endpoint: declared } = definition;
  const from = `pipeline ${definition.name}`;
  for (const role of roles) {
    if (typeof declared === 'string') set(`${role}.base_url`, declared, from);
    else {
      set(`${role}.base_url`, declared?.[role]?.baseUrl, from);
      // The simulation has models of its own.
      if (endpoint !== simulation) set(`${role}.model`, declared?.[role]?.model, from);
      set(`${role}.rpm`, declared?.[role]?.rpm, from);
    }
    set(`${role}.base_url`, endpoint, '--endpoint');
  }
  set('concurrency', options.text('concurrency'), '--concurrency');
  set('max_retries', options.text('max-retries'), '--max-retries');
  return resolveConfig({ flags, envFile: options.text('env-file') });
}

/** Throws where a role that the pipeline calls has no endpoint. */
export async function checkEndpoints(
  definition: PipelineDefinition,
  call: Pick<Call, 'options'>,
): Promise<void> {
  const config = pipelineConfig(definition, call);
  for (const stage of definition.stages) {
    if (stage.use === 'pool') endpointConfig(config, 'logprob');
    // A vote and a push call nobody; a dataset's endpoint may stand in its spec, which is read when it is built.
    else if (stage.use !== 'vote' && stage.use !== 'dataset' && stage.use !== 'push') {
      for (const role of await rolesOf([stage])) endpointConfig(config, role);
    }
  }
}
