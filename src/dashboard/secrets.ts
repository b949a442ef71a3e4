// Secrets of a server: the token that is printed anew at every start, and what signs cookies, kept in a file that only its
// owner can read, so that open pages and what waits in them outlive a restart.
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { createFolderSync } from '../storage/make-folder.ts';
import { hasFileModes } from '../storage/platform.ts';
import { isPrivate } from '../storage/private-files.ts';

/** 192 random bits, in letters that need no escape in an address. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

const ownerOnly = 0o600;

function isForOneUser(path: string): boolean {
  return !hasFileModes || isPrivate(statSync(path).mode);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

/** The secret of `path`, made where there is none and where others could have read it; a new one if it cannot be kept. */
export function keptSecret(path: string): string {
  const known = textOf(path);
  if (known !== null && known.length >= 32 && isForOneUser(path)) return known;
  const made = randomBytes(32).toString('hex');
  const temporary = `${path}.${process.pid}`;
  try {
    createFolderSync(dirname(path));
    writeFileSync(temporary, `${made}\n`, { mode: ownerOnly, flag: 'wx' });
    chmodSync(temporary, ownerOnly);
    renameSync(temporary, path);
  } catch {
    rmSync(temporary, { force: true });
  }
  return textOf(path) ?? made;
}

/** A token of the user's own. Throws LB_CONFIG for a file that others can read. */
export function tokenFrom(path: string): string {
  const token = textOf(path);
  if (token === null) throw new LateBenchError('LB_CONFIG', `--token-file ${path} cannot be read`);
  if (isForOneUser(path)) return token;
  throw new LateBenchError('LB_CONFIG', `--token-file ${path} can be read by others: run chmod 600 ${path}`);
}
