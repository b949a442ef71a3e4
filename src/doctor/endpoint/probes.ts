// The few small calls that show what a model at an endpoint does with what LateBench sends it. Each judges its own replies.
import type { Role } from '../../config/setting-table.ts';
import type { ChatReply, ChatRequest } from '../../endpoints/chat.ts';
import type { Profile } from '../../endpoints/profile/profile.ts';
import { maxTopLogprobs } from '../../endpoints/reply-logprobs.ts';
import { contextRemedy } from '../../endpoints/truncation/words.ts';
import { areImpossible, isDegenerate } from '../../endpoints/wire-logprobs.ts';
import { isObject, parseJson } from '../../endpoints/wire-shape.ts';
import { isLateBenchError } from '../../errors.ts';
import { formatCount } from '../../report/format.ts';
import type { Finding, Findings } from '../finding.ts';

export interface Asked {
  readonly roles: readonly Role[];
  readonly profile: Pick<Profile, 'refuses'>;
  /** One call, with no other's failure in its way. Equal requests with another sample are separate calls. */
  chat(request: ChatRequest, sample?: number): Promise<ChatReply>;
}

export interface Probe {
  readonly name: string;
  readonly calls: number;
  check(asked: Asked, findings: Findings): Promise<Finding>;
}

function prompt(content: string, options: Omit<ChatRequest, 'messages'>): ChatRequest {
  return { messages: [{ role: 'user', content }], ...options };
}

/** Made before all others: where it fails, they would too. Reasoning models think first, which takes tokens. */
export const firstRequest = prompt('Reply with the one word: ready', { temperature: 0, max_tokens: 64 });

/** The least that any token has of the alternatives that were requested. */
function fewestAlternatives({ k, top }: NonNullable<ChatReply['logprobs']>): number {
  let fewest = k;
  for (let at = 0; at < top.length; at += k) {
    const given = top.subarray(at, at + k).findIndex(Number.isNaN);
    if (given !== -1) fewest = Math.min(fewest, given);
  }
  return fewest;
}

function poorLogprobs(given: ChatReply['logprobs']): string {
  if (given === null) return 'gives none';
  return areImpossible(given) ? 'gives numbers that are not log-probabilities' : 'gives placeholders only';
}

const logprobs: Probe = {
  name: 'logprobs',
  calls: 1,
  async check({ chat, roles }, { ok, warning, fails }) {
    const requested = { logprobs: true, top_logprobs: maxTopLogprobs };
    const reply = await chat(prompt('Name three colours.', { temperature: 1, max_tokens: 8, ...requested }));
    if (reply.logprobs === null || isDegenerate(reply.logprobs, requested)) {
      const said = poorLogprobs(reply.logprobs);
      if (!roles.includes('logprob')) return warning(`${said}: needed for pools only`);
      return fails(said, 'name another endpoint or model for logprob: pools need log-probabilities');
    }
    const fewest = fewestAlternatives(reply.logprobs);
    if (fewest >= maxTopLogprobs) return ok(`${maxTopLogprobs} alternatives of each token`);
    return warning(`at most ${fewest} of ${maxTopLogprobs} alternatives: confidences are of ${fewest}`);
  },
};

function objectOf(reply: ChatReply): Readonly<Record<string, unknown>> | null {
  const value: unknown = parseJson(reply.content.trim());
  return isObject(value) ? value : null;
}

const jsonMode: Probe = {
  name: 'JSON mode',
  calls: 1,
  async check({ chat, profile }, { ok, warning }) {
    const options = { temperature: 0, max_tokens: 64, response_format: { type: 'json_object' } } as const;
    const reply = await chat(prompt('Give a JSON object with the field "colour".', options));
    if (profile.refuses.has('json_object')) return warning('rejected: only the prompt asks for JSON');
    return objectOf(reply) === null
      ? warning('accepted, and the reply is not a JSON object')
      : ok('followed');
  },
};

const schema = {
  type: 'object',
  properties: { colour: { type: 'string' }, letters: { type: 'integer' } },
  required: ['colour', 'letters'],
  additionalProperties: false,
};

const jsonSchema: Probe = {
  name: 'JSON Schema',
  calls: 1,
  async check({ chat, profile }, { ok, warning }) {
    const json_schema = { name: 'colour', schema, strict: true };
    const options = {
      temperature: 0,
      max_tokens: 64,
      response_format: { type: 'json_schema', json_schema },
    } as const;
    const reply = await chat(prompt('Name a colour, and how many letters it has, as JSON.', options));
    if (profile.refuses.has('json_schema')) return warning('rejected: a JSON object is requested instead');
    const object = objectOf(reply);
    const follows = typeof object?.colour === 'string' && Number.isInteger(object.letters);
    return follows ? ok('followed') : warning('accepted, and the reply does not follow it');
  },
};

const seed: Probe = {
  name: 'seed',
  calls: 3,
  async check({ chat, profile }, { ok, warning }) {
    const request = (value: number): ChatRequest =>
      prompt('Write ten random words.', { temperature: 1, max_tokens: 32, seed: value });
    const replies = await Promise.all([chat(request(7), 0), chat(request(7), 1), chat(request(8))]);
    const [first, same, other] = replies.map(({ content, reasoning }) => `${reasoning ?? ''}${content}`);
    if (profile.refuses.has('seed')) return warning('not taken: replies differ between runs');
    if (first !== same) return warning('ignored: one seed gave two texts, so replies differ between runs');
    if (first !== other) return ok('one seed gives one text, another seed another');
    const remedy = 'see whether the server ignores temperature; votes would be copies of each other';
    return warning('two seeds gave the same text at temperature 1', remedy);
  },
};

/** Over the 4,096 tokens that servers take for a context where nobody sets one. */
const longWords = 4500;
const words =
  'the sum of two odd numbers is even and so a square may end in four or nine but never in seven'.split(' ');

const longPrompt: Probe = {
  name: 'long prompt',
  calls: 1,
  async check({ chat }, { ok, warning, fails }) {
    const text = Array.from({ length: longWords }, (_, at) => words[(at * 7) % words.length]).join(' ');
    const { promptTokens } = await chat(
      prompt(`${text}\n\nReply with: yes`, { temperature: 0, max_tokens: 64 }),
    ).catch((error: unknown) => {
      // The client does not accept a reply to a prompt of which the server read far too little.
      if (isLateBenchError(error) && error.code === 'LB_ENDPOINT_STOPPED') return { promptTokens: null };
      throw error;
    });
    const [read, sent] = [formatCount(promptTokens), formatCount(longWords)];
    if (promptTokens === null) return fails(`${sent} words were truncated`, contextRemedy);
    if (promptTokens === 0) {
      return warning(
        'the server reports no token counts',
        'check its context: cut prompts cannot be noticed',
      );
    }
    // Tokenizers make at least one token of each of these words.
    if (promptTokens < longWords * 0.9)
      return fails(`${read} tokens of ${sent} words were read`, contextRemedy);
    return ok(`${read} tokens of ${sent} words were read`);
  },
};

export const probes: readonly Probe[] = [logprobs, jsonMode, jsonSchema, seed, longPrompt];

/** One more call is made to see whether the server streams. */
export const callsOfEach: number = 1 + probes.reduce((sum, { calls }) => sum + calls, 0);
