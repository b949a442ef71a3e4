// Whose batches are: of the same endpoint, asked with the same key. Under another one a batch is not known that is carried
// out, and paid for, all the same.
import { sha256Hex } from '../../records/identity.ts';

export interface Account {
  /** The logical name. */
  readonly endpoint: string;
  /** Tells keys apart, and gives none away. */
  readonly key: string;
}

const keyDigits = 8;

/** `headers`: those that carry the key, and an organisation or a project where one is set. */
export function accountOf(endpoint: string, headers: Readonly<Record<string, string>>): Account {
  const key = sha256Hex(JSON.stringify(Object.entries(headers).sort())).slice(0, keyDigits);
  return { endpoint, key };
}

/** What another account had in place of ours, for a message; null where it is the same, or nobody noted it. */
export function otherAccount(noted: Account | null, ours: Account): string | null {
  if (noted === null) return null;
  if (noted.endpoint !== ours.endpoint) return `to ${noted.endpoint}`;
  return noted.key === ours.key ? null : 'with another key';
}
