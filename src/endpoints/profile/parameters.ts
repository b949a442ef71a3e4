// The parameters that servers and models refuse, and what becomes of a request without them. A profile is the set of
// those that one endpoint refuses for one model; it only grows, so that profiles of several processes can be merged.
import { LateBenchError } from '../../errors.ts';
import type { ChatMessage, ChatRequest } from '../chat.ts';

export const parameters = [
  'seed',
  'temperature',
  'top_p',
  'top_k',
  'logprobs',
  'max_tokens',
  'max_completion_tokens',
  'system',
  'developer',
  'json_schema',
  'json_object',
] as const;
export type Parameter = (typeof parameters)[number];

/** Parameters without which a request is other work: who asks for them cannot do without. */
export type Requirement = Extract<Parameter, 'logprobs' | 'temperature' | 'top_p' | 'top_k'>;

/** What is done about each, in words. */
const consequences: Readonly<Record<Parameter, string>> = {
  seed: 'does not take a seed: it is left out, and replies differ between runs',
  temperature: 'does not take this temperature: it is left out, and the model samples as it does by default',
  top_p: 'does not take top_p: it is left out, and the model samples as it does by default',
  top_k: 'does not take top_k: it is left out, and the model samples as it does by default',
  logprobs: 'gives no logprobs',
  max_tokens: 'takes max_completion_tokens in place of max_tokens',
  max_completion_tokens: 'takes max_tokens in place of max_completion_tokens',
  system: 'takes no system message: it is sent as a developer message',
  developer: 'takes no developer message: its text is put before the first message',
  json_schema: 'takes no JSON Schema: the reply is asked to be a JSON object',
  json_object: 'takes no response_format: the prompt alone asks for JSON',
};

export function consequenceOf(parameter: Parameter): string {
  return consequences[parameter];
}

const remedies: Readonly<Record<Requirement, string>> = {
  logprobs: 'take another endpoint or model, or --dialect where it speaks another',
  temperature: 'leave --temperature out, or take another model',
  top_p: 'leave --top-p out, or take another model',
  top_k: 'leave --top-k out, or take another model',
};

/** `where`: the model and its endpoint, or the dialect. */
export function lacking(requirement: Requirement, where: string): LateBenchError {
  const what =
    requirement === 'logprobs'
      ? 'gives no logprobs, which this command needs'
      : `does not take the ${requirement} that you set or that this command samples with`;
  return new LateBenchError('LB_ENDPOINT_CONFIG', `${where} ${what}; ${remedies[requirement]}`);
}

function withRole(messages: readonly ChatMessage[], role: 'developer'): readonly ChatMessage[] {
  return messages.map((message) => (message.role === 'system' ? { ...message, role } : message));
}

/** The text of system messages before that of the first other one. */
function withoutSystem(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const isSystem = ({ role }: ChatMessage): boolean => role === 'system' || role === 'developer';
  const texts = messages.filter(isSystem).map(({ content }) => content);
  const [first, ...rest] = messages.filter((message) => !isSystem(message));
  if (first === undefined) return texts.map((content) => ({ role: 'user', content }));
  return [{ ...first, content: [...texts, first.content].join('\n\n') }, ...rest];
}

type Open = { -readonly [K in keyof ChatRequest]: ChatRequest[K] };

function adaptLimit(request: Open, refuses: ReadonlySet<Parameter>): void {
  const [from, to] = refuses.has('max_tokens')
    ? (['max_tokens', 'max_completion_tokens'] as const)
    : (['max_completion_tokens', 'max_tokens'] as const);
  // A server that takes neither gets what was asked for, and its refusal is the error.
  if (!refuses.has(from) || refuses.has(to) || request[from] === undefined) return;
  request[to] ??= request[from];
  delete request[from];
}

function adaptMessages(request: Open, refuses: ReadonlySet<Parameter>): void {
  const hasSystem = request.messages.some(({ role }) => role === 'system');
  if (!hasSystem || !refuses.has('system')) return;
  request.messages = refuses.has('developer')
    ? withoutSystem(request.messages)
    : withRole(request.messages, 'developer');
}

function adaptFormat(request: Open, refuses: ReadonlySet<Parameter>): void {
  if (request.response_format?.type === 'json_schema' && refuses.has('json_schema')) {
    request.response_format = { type: 'json_object' };
  }
  if (request.response_format?.type === 'json_object' && refuses.has('json_object')) {
    delete request.response_format;
  }
}

/** The request as this endpoint takes it; its key is that of the request. */
export function adapted(request: ChatRequest, refuses: ReadonlySet<Parameter>): ChatRequest {
  if (refuses.size === 0) return request;
  const open: Open = { ...request };
  for (const name of ['seed', 'temperature', 'top_p', 'top_k'] as const) {
    if (refuses.has(name)) delete open[name];
  }
  adaptLimit(open, refuses);
  adaptMessages(open, refuses);
  adaptFormat(open, refuses);
  return open;
}
