// Every setting by name: where it can be set, what it is for, and its default. One table for reading settings,
// for `latebench config --explain` and for docs.

import { chatDialectNames } from './dialect-names.ts';

/** Roles whose models write. */
export const chatRoles = ['inject', 'critic', 'logprob'] as const;
export const roles = [...chatRoles, 'embed'] as const;
export type Role = (typeof roles)[number];

export interface Setting {
  /** Dotted name, as in latebench.config.json. */
  readonly name: string;
  /** Environment variables, the first that is set wins. */
  readonly env: readonly string[];
  readonly about: string;
  readonly default?: string;
  readonly secret?: boolean;
  /** Files may give an object. */
  readonly object?: boolean;
}

interface RoleFacts {
  readonly model: string;
  readonly keyEnv: readonly string[];
  readonly baseUrlEnv: readonly string[];
  readonly use: string;
}

const roleFacts: Readonly<Record<Role, RoleFacts>> = {
  inject: {
    model: 'gpt-4o',
    keyEnv: ['OPENAI_API_KEY'],
    baseUrlEnv: ['OPENAI_BASE_URL'],
    use: 'injecting errors',
  },
  critic: {
    model: 'gpt-4o-mini',
    keyEnv: ['OPENAI_API_KEY'],
    baseUrlEnv: ['OPENAI_BASE_URL'],
    use: 'judging solutions',
  },
  logprob: {
    model: 'deepseek-chat',
    keyEnv: ['DEEPSEEK_API_KEY', 'OPENAI_API_KEY'],
    baseUrlEnv: ['OPENAI_BASE_URL'],
    use: 'sampling with logprobs',
  },
  embed: {
    model: 'text-embedding-3-small',
    keyEnv: ['OPENAI_API_KEY'],
    baseUrlEnv: ['OPENAI_BASE_URL'],
    use: 'embeddings of problems',
  },
};

function roleSettings(role: Role): Setting[] {
  const upper = role.toUpperCase();
  const { model, keyEnv, baseUrlEnv, use } = roleFacts[role];
  return [
    {
      name: `${role}.base_url`,
      env: [`LATEBENCH_${upper}_BASE_URL`, ...baseUrlEnv],
      about: `endpoint for ${use}: a base URL, or sim for the embedded simulation`,
    },
    { name: `${role}.model`, env: [`LATEBENCH_${upper}_MODEL`], about: `model for ${use}`, default: model },
    {
      name: `${role}.api_key`,
      env: [`LATEBENCH_${upper}_API_KEY`, ...keyEnv],
      about: `API key for ${use}`,
      secret: true,
    },
    {
      name: `${role}.dialect`,
      env: [`LATEBENCH_${upper}_DIALECT`],
      about: `dialect of the endpoint for ${use}: ${chatDialectNames.join(', ')} (by its host)`,
    },
    {
      name: `${role}.headers`,
      env: [`LATEBENCH_${upper}_HEADERS`],
      about: `headers of every request for ${use}: name=value or name=@file, one per line`,
      secret: true,
    },
    {
      name: `${role}.body`,
      env: [`LATEBENCH_${upper}_BODY`],
      about: `fields in the body of every request for ${use}: key=json, one per line`,
      object: true,
    },
    {
      name: `${role}.query`,
      env: [`LATEBENCH_${upper}_QUERY`],
      about: `query of every request for ${use}: key=value, one per line`,
      object: true,
    },
    { name: `${role}.rpm`, env: [`LATEBENCH_${upper}_RPM`], about: `requests a minute at most for ${use}` },
  ];
}

/** Defaults of the settings that a client without a configuration has too. */
export const settingDefaults = {
  concurrency: 10,
  maxRetries: 6,
  maxReplyMb: 256,
  home: '.latebench',
} as const;

export const settings: readonly Setting[] = [
  ...roles.flatMap(roleSettings),
  {
    name: 'concurrency',
    env: ['LATEBENCH_CONCURRENCY'],
    about: 'calls in flight at once',
    default: String(settingDefaults.concurrency),
  },
  {
    name: 'max_retries',
    env: ['LATEBENCH_MAX_RETRIES'],
    about: 'times a failed call is sent again',
    default: String(settingDefaults.maxRetries),
  },
  {
    name: 'max_reply_mb',
    env: ['LATEBENCH_MAX_REPLY_MB'],
    about: 'the largest reply that is read, in MB, as it comes and decompressed',
    default: String(settingDefaults.maxReplyMb),
  },
  {
    name: 'ca_file',
    env: ['LATEBENCH_CA_FILE'],
    about: 'additional certificate authorities for endpoints: a PEM file',
  },
  {
    name: 'wait_for_endpoint',
    env: ['LATEBENCH_WAIT_FOR_ENDPOINT'],
    about: 'how long to wait for a server that does not answer yet or is still loading: 30s, 5m',
  },
  {
    name: 'drain_seconds',
    env: ['LATEBENCH_DRAIN_SECONDS'],
    about: 'how long to wait for calls in flight after Ctrl-C or a signal to end',
  },
  {
    name: 'home',
    env: ['LATEBENCH_HOME'],
    about: 'folder for journals, cache and quarantine',
    default: settingDefaults.home,
  },
  {
    name: 'hub.endpoint',
    env: ['HF_ENDPOINT'],
    about: 'the Hugging Face hub or a mirror of it',
    default: 'https://huggingface.co',
  },
  { name: 'hub.token', env: ['HF_TOKEN'], about: 'access token of the hub', secret: true },
  {
    name: 'hub.offline',
    env: ['HF_HUB_OFFLINE'],
    about: '1: read from the cache only what comes from the hub',
  },
];

/** Variables that are read elsewhere: no misspelt settings. */
export const otherVariables = [
  'LATEBENCH_DEBUG',
  'LATEBENCH_REDIS',
  'LATEBENCH_STORE',
  'LATEBENCH_TEST_DATA',
  'HF_HOME',
  'HF_TOKEN_PATH',
  'HF_HUB_DISABLE_IMPLICIT_TOKEN',
] as const;

/** Where a role's endpoint is when only a key is given. */
export const providerBaseUrls: Readonly<Record<string, string>> = {
  OPENAI_API_KEY: 'https://api.openai.com/v1',
  DEEPSEEK_API_KEY: 'https://api.deepseek.com',
};
