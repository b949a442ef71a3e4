// The dashboard's cookies. Browsers send cookies of one port to all others of a host, so each name has the port in it.
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

const options = { httpOnly: true, sameSite: 'Strict', path: '/' } as const;

function nameOf(context: Context, name: string): string {
  return `latebench-${name}-${new URL(context.req.url).port || '80'}`;
}

export function cookieOf(context: Context, name: string): string | undefined {
  return getCookie(context, nameOf(context, name));
}

/** Out of reach of scripts, and never sent with a request that another site began. Ends with the browser. */
export function keepCookie(context: Context, name: string, value: string): void {
  setCookie(context, nameOf(context, name), value, options);
}

export function dropCookie(context: Context, name: string): void {
  deleteCookie(context, nameOf(context, name), options);
}
