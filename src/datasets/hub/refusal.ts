// What an answer of the hub that is not a success means: which thing is missing, who may not read it, how long to
// wait. The hub says 401 for what may also just not exist, so the message says both.

import { type ErrorCode, LateBenchError, type Retry } from '../../errors.ts';
import { retryAfterMs } from '../../http/retry-after.ts';
import { parseJson } from '../../records/parse-json.ts';
import { type HubSettings, withoutToken } from './hub-settings.ts';

export interface Refusal {
  readonly error: LateBenchError;
  /** How long the server asks us to wait, in milliseconds; null when it does not say. */
  readonly waitMs: number | null;
}

export interface Answer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  /** The beginning of the body. */
  readonly text: string;
}

interface Target {
  readonly repo: string | null;
  readonly revision: string | null;
  readonly path: string | null;
}

const targetForm =
  /\/datasets\/([^/?]+(?=\/revision\/[^/?]+\?)|[^/?]+\/[^/?]+?)(?:\.git)?(?:\/(?:resolve|raw|tree|revision|paths-info|preupload|commit|branch)\/([^/?]+)(?:\/([^?]*))?|[/?]|$)/;

function targetOf(url: string): Target {
  const match = targetForm.exec(url);
  const decoded = (text: string | undefined): string | null =>
    text === undefined || text === '' ? null : decodeURIComponent(text);
  return { repo: decoded(match?.[1]), revision: decoded(match?.[2]), path: decoded(match?.[3]) };
}

/** What the server says about it, on one line and short. */
function reported(text: string, headers: Headers, token: string | undefined): string {
  let words = headers.get('x-error-message') ?? '';
  if (words === '') {
    try {
      const body = parseJson(text) as { error?: unknown; message?: unknown };
      words = [body.error, body.message].find((part) => typeof part === 'string') ?? '';
    } catch {
      words = /^\s*</.test(text) ? '' : text;
    }
  }
  const clean = withoutToken(words, token).replace(/\s+/g, ' ').trim();
  return clean === '' ? '' : `: ${clean.length > 200 ? `${clean.slice(0, 200)}…` : clean}`;
}

export function refusalOf(answer: Answer, settings: Pick<HubSettings, 'endpoint' | 'token'>): Refusal {
  const { method, url, status, headers, text } = answer;
  const { endpoint, token } = settings;
  const { repo, revision, path } = targetOf(url);
  const kind = headers.get('x-error-code') ?? '';
  const host = new URL(url).host;
  const name = repo ?? host;
  const words = reported(text, headers, token);
  const waitMs = retryAfterMs(Object.fromEntries(headers), Date.now());
  const refuse = (code: ErrorCode, message: string, retry: Retry = 'never'): Refusal => ({
    error: new LateBenchError(code, message, { retry }),
    waitMs,
  });

  if (kind === 'GatedRepo') {
    const page = `${endpoint}/datasets/${name}`;
    const who = token === undefined ? 'set HF_TOKEN to a token of' : 'check that HF_TOKEN belongs to';
    return refuse(
      'LB_HUB_AUTH',
      `${name} is gated: ask for access at ${page}, then ${who} that account (HTTP ${status})`,
    );
  }
  if (kind === 'EntryNotFound')
    return refuse('LB_HUB_NOT_FOUND', `${name} has no file ${path ?? '(unnamed)'} at ${revision ?? 'main'}`);
  if (kind === 'RevisionNotFound')
    return refuse('LB_HUB_NOT_FOUND', `${name} has no revision ${revision ?? '(unnamed)'}`);
  if (kind === 'RepoNotFound' || (status === 401 && token === undefined)) {
    const way = token === undefined ? 'set HF_TOKEN' : 'check that HF_TOKEN may read it';
    return refuse(
      status === 401 ? 'LB_HUB_AUTH' : 'LB_HUB_NOT_FOUND',
      `${host} has no dataset ${name}, or it is private: check the name, or ${way} (HTTP ${status})`,
    );
  }
  switch (status) {
    case 401:
      return refuse('LB_HUB_AUTH', `${host} does not accept HF_TOKEN (HTTP 401)${words}`);
    case 403: {
      const way = token === undefined ? 'set HF_TOKEN' : 'HF_TOKEN has no permission for it';
      const act = method === 'GET' ? 'read' : 'written';
      return refuse('LB_HUB_AUTH', `${name} may not be ${act}: ${way} (HTTP 403)${words}`);
    }
    case 404:
      return refuse(
        'LB_HUB_NOT_FOUND',
        path === null
          ? `${host} has no dataset ${name}${revision === null ? '' : `, or not its revision ${revision}`} (HTTP 404)${words}`
          : `${name} has no file ${path} at ${revision} (HTTP 404)${words}`,
      );
    case 429: {
      const when = waitMs === null ? 'later' : `in ${Math.ceil(waitMs / 1000)} s`;
      const way = token === undefined ? '; HF_TOKEN raises the limit' : '';
      return refuse('LB_HUB_RATE', `${host} asks to try again ${when} (HTTP 429)${way}`, 'rate-limit');
    }
  }
  if (status === 408 || status >= 500)
    return refuse('LB_HUB_SERVER', `${host} failed (HTTP ${status})${words}`, 'transient');
  if (status === 409 || status === 412)
    return refuse(
      'LB_HUB_REQUEST',
      `${name} was changed by somebody else meanwhile (HTTP ${status})${words}; look at what is there, then run the command again`,
    );
  return refuse('LB_HUB_REQUEST', `${host} rejected ${method} ${name} (HTTP ${status})${words}`);
}
