// The endpoint of those who read what the injector wrote: the critic's role, or where the command line names an
// endpoint, that one with the critic's model.
import { type EndpointConfig, endpointConfig } from '../config/endpoint-config.ts';
import type { Call } from './command.ts';
import { configOf } from './settings.ts';

export function readerConfig(call: Call, model: string | undefined): EndpointConfig {
  const config = new Map(configOf(call));
  for (const setting of ['base_url', 'api_key']) {
    const given = config.get(`${call.command.role}.${setting}`);
    if (given?.origin.startsWith('--') === true) config.set(`critic.${setting}`, given);
  }
  if (model !== undefined) config.set('critic.model', { value: model, origin: '--verify-model' });
  return endpointConfig(config, 'critic');
}
