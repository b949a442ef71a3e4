// Operations in IndexedDB, shared by the tabs of a browser and still there after a crash; in memory where a browser keeps
// nothing, and then the page says so.
import type { Operation, OperationStore } from './operation.ts';

const table = 'operations';

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('latebench', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'id' });
  return done(request);
}

/** Throws where the browser keeps nothing. */
export async function openIndexedDbStore(): Promise<OperationStore> {
  const database = await open();
  /** Resolves when the changes are on the browser's disk. */
  const write = (change: (operations: IDBObjectStore) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(table, 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('the browser gave up keeping it'));
      change(transaction.objectStore(table));
    });
  return {
    all: () => done(database.transaction(table).objectStore(table).getAll() as IDBRequest<Operation[]>),
    put: (operation) => write((operations) => operations.put(operation)),
    change: (id, to) =>
      write((operations) => {
        const request = operations.get(id) as IDBRequest<Operation | undefined>;
        request.onsuccess = () => {
          if (request.result === undefined) return;
          const next = to(request.result);
          if (next === null) operations.delete(id);
          else operations.put(next);
        };
      }),
  };
}

export function memoryStore(): OperationStore {
  const operations = new Map<string, Operation>();
  return {
    all: async () => [...operations.values()],
    put: async (operation) => void operations.set(operation.id, operation),
    change: async (id, to) => {
      const known = operations.get(id);
      if (known === undefined) return;
      const next = to(known);
      if (next === null) operations.delete(id);
      else operations.set(id, next);
    },
  };
}
