// Whose judgement something is: the annotator that the server was started with, unless a person has logged in. A ticket is
// a name with the server's signature; it is kept with a judgement until that is filed, whoever is logged in by then.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { LateBenchError } from '../errors.ts';
import { referee } from '../records/gold-labels.ts';
import { annotationFile } from '../storage/annotations.ts';
import { cookieOf, dropCookie, keepCookie } from './cookies.ts';

export interface Authors {
  ticketOf(name: string): string;
  /** Null for a ticket that this server, or another with its secret, has not signed. */
  nameOf(ticket: string): string | null;
  /** Who has logged in with this browser; null without a login. */
  loggedIn(context: Context): string | null;
  /** Who judges in this browser. */
  of(context: Context): string;
  logIn(context: Context, name: string): void;
  logOut(context: Context): void;
}

const cookie = 'author';

/**
 * A person's name as it is filed: composed, so that it is one name however it was typed. Throws LB_USAGE for a name that
 * is no file name and for the one that settles disputes.
 */
export function authorName(given: string): string {
  const name = given.trim().normalize('NFC');
  annotationFile('', name);
  if (name !== referee) return name;
  throw new LateBenchError('LB_USAGE', `${referee} is reserved for settling disputes: give your own name`);
}

/** `secret` stays the same when a server is started again, else what waits in browsers cannot be filed. */
export function createAuthors(secret: string, annotator: string): Authors {
  const signature = (name: string): Buffer => createHmac('sha256', secret).update(`author ${name}`).digest();
  const ticketOf = (name: string): string =>
    `${Buffer.from(name).toString('base64url')}.${signature(name).toString('base64url')}`;
  const nameOf = (ticket: string): string | null => {
    const [encoded = '', signed = ''] = ticket.split('.');
    const name = Buffer.from(encoded, 'base64url').toString();
    const given = Buffer.from(signed, 'base64url');
    const expected = signature(name);
    return given.length === expected.length && timingSafeEqual(given, expected) ? name : null;
  };
  const loggedIn = (context: Context): string | null => nameOf(cookieOf(context, cookie) ?? '');
  return {
    ticketOf,
    nameOf,
    loggedIn,
    of: (context) => loggedIn(context) ?? annotator,
    logIn: (context, name) => keepCookie(context, cookie, ticketOf(name)),
    logOut: (context) => dropCookie(context, cookie),
  };
}
