// A judgement on its way to the server: kept in the browser until the server has it on its disk.
import type { Annotation } from '../../../records/annotation.ts';
import type { Judgement } from '../../api.ts';

/**
 * `waiting`: to be sent, or sent without an answer. `conflict`: the server has another version of the same thing.
 * `refused`: sending it again will not help until a person does something.
 */
export type OperationState = 'waiting' | 'conflict' | 'refused';

export type OperationBody = Judgement & {
  readonly operation: string;
  readonly based_on: string | null;
  readonly record_id: string;
};

export interface Operation {
  readonly id: string;
  /** Orders the operations of all tabs: milliseconds since the epoch. */
  readonly made: number;
  /** Whose it is, also when somebody else has logged in since. */
  readonly author: string;
  readonly body: OperationBody;
  readonly state: OperationState;
  /** Why it is not saved yet; null while nothing went wrong. */
  readonly reason: string | null;
  /** In a conflict: what is filed, and its version. */
  readonly filed: { readonly annotation: Annotation; readonly version: string } | null;
}

/** What became of sending one. */
export type Sent =
  | { readonly kind: 'saved' }
  | { readonly kind: 'conflict'; readonly annotation: Annotation; readonly version: string }
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nobody answered, or the server cannot save it now: worth another try. */
  | { readonly kind: 'failed'; readonly reason: string; readonly unreachable: boolean };

/** Where operations outlive the page: IndexedDB, shared by all tabs. */
export interface OperationStore {
  all(): Promise<readonly Operation[]>;
  /** Resolves when it is kept. */
  put(operation: Operation): Promise<void>;
  /** Changes one in a single transaction; null takes it away. Nothing happens when it is not there. */
  change(id: string, to: (known: Operation) => Operation | null): Promise<void>;
}

/** 128 random bits. Not randomUUID, which browsers have on loopback and over TLS only. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** An operation and those that were based on it, one after the other. */
export function chainOf(operations: readonly Operation[], first: Operation): readonly Operation[] {
  const next = operations.find(({ body }) => body.based_on === first.id);
  return next === undefined ? [first] : [first, ...chainOf(operations, next)];
}
