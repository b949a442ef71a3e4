// What `hf:OWNER/NAME[@REV][/PATH or config/split]` says. Knows nothing of what the repository holds.
import { LateBenchError } from '../../errors.ts';

export interface HubAddress {
  /** `OWNER/NAME`; `NAME` of a dataset from before datasets had owners. */
  readonly repo: string;
  /** A branch, a tag, a commit, `refs/convert/parquet`, … */
  readonly revision: string;
  /** What follows the repository: a path, a pattern, a config and split, or nothing. Without slashes at its ends. */
  readonly selector: string;
}

const repoForm = /^[\w][\w.-]*\/[\w][\w.-]*$/;
const legacyForm = /^(?!.*(?:\.\.|--))[\w][\w.-]*$/;

/** Revisions with slashes of their own; any other is written with %2F. */
const longRevision = /^(refs\/(?:convert\/[^/]+|pr\/\d+))(?:\/|$)/;

export function isHubAddress(text: string): boolean {
  return text.startsWith('hf:');
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

export function isRepoName(text: string): boolean {
  return repoForm.test(text) && !text.includes('..') && !text.includes('--');
}

/** The name of a dataset from before datasets had owners: the hub knows who has it now. */
export function isLegacyName(text: string): boolean {
  return legacyForm.test(text);
}

function wrongAddress(text: string, reason: string): LateBenchError {
  return new LateBenchError(
    'LB_USAGE',
    `${text}: ${reason}; write hf:OWNER/NAME[@REVISION][/PATH or /CONFIG/SPLIT]`,
  );
}

function decodeRevision(text: string, address: string): string {
  // The short name for the auto-converted branch that other tools take too.
  if (text === '~parquet') return 'refs/convert/parquet';
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrongAddress(address, `revision ${JSON.stringify(text)} has a broken % code`);
  }
}

/**
 * Reads `hf:OWNER/NAME[@REVISION][/PATH or /CONFIG/SPLIT]`, and the form of other tools, `hf://datasets/OWNER/NAME…`.
 *
 * @throws LB_USAGE for a malformed address.
 * @example parseHubAddress('hf:openai/gsm8k/main/test')
 */
export function parseHubAddress(text: string): HubAddress {
  const rest = text.replace(/^hf:(?:\/\/)?(?:datasets\/)?/, '');
  const match = /^([^/@]+(?:\/[^/@]+)?)(?:@(.*)|\/(.*))?$/s.exec(rest);
  const repo = match?.[1];
  if (match === null || repo === undefined || !(isRepoName(repo) || isLegacyName(repo))) {
    throw wrongAddress(text, 'it does not begin with OWNER/NAME');
  }
  let revision = 'main';
  let selector = match[3] ?? '';
  if (match[2] !== undefined) {
    const long = longRevision.exec(match[2])?.[1];
    const end = long?.length ?? match[2].indexOf('/');
    const written = end === -1 ? match[2] : match[2].slice(0, end);
    if (written === '') throw wrongAddress(text, 'there is nothing after the @');
    revision = long ?? decodeRevision(written, text);
    selector = end === -1 ? '' : match[2].slice(end);
  }
  return { repo, revision, selector: selector.replace(/^\/+|\/+$/g, '') };
}
