// A browser without pages: its tabs judge through the client's own queue, over a store that all tabs of the browser share
// and that keeps its operations when a tab is reloaded, as IndexedDB does. Requests go to a real server.
import { setTimeout as sleep } from 'node:timers/promises';
import type { JudgementsPage } from '../../src/dashboard/api-record.ts';
import { type Mine, mineOf } from '../../src/dashboard/client/judging-state.ts';
import type { Operation, OperationStore } from '../../src/dashboard/client/queue/operation.ts';
import { createQueue, type JudgementQueue } from '../../src/dashboard/client/queue/queue.ts';
import { sendOperation } from '../../src/dashboard/client/queue/send.ts';
import type { Annotation } from '../../src/records/annotation.ts';

export interface Person {
  readonly name: string;
  readonly ticket: string;
}

export interface ModelBrowser {
  readonly person: Person;
  readonly stored: ReadonlyMap<string, Operation>;
  openTab(): ModelTab;
}

export interface ModelTab {
  readonly queue: JudgementQueue;
  /** What this tab was told the server has, with the version that its author saw before. */
  readonly acknowledged: ReadonlyMap<string, string | null>;
  look(row: number): Promise<void>;
  /** Files a judgement on top of what this tab shows; resolves when the browser keeps it. */
  judge(row: number, said: { decision: 'yes' | 'maybe' | 'no'; comment: string }): Promise<Operation>;
  /** The page is gone in the middle of whatever it did; its requests may have arrived. */
  close(): void;
}

const asked = 0;

export function openBrowser(
  url: string,
  sourceKey: string,
  person: Person,
  rng: () => number,
  made: () => number,
): ModelBrowser {
  const stored = new Map<string, Operation>();
  const soon = (): Promise<void> => sleep(rng() * 3);

  function openTab(): ModelTab {
    let isOpen = true;
    const never = new Promise<never>(() => {});
    const alive = <T>(value: T): T | Promise<never> => (isOpen ? value : never);
    const store: OperationStore = {
      all: async () => {
        await soon();
        return alive([...stored.values()]);
      },
      put: async (operation) => {
        await soon();
        await alive(null);
        stored.set(operation.id, operation);
      },
      change: async (id, to) => {
        await soon();
        await alive(null);
        const known = stored.get(id);
        if (known === undefined) return;
        const next = to(known);
        if (next === null) stored.delete(id);
        else stored.set(id, next);
      },
    };
    const acknowledged = new Map<string, string | null>();
    const filed: { operation: Operation; at: number }[] = [];
    const views = new Map<number, JudgementsPage['annotations']>();
    const queue = createQueue({
      store,
      send: async (operation) => {
        const sent = await sendOperation(operation, (path, init) =>
          fetch(`${url}${path}`, { ...init, headers: { ...init.headers, origin: url } }),
        );
        return alive(sent);
      },
      pause: async (ms) => {
        await sleep(Math.min(ms, 20));
        await alive(null);
      },
      random: rng,
      onChange: () => {},
      onSaved(operation) {
        acknowledged.set(operation.id, operation.body.based_on);
        filed.push({ operation, at: asked + 1 });
      },
    });
    const shown = (row: number): readonly Mine[] =>
      mineOf(
        { author: person.name, sourceKey, recordId: `r${row}` },
        { annotations: views.get(row) ?? [], asked },
        filed.filter(({ operation }) => operation.body.row === row),
        [...stored.values()].sort((a, b) => a.made - b.made),
      );
    return {
      queue,
      acknowledged,
      async look(row) {
        const response = await fetch(`${url}/api/sources/1/records/${row}/judgements`);
        const page = (await response.json()) as JudgementsPage;
        views.set(row, page.annotations);
        // What was filed before is in what was loaded.
        for (let at = filed.length - 1; at >= 0; at -= 1) {
          if (filed[at]!.operation.body.row === row) filed.splice(at, 1);
        }
      },
      async judge(row, said) {
        const id = crypto.randomUUID();
        const before = shown(row).find(({ kind }: Annotation) => kind === 'decision');
        const operation: Operation = {
          id,
          made: made(),
          author: person.name,
          body: {
            source: '1',
            source_key: sourceKey,
            row,
            record_id: `r${row}`,
            record_hash: '0123456789abcdef',
            kind: 'decision',
            ...said,
            blind: rng() < 0.5,
            operation: id,
            based_on: before?.version ?? null,
            ticket: person.ticket,
          },
          state: 'waiting',
          reason: null,
          filed: null,
        };
        const kept = store.put(operation);
        await kept;
        void queue.add(operation).catch(() => {});
        return operation;
      },
      close() {
        isOpen = false;
      },
    };
  }
  return { person, stored, openTab };
}
