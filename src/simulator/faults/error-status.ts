// Replies with an error status: any error, too many requests, no more credit.
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { type ErrorWords, errorBody, errorShapes, usualWords } from './error-shapes.ts';
import { type Fault, faultRule } from './fault.ts';

const errorFields = {
  message: z.string().optional(),
  type: z.string().optional(),
  code: z.string().optional(),
  shape: z.enum(errorShapes).default('openai'),
  /** Further headers, as x-ratelimit-remaining-requests. */
  headers: z.record(z.string(), z.string()).default({}),
  /** Adds Retry-After; a fraction is sent as it is, and in a date rounded up to a whole second. */
  retry_after_s: z.number().min(0).optional(),
  retry_after_as: z.enum(['seconds', 'date']).default('seconds'),
};

type ErrorFields = z.output<z.ZodObject<typeof errorFields>>;

function retryAfter({ retry_after_s: seconds, retry_after_as }: ErrorFields): Record<string, string> {
  if (seconds === undefined) return {};
  if (retry_after_as === 'seconds') return { 'retry-after': String(seconds) };
  const due = Math.ceil(Date.now() / 1000 + seconds) * 1000;
  return { 'retry-after': new Date(due).toUTCString() };
}

function sendStatus(response: ServerResponse, fields: ErrorFields, usual: ErrorWords): void {
  const { contentType, text } = errorBody(fields.shape, {
    status: usual.status,
    message: fields.message ?? usual.message,
    type: fields.type ?? usual.type,
    code: fields.code ?? usual.code,
  });
  response.writeHead(usual.status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    ...retryAfter(fields),
    ...fields.headers,
  });
  response.end(text);
}

function refusal(rule: ErrorFields, usual: ErrorWords): Fault {
  return { kind: 'refusal', perform: (response) => sendStatus(response, rule, usual) };
}

/** Any error status: 401, 403, 404, 422, 500, 502, 503, … */
export const errorRule = faultRule('error', { status: z.int().min(400).max(599), ...errorFields }, (rule) =>
  refusal(rule, usualWords(rule.status)),
);

/** 429, with Retry-After where `retry_after_s` is given. */
export const rateLimitRule = faultRule('rate_limit', errorFields, (rule) => refusal(rule, usualWords(429)));

/** No more credit: 402, or 429 with the code `insufficient_quota`. */
export const quotaRule = faultRule(
  'quota',
  { status: z.union([z.literal(402), z.literal(429)]).default(429), ...errorFields },
  (rule) => refusal(rule, { ...usualWords(402), status: rule.status }),
);
