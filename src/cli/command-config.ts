// A command's configuration: its flags over environment, files and defaults.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulation } from '../config/endpoint-config.ts';
import { extraKinds } from '../config/endpoint-extras.ts';
import { isKeyShaped } from '../config/key-shape.ts';
import { type Config, placedOver, resolveConfig } from '../config/resolve.ts';
import { chatRoles, providerBaseUrls, type Role, roles } from '../config/setting-table.ts';
import { homeOf } from '../config/shared-settings.ts';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { plainText } from '../records/plain-text.ts';
import { unreadable } from '../storage/named-text.ts';
import type { Call, Command } from './command.ts';

function keyFromFile(path: string): string {
  try {
    const key = plainText(readFileSync(path)).trim();
    if (key === '') throw new LateBenchError('LB_CONFIG', `${path} is empty (--api-key-file)`);
    return key;
  } catch (cause) {
    if (isLateBenchError(cause)) throw cause;
    const hint = isKeyShaped(path) ? ': give the name of a file that holds the key, not the key' : '';
    throw new LateBenchError('LB_CONFIG', `${path}: ${unreadable(cause)} (--api-key-file)${hint}`, { cause });
  }
}

const isWriter = (role: Role): boolean => chatRoles.some((one) => one === role);

/** The roles that the flags of a command are about. */
function rolesFor({ role }: Pick<Command, 'role'>): readonly Role[] {
  if (role === 'every') return roles;
  return role === undefined ? [] : [role];
}

export function configOf({ command, options }: Pick<Call, 'command' | 'options'>): Config {
  const flags = new Map<string, { value: string; flag: string }>();
  for (const { name, setting, multiple } of command.options) {
    const list = multiple === true ? options.list(name) : [];
    const value = list.length > 0 ? JSON.stringify(list) : options.text(name);
    if (setting === undefined || value === undefined) continue;
    const targets = setting.startsWith('ROLE.') ? rolesFor(command) : [''];
    for (const role of targets) flags.set(setting.replace('ROLE', role), { value, flag: `--${name}` });
  }
  const keyFile = options.text('api-key-file');
  for (const role of keyFile === undefined ? [] : rolesFor(command)) {
    flags.set(`${role}.api_key`, { value: keyFromFile(keyFile!), flag: '--api-key-file' });
  }
  return resolveConfig({ flags, envFile: options.text('env-file') });
}

/** Who serves the models that roles have where nobody says which. */
const providers = new Set(Object.values(providerBaseUrls).map((url) => new URL(url).host));

/** Such a model is there; on the simulation each role has its own. */
function servesDefaults(baseUrl: string): boolean {
  return baseUrl === simulation || (URL.canParse(baseUrl) && providers.has(new URL(baseUrl).host));
}

/**
 * The configuration of a command whose stages may call other roles too: an endpoint that a flag names, with its key, is
 * theirs as well, with their own models. On a server of one's own a model that is only the default of its role is the
 * command's: it is not there.
 */
export function configFor(call: Pick<Call, 'command' | 'options'>): Config {
  let config = new Map(configOf(call));
  const { role: own } = call.command;
  if (own === undefined || own === 'every') return config;
  const endpoint = config.get(`${own}.base_url`);
  for (const role of roles) {
    if (role === own) continue;
    const given = endpoint?.origin.startsWith('--') === true;
    if (given) {
      config = placedOver(config, `${role}.base_url`, endpoint);
      const model = config.get(`${own}.model`);
      const isDefault = config.get(`${role}.model`)?.origin === 'default';
      if (isDefault && isWriter(role) && model?.origin.startsWith('--') && !servesDefaults(endpoint.value))
        config = placedOver(config, `${role}.model`, model);
    }
    const same = config.get(`${role}.base_url`)?.value === endpoint?.value;
    if (!same) continue;
    // A key from a file, and what is said of an endpoint, are for the server that this command asks, and for no other.
    for (const setting of ['api_key', 'dialect', ...extraKinds]) {
      const known = config.get(`${own}.${setting}`);
      if (known?.origin.startsWith('--') === true) config = placedOver(config, `${role}.${setting}`, known);
    }
  }
  return config;
}

/** The folder of the cache of replies. */
export function cacheFolderOf(call: Pick<Call, 'command' | 'options'>): string {
  return join(homeOf(configOf(call)), 'cache');
}
