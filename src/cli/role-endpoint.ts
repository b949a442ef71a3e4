// The endpoint of a command's role, opened from its configuration.
import { type EndpointConfig, endpointConfig } from '../config/endpoint-config.ts';
import type { Role } from '../config/settings.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { type Endpoints, openEndpoints } from '../pipeline/open-endpoint.ts';
import type { Call } from './command.ts';
import { configOf } from './settings.ts';

export interface RoleEndpoint {
  readonly endpoints: Endpoints;
  readonly chat: ChatEndpoint;
  readonly config: EndpointConfig;
}

export async function roleEndpoint(call: Call, role: Role): Promise<RoleEndpoint> {
  const config = endpointConfig(configOf(call), role);
  const endpoints = openEndpoints();
  return { endpoints, chat: await endpoints.open(config), config };
}
