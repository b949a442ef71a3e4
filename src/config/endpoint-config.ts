// What a role's endpoint is, from the settings: where, which model, which key. Says what to set when there is none.

import { LateBenchError } from '../errors.ts';
import { wrongArgument } from '../records/wrong-argument.ts';
import { chatDialectNames, type DialectName } from './dialect-names.ts';
import { type EndpointExtras, endpointExtras } from './endpoint-extras.ts';
import { keyFor } from './endpoint-key.ts';
import { isKeyShaped, isWrapped } from './key-shape.ts';
import { type Config, wholeNumber } from './resolve.ts';
import { providerBaseUrls, type Role } from './setting-table.ts';
import { concurrencyOf, maxRetriesOf } from './shared-settings.ts';

/** The resolved configuration of one role's endpoint. */
export interface EndpointConfig {
  /** What the endpoint is for; its settings are named by it (`critic.model`). */
  readonly role: Role;
  /** A base URL, or `sim`. */
  readonly baseUrl: string;
  /** As the server calls it. */
  readonly model: string;
  /** The settings that named URL and model: `--endpoint`, `.env: OPENAI_BASE_URL`, `default`. */
  readonly urlFrom?: string | undefined;
  /** The setting that named the model, as `urlFrom` is for the URL. */
  readonly modelFrom?: string | undefined;
  /** Sent as bearer token, or as the dialect asks; undefined sends none. */
  readonly apiKey: string | undefined;
  /** Which key is sent, or why none is: for the message of a server that wants another. */
  readonly keyNote?: string | undefined;
  /** Maximum number of calls in flight. */
  readonly concurrency: number;
  /** Requests a minute at most; undefined for no limit. */
  readonly rpm: number | undefined;
  /** How often a failed call is tried again; 0 for never. */
  readonly maxRetries: number;
  /** In MB; 256 where nothing is said. */
  readonly maxReplyMb?: number | undefined;
  /** Path of a PEM file with certificates to trust in addition to the usual ones. */
  readonly caFile?: string | undefined;
  /** By the host when absent. */
  readonly dialect?: DialectName | undefined;
  /** What every request carries in addition to its content. */
  readonly extras?: EndpointExtras | undefined;
  /** Its name in keys, where that is known already: of stored replies. */
  readonly name?: string | undefined;
  /** How long a server that has not answered yet is waited for, in milliseconds; seconds where nothing is said. */
  readonly waitForMs?: number | undefined;
}

/** Names the embedded simulation in place of a base URL. */
export const simulation = 'sim';

export const simulatedModels: Readonly<Record<Role, string>> = {
  inject: 'latebench-sim/injector',
  critic: 'latebench-sim/critic',
  logprob: 'latebench-sim/sampler',
  embed: 'latebench-sim/embedding',
};

function notConfigured(role: Role): LateBenchError {
  const upper = role.toUpperCase();
  const key = role === 'logprob' ? 'DEEPSEEK_API_KEY' : 'OPENAI_API_KEY';
  return new LateBenchError(
    'LB_ENDPOINT_CONFIG',
    `no endpoint is configured for ${role}: set ${key}, or LATEBENCH_${upper}_BASE_URL (with _MODEL and _API_KEY), ` +
      'or try the simulation with --endpoint sim',
  );
}

function keyElsewhere(role: Role, setting: string, origin: string | undefined): LateBenchError {
  const message =
    `${role}.${setting} (from ${origin}) looks like an API key: give the key with ` +
    `LATEBENCH_${role.toUpperCase()}_API_KEY or --api-key-file`;
  return new LateBenchError('LB_ENDPOINT_CONFIG', message);
}

/** Never shows the URL: it may hold a password. */
function checkUrl(role: Role, { protocol, username, password }: URL, origin: string): void {
  if (protocol !== 'http:' && protocol !== 'https:') {
    const message = `${role}.base_url (from ${origin}) does not begin with http:// or https://: give an http or https URL`;
    throw new LateBenchError('LB_ENDPOINT_CONFIG', message);
  }
  if (username === '' && password === '') return;
  const message =
    `${role}.base_url (from ${origin}) has a user name or a password in it, which are not sent: remove them, and give ` +
    `the key with LATEBENCH_${role.toUpperCase()}_API_KEY or --api-key-file`;
  throw new LateBenchError('LB_ENDPOINT_CONFIG', message);
}

/** Text of a reply is one string, and V8 has none longer than 512 MB. */
const mostReplyMb = 500;

/** Throws LB_CONFIG for what is no size. */
export function maxReplyMb(config: Config): number | undefined {
  const asked = wholeNumber(config, 'max_reply_mb', 1);
  if (asked === null || asked <= mostReplyMb) return asked ?? undefined;
  const { origin } = config.get('max_reply_mb')!;
  throw new LateBenchError(
    'LB_CONFIG',
    `max_reply_mb = ${asked} (from ${origin}): give at most ${mostReplyMb}`,
  );
}

/** Throws LB_CONFIG for a name that is none. */
export function dialectOf(config: Config, role: Role): DialectName | undefined {
  const found = config.get(`${role}.dialect`);
  const name = chatDialectNames.find((known) => known === found?.value);
  if (found === undefined || name !== undefined) return name;
  const message = `${role}.dialect = ${JSON.stringify(found.value)} (from ${found.origin}): choose one of ${chatDialectNames.join(', ')}`;
  throw new LateBenchError('LB_CONFIG', message);
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Throws LB_CONFIG for what is no duration. */
export function waitForMs(config: Config): number | undefined {
  const found = config.get('wait_for_endpoint');
  if (found === undefined) return undefined;
  const { value, origin } = found;
  const parts = /^(\d+(?:\.\d+)?)([smh])$/.exec(value.trim());
  if (parts !== null) return Number(parts[1]) * unitMs[parts[2]!]!;
  const message = `wait_for_endpoint = ${JSON.stringify(value)} (from ${origin}): give a duration such as 30s or 5m`;
  throw new LateBenchError('LB_CONFIG', message);
}

/**
 * Reads the endpoint of a role from the configuration.
 *
 * @param role `critic`, `inject`, `logprob` or `embed`.
 * @returns Base URL (or `sim`), model, key and limits of the role.
 * @throws LB_ENDPOINT_CONFIG when the role has no base URL or an invalid one; LB_CONFIG for an invalid limit.
 * @example
 * const config = endpointConfig(resolveConfig(), 'critic');
 */
export function endpointConfig(config: Config, role: Role): EndpointConfig {
  if (typeof (config as Config | null | undefined)?.get !== 'function') {
    throw wrongArgument('endpointConfig', 'a configuration, as resolveConfig gives it', config);
  }
  const base = config.get(`${role}.base_url`);
  const provider = providerBaseUrls[config.get(`${role}.api_key`)?.variable ?? ''];
  const baseUrl = base?.value ?? provider;
  if (baseUrl === undefined) throw notConfigured(role);
  if (baseUrl !== simulation && !URL.canParse(baseUrl)) {
    const message = `${role}.base_url = ${JSON.stringify(baseUrl)} (from ${base?.origin}): give a URL such as https://api.openai.com/v1, or sim`;
    throw isKeyShaped(baseUrl)
      ? keyElsewhere(role, 'base_url', base?.origin)
      : new LateBenchError('LB_ENDPOINT_CONFIG', message);
  }
  if (baseUrl !== simulation) checkUrl(role, new URL(baseUrl), base?.origin ?? 'default');
  const key = keyFor(config, role, baseUrl);
  // A header cannot carry it, and no key has it: most often a line break of a file, or a word processor's dash.
  if (/[^\x20-\x7e]/.test(key.value ?? '')) {
    const message = `the key from ${key.from} contains a character that no key has, such as a line break or a long dash: copy it again`;
    throw new LateBenchError('LB_CONFIG', message);
  }
  if (isWrapped(key.value ?? '')) {
    const message = `the key from ${key.from} has quotation marks, Bearer or a name around it: give the key alone`;
    throw new LateBenchError('LB_CONFIG', message);
  }
  const model = config.get(`${role}.model`);
  // It would be sent as a name, and stored with every record.
  if (isKeyShaped(model?.value ?? '')) throw keyElsewhere(role, 'model', model?.origin);
  const simulated = baseUrl === simulation && (model === undefined || model.origin === 'default');
  return {
    role,
    baseUrl,
    model: simulated ? simulatedModels[role] : (model?.value ?? ''),
    urlFrom: base?.origin ?? config.get(`${role}.api_key`)?.origin,
    modelFrom: model?.origin,
    apiKey: key.value,
    keyNote: key.note,
    concurrency: concurrencyOf(config),
    rpm: requestsPerMinute(config, role) ?? undefined,
    maxRetries: maxRetriesOf(config),
    maxReplyMb: maxReplyMb(config),
    caFile: config.get('ca_file')?.value,
    dialect: dialectOf(config, role),
    extras: endpointExtras(config, role),
    waitForMs: waitForMs(config),
  };
}

/** Requests a minute at most, or null where nobody limits them. */
export function requestsPerMinute(config: Config, role: Role): number | null {
  return wholeNumber(config, `${role}.rpm`, 1);
}

/** The same, or null where no endpoint is configured for the role. Other mistakes in the settings throw. */
export function endpointIfAny(config: Config, role: Role): EndpointConfig | null {
  const named = config.get(`${role}.base_url`) ?? config.get(`${role}.api_key`);
  return named === undefined ? null : endpointConfig(config, role);
}
