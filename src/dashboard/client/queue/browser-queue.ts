// The queue of this tab: what is in it as a signal, what the server has acknowledged since a page was loaded, and the
// other tabs of this browser, which are told of every change.
import { signal } from '@preact/signals';
import { isSite, post } from '../api-client.ts';
import { memoryStore, openIndexedDbStore } from './indexed-db-store.ts';
import type { Operation, OperationStore } from './operation.ts';
import { createQueue, type JudgementQueue, type Outcome } from './queue.ts';
import { sendOperation } from './send.ts';

/** What this browser has not got the server's word for, in the order in which it was made. */
export const operations = signal<readonly Operation[]>([]);
/** False where the browser keeps nothing: then closing the tab would lose what is not saved. */
export const isKept = signal(true);

interface FiledOperation {
  readonly operation: Operation;
  /** Milliseconds since the epoch: what was loaded before does not have it. */
  readonly at: number;
}
/** Of this tab and the others. */
export const filed = signal<readonly FiledOperation[]>([]);
const maxFiled = 500;

type News = { readonly kind: 'changed' } | { readonly kind: 'filed'; readonly operation: Operation };
const channel = isSite ? null : new BroadcastChannel('latebench.judgements');

function take(operation: Operation): void {
  filed.value = [...filed.value, { operation, at: Date.now() }].slice(-maxFiled);
}

/** Operations that are being put into the store: they count from the key that made them. */
const entering = new Map<string, Operation>();
/** They are noted at once as well, for a page that is gone before the store has them. */
const notePrefix = 'latebench.entering.';

function note({ id }: Operation, operation: Operation | null): void {
  try {
    if (operation === null) localStorage.removeItem(notePrefix + id);
    else localStorage.setItem(notePrefix + id, JSON.stringify(operation));
  } catch {
    // Without notes an operation is kept from the moment when the store has it.
  }
}

/** What pages left that are gone. One that another tab is just putting into the store is filed once all the same. */
async function takeNotes(store: OperationStore): Promise<void> {
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(notePrefix))) {
    const text = localStorage.getItem(name);
    if (text === null) continue;
    const operation = JSON.parse(text) as Operation;
    await store.put(operation);
    note(operation, null);
  }
}

async function openStore(): Promise<OperationStore> {
  try {
    const store = await openIndexedDbStore();
    await takeNotes(store);
    return store;
  } catch {
    isKept.value = false;
    addEventListener('beforeunload', (event) => {
      if (operations.value.length > 0) event.preventDefault();
    });
    return memoryStore();
  }
}

async function openQueue(): Promise<JudgementQueue> {
  let told = '';
  const queue = createQueue({
    store: await openStore(),
    send: (operation) => sendOperation(operation, (path, init) => fetch(path, init)),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
    onChange(stored) {
      const known = new Set(stored.map(({ id }) => id));
      operations.value = [...stored, ...[...entering.values()].filter(({ id }) => !known.has(id))];
      const now = JSON.stringify(stored.map(({ id, state, reason }) => [id, state, reason]));
      if (now !== told) channel?.postMessage({ kind: 'changed' } satisfies News);
      told = now;
    },
    onSaved(operation) {
      take(operation);
      channel?.postMessage({ kind: 'filed', operation } satisfies News);
    },
  });
  if (channel !== null) {
    channel.onmessage = ({ data }: MessageEvent<News>) => {
      if (data.kind === 'filed') take(data.operation);
      void queue.look();
    };
  }
  for (const event of ['online', 'focus']) addEventListener(event, () => void queue.drain());
  // What an earlier visit left.
  void queue.drain();
  return queue;
}

const opened = isSite ? null : openQueue();

async function withQueue<T>(use: (queue: JudgementQueue) => Promise<T>): Promise<T> {
  if (opened === null) throw new Error('nothing can be judged in an exported site');
  return use(await opened);
}

/** Resolves after the first attempt to send it. Rejects when it could not even be kept. */
export async function enqueue(operation: Operation): Promise<Outcome> {
  entering.set(operation.id, operation);
  operations.value = [...operations.value, operation];
  note(operation, operation);
  const leave = (): void => {
    entering.delete(operation.id);
    note(operation, null);
  };
  try {
    return await withQueue((queue) => queue.add(operation, leave));
  } catch (error) {
    leave();
    operations.value = operations.value.filter(({ id }) => id !== operation.id);
    throw error;
  }
}

export const keepMine = (id: string): Promise<void> => withQueue((queue) => queue.keepMine(id));
export const tryAgain = (id: string): Promise<void> => withQueue((queue) => queue.tryAgain(id));

/** The server may tell other tabs and browsers of a version that was turned down: it need not any more. */
export async function letGo({ id, body }: Operation): Promise<void> {
  await withQueue((queue) => queue.letGo(id));
  await post('/api/annotations/let-go', { source: body.source, operation: id }).catch(() => {});
}
