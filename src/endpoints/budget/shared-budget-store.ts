// The books that the stages of a run share, in lmdb: one row of totals and one row for each open reservation. What a
// process had reserved when it died counts as spent, noted by whoever next opens the books or needs the room: a call in
// flight at that moment may have been billed in full, and its reply was not received, so nobody can say.
import { randomUUID } from 'node:crypto';
import type { RootDatabase } from 'lmdb';
import { sha256Hex } from '../../records/identity.ts';
import { type Holder, hasLapsed, holdFor, livenessOfHolder } from '../cache/holder.ts';
import { openStore, type Table } from '../cache/store.ts';
import { type Amount, minus, nothing, plus } from './amount.ts';
import { type BudgetStore, emptyTotals, refusalOf, type Totals } from './budget-store.ts';

interface Row extends Holder {
  readonly amount: Amount;
  /** Kept whatever becomes of the process: the call is with the provider. */
  readonly named?: boolean;
}

/** For holders in another container, whose end cannot be seen from here. */
const maxCallMs = 6 * 3_600_000;
const schema = 1;

function openTables(root: RootDatabase): {
  budgets: Table<Totals, string>;
  reservations: Table<Row, string>;
} {
  return {
    budgets: root.openDB({ name: 'budgets', encoding: 'json' }),
    reservations: root.openDB({ name: 'reservations', encoding: 'json' }),
  };
}

/** A process that is seen to live keeps its reservations however old they are. */
function hasDied(row: Row): boolean {
  if (row.named === true) return false;
  const liveness = livenessOfHolder(row);
  return liveness === 'dead' || (liveness === 'unknown' && hasLapsed(row));
}

export async function openSharedBudgetStore(folder: string, name: string): Promise<BudgetStore> {
  const store = await openStore(folder, {
    what: 'the shared budget',
    schema,
    wayOut: 'delete that folder to start its count anew',
    tables: openTables,
  });
  const { budgets, reservations } = store.tables;
  const budget = sha256Hex(name);
  const owner = randomUUID();
  let count = 0;

  const read = (): Totals => budgets.get(budget) ?? emptyTotals;
  /** Inside a transaction. */
  const endRows = (isOver: (id: string, row: Row) => boolean, becomes: 'spent' | 'free'): void => {
    const rows = [...reservations.getRange({ start: `${budget}/`, end: `${budget}0` })];
    const over = rows.filter(({ key, value }) => isOver(key, value));
    if (over.length === 0) return;
    const ended = over.reduce((sum, { value }) => plus(sum, value.amount), nothing);
    const totals = read();
    for (const { key } of over) reservations.removeSync(key);
    const spent = becomes === 'spent' ? plus(totals.spent, ended) : totals.spent;
    budgets.putSync(budget, { spent, reserved: minus(totals.reserved, ended) });
  };
  const settleDead = (): void => endRows((_, row) => hasDied(row), 'spent');
  const giveBackOwn = (): void => endRows((id) => id.startsWith(`${budget}/${owner}/`), 'free');

  await store.write(settleDead);
  return {
    reserve(ask, limit, name) {
      return store.write(() => {
        const named = name !== undefined;
        const held = `${budget}/${name}`;
        if (named && reservations.get(held) !== undefined) return { id: held, held: true };
        let refused = refusalOf(read(), ask, limit);
        if (refused === 'later') {
          // What the dead had reserved is not given back: then it may be 'never'.
          settleDead();
          refused = refusalOf(read(), ask, limit);
        }
        if (refused !== null) return { refused };
        count += 1;
        const id = named ? held : `${budget}/${owner}/${count}`;
        const totals = read();
        reservations.putSync(id, { amount: ask, ...holdFor(maxCallMs), ...(named && { named }) });
        budgets.putSync(budget, { ...totals, reserved: plus(totals.reserved, ask) });
        return { id };
      });
    },
    end(id, spent) {
      return store.write(() => {
        const row = reservations.get(id);
        const totals = read();
        const reserved = row === undefined ? totals.reserved : minus(totals.reserved, row.amount);
        if (row !== undefined) reservations.removeSync(id);
        budgets.putSync(budget, { spent: plus(totals.spent, spent), reserved });
      });
    },
    totals: async () => store.read(read),
    async close() {
      try {
        await store.write(giveBackOwn);
      } finally {
        await store.close();
      }
    },
  };
}
