// Who may ask the dashboard and for what: only pages that it served itself, on the names it is known by, with a token
// where it can be reached from other machines. Nothing here trusts that nobody else is on this machine's browser.
import { timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { isServedName, type ServedNames } from '../http/served-name.ts';
import { sha256Hex } from '../records/identity.ts';
import { cookieOf, keepCookie } from './cookies.ts';

export interface Guard extends ServedNames {
  readonly token: string | null;
}

/** Sent by our own pages with every write; another site's page cannot send it without being asked first. */
export const writeHeader = 'x-latebench';
const sessionCookie = 'session';

/** Inline styles are KaTeX's; nothing else is inline, and nothing comes from elsewhere. */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(sha256Hex(given)), Buffer.from(sha256Hex(expected)));
}

/** What a browser keeps in place of the token: the token itself may be new when the server is started again. */
function sessionKey(secret: string): string {
  return sha256Hex(`session ${secret}`);
}

function mayEnter(context: Context, token: string, secret: string): boolean {
  const bearer = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1];
  if (bearer !== undefined) return isSame(bearer, token);
  const kept = cookieOf(context, sessionCookie);
  return kept !== undefined && isSame(kept, sessionKey(secret));
}

const howToEnter = 'open the address that latebench view printed, or send its token as Authorization: Bearer';

const noEntry =
  'This dashboard needs its token. Open the address that latebench view printed when it was started (it has a new one ' +
  'at each start), then open this page again: the browser keeps a cookie.';

/**
 * A redirect continues the navigation of the site that began it, and the browser would leave the cookie out: a page
 * of our own begins a new one.
 */
function enteringPage(to: string): string {
  const address = to.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  return `<!doctype html><html lang="en"><title>LateBench</title><meta http-equiv="refresh" content="0;url=${address}"></html>`;
}

/**
 * Order matters: a request with a foreign name learns nothing, not even that a token is missing. `secret` is what the
 * cookie is made of.
 */
export function guarded(guard: Guard, secret: string): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context;
    const refuse = (status: 400 | 401 | 403, message: string) => context.json({ error: message }, status);
    const host = req.header('host');
    if (!isServedName(host, guard)) return refuse(403, 'this name is not served here (Host)');
    const url = new URL(req.url);
    const site = req.header('sec-fetch-site');
    if (guard.token !== null) {
      const offered = url.searchParams.get('token');
      if (offered !== null && isSame(offered, guard.token)) {
        url.searchParams.delete('token');
        keepCookie(context, sessionCookie, sessionKey(secret));
        const to = `/${url.pathname.replace(/^\/+/, '')}${url.search}`;
        return site === 'cross-site' ? context.html(enteringPage(to)) : context.redirect(to, 303);
      }
      if (!mayEnter(context, guard.token, secret)) {
        // A person with a link of a page gets words, a program JSON.
        return url.pathname.startsWith('/api/') ? refuse(401, howToEnter) : context.text(`${noEntry}\n`, 401);
      }
    }
    if (url.pathname.startsWith('/api/') && site !== undefined && site !== 'same-origin' && site !== 'none') {
      return refuse(403, 'another site may not read this (Sec-Fetch-Site)');
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      const origin = req.header('origin');
      if (origin !== `http://${host}`) return refuse(403, 'another site may not write here (Origin)');
      if (req.header(writeHeader) !== '1') return refuse(403, `the header ${writeHeader} is missing`);
      if (!/^application\/json\b/.test(req.header('content-type') ?? '')) {
        return refuse(400, 'send JSON (Content-Type: application/json)');
      }
    }
    await next();
    return undefined;
  };
}

export function hardened(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const headers = {
      'content-security-policy': contentPolicy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    };
    // A report of a run has a policy of its own, which lets in less.
    for (const [name, value] of Object.entries(headers)) {
      if (context.res.headers.get(name) === null) context.header(name, value);
    }
    if (context.res.headers.get('cache-control') === null) context.header('cache-control', 'no-store');
  };
}
