// Words for codes, the same on every page. Steps count from 1 here and from 0 in everything the server sends.

import { dash } from '../../report/format.ts';

export const stepName = (index: number): string => `step ${index + 1}`;

export function labelName(label: number): string {
  return label === -2 ? 'no label' : label === -1 ? 'correct' : stepName(label);
}

/** A critic's verdict as the server codes it. */
export function namedName(named: number): string {
  if (named === -3) return 'not judged';
  if (named === -2) return 'unreadable';
  return named === -1 ? 'no error' : stepName(named);
}

const shortNames: Readonly<Record<string, string>> = { first_error: 'first error', all_errors: 'all errors' };

/** Shortened at the beginning: the end tells critics apart. */
export function shortCritic(name: string): string {
  const parts = name.split('/').map((part) => shortNames[part] ?? part);
  const text = parts.join(' / ');
  return text.length > 46 ? `…${text.slice(-45)}` : text;
}

/** In minutes, UTC. */
export function dateName(date: string | null): string {
  return date === null ? dash : date.slice(0, 16).replace('T', ' ');
}
