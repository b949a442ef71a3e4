// The books of a budget against a model: whatever is reserved, settled, given back or left behind by a crash, in whatever
// order, they say what was spent and what is reserved, to the unit, and what fits is what fits the limit.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { type Amount, nothing, plus } from '../../../src/endpoints/budget/amount.ts';
import type { BudgetStore, Limit } from '../../../src/endpoints/budget/budget-store.ts';
import { createLocalBudgetStore } from '../../../src/endpoints/budget/local-budget-store.ts';
import { openSharedBudgetStore } from '../../../src/endpoints/budget/shared-budget-store.ts';
import { openStore, type Table } from '../../../src/endpoints/cache/store.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const limit: Limit = { nanoUsd: 100, tokens: 60 };
const noLimit: Limit = { nanoUsd: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY };

const amount = fc.record(
  { nanoUsd: fc.nat(60), tokens: fc.nat(40), unpriced: fc.nat(1) },
  { noNullPrototype: true },
);
/** What became of a process: gone; in another container, where nobody sees it; there for longer than any call; before a reboot. */
const fates = ['gone', 'unseen', 'unseen for long', 'before a reboot'] as const;
type Fate = (typeof fates)[number];
const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      by: fc.nat(),
      ask: amount,
      name: fc.option(fc.constantFrom('a', 'b'), { nil: undefined, freq: 3 }),
      made: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('end' as const), by: fc.nat(), which: fc.nat(), spent: amount }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), by: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      by: fc.nat(),
      fate: fc.constantFrom(...fates),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Row {
  readonly amount: Amount;
  readonly owner: number;
  readonly named: boolean;
  over: boolean;
}

/** The same in plain sums. */
class Books {
  readonly rows = new Map<string, Row>();
  spent: Amount = nothing;

  get reserved(): Amount {
    return [...this.rows.values()].reduce((sum, row) => plus(sum, row.amount), nothing);
  }

  settleDead(): void {
    for (const [id, row] of this.rows) {
      if (!row.over || row.named) continue;
      this.spent = plus(this.spent, row.amount);
      this.rows.delete(id);
    }
  }

  /** Whether it fits, and else whether it would beside nothing but what is spent. */
  answer(ask: Amount, most: Limit): 'fits' | 'later' | 'never' {
    const fits = (sum: Amount): boolean => sum.nanoUsd <= most.nanoUsd && sum.tokens <= most.tokens;
    const alone = plus(this.spent, ask);
    if (fits(plus(alone, this.reserved))) return 'fits';
    return fits(alone) ? 'later' : 'never';
  }

  /** Of a process that ends or dies: its rows without a name. */
  of(owner: number): [string, Row][] {
    return [...this.rows].filter(([, row]) => row.owner === owner);
  }
}

interface Kind {
  readonly open: () => Promise<BudgetStore>;
  /** Absent where a crash takes the books along. */
  readonly crash?: (ids: readonly string[], fate: Fate) => Promise<void>;
}

async function follow(steps: readonly Step[], { open, crash }: Kind): Promise<void> {
  const books = new Books();
  const processes = crash === undefined ? 1 : 3;
  const all: BudgetStore[] = [];
  while (all.length < processes) all.push(await open());
  const toClose = new Set(all);
  /** The numbers of those that live. */
  let living = [...all.keys()];
  const check = async (store: BudgetStore): Promise<void> => {
    assert.deepEqual(await store.totals(), { spent: books.spent, reserved: books.reserved });
  };
  for (const one of steps) {
    if (one.do === 'open' || living.length === 0) {
      if (crash === undefined) continue;
      const opened = await open();
      toClose.add(opened);
      living.push(all.push(opened) - 1);
      books.settleDead();
      continue;
    }
    const owner = living[one.by % living.length]!;
    const store = all[owner]!;
    if (one.do === 'reserve') {
      const { ask, name } = one;
      const most = one.made && name !== undefined ? noLimit : limit;
      const known = [...books.rows].find(([id]) => name !== undefined && id.endsWith(name))?.[0];
      let expected = books.answer(ask, most);
      if (known === undefined && expected === 'later') {
        books.settleDead();
        expected = books.answer(ask, most);
      }
      const got = await store.reserve(ask, most, name);
      if (known !== undefined) assert.deepEqual(got, { id: known, held: true }, 'one name, one reservation');
      else if (expected !== 'fits') assert.deepEqual(got, { refused: expected });
      else {
        assert.ok('id' in got && !books.rows.has(got.id) && got.held !== true);
        books.rows.set(got.id, { amount: ask, owner, named: name !== undefined, over: false });
      }
    } else if (one.do === 'end') {
      const id = [...books.rows.keys()][one.which % Math.max(1, books.rows.size)];
      if (id === undefined) continue;
      await store.end(id, one.spent);
      books.rows.delete(id);
      books.spent = plus(books.spent, one.spent);
    } else if (one.do === 'close') {
      if (crash === undefined) continue;
      await store.close();
      toClose.delete(store);
      for (const [id, row] of books.of(owner)) if (!row.named) books.rows.delete(id);
      living = living.filter((number) => number !== owner);
      continue;
    } else {
      if (crash === undefined) continue;
      const rows = books.of(owner);
      await crash(
        rows.map(([id]) => id),
        one.fate,
      );
      for (const [, row] of rows) row.over ||= one.fate !== 'unseen';
      living = living.filter((number) => number !== owner);
      continue;
    }
    await check(store);
  }
  const last = crash === undefined ? all[0]! : await open();
  if (crash !== undefined) books.settleDead();
  await check(last);
  await Promise.all([...toClose, last].map((store) => store.close()));
}

test('the books of one process agree with a model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), (steps) =>
      follow(steps, { open: async () => createLocalBudgetStore() }),
    ),
    { numRuns: 200 },
  );
});

interface StoredRow {
  readonly process: { readonly pid: number; readonly started: string | null };
  readonly at: number;
  readonly ms: number;
}

/** Makes rows those of a process that has met its fate, as it would have left them. */
async function crashing(t: TestContext, folder: string): Promise<Required<Kind>['crash']> {
  const { write, tables, close } = await openStore(folder, {
    what: 'the rows',
    schema: 1,
    wayOut: '',
    tables: (root): Table<StoredRow, string> => root.openDB({ name: 'reservations', encoding: 'json' }),
  });
  t.after(close);
  const changes: Record<Fate, (row: StoredRow) => object> = {
    gone: ({ process }) => ({ process: { ...process, started: '1' } }),
    unseen: ({ process }) => ({ process: { ...process, pid_namespace: 'another' } }),
    'unseen for long': (row) => ({ ...changes.unseen(row), at: row.at - row.ms }),
    'before a reboot': (row) => ({ ...changes.unseen(row), at: row.at + 1e9 }),
  };
  return async (ids, fate) => {
    await write(() => {
      for (const id of ids) {
        const row = tables.get(id);
        if (row !== undefined) tables.putSync(id, { ...row, ...changes[fate](row) });
      }
    });
  };
}

/** One dies with half of the budget reserved, and another needs the room: what it may have spent is found. */
const needed: Step[] = [
  { do: 'reserve', by: 0, ask: { nanoUsd: 50, tokens: 30, unpriced: 0 }, name: undefined, made: false },
  { do: 'crash', by: 0, fate: 'gone' },
  { do: 'reserve', by: 0, ask: { nanoUsd: 60, tokens: 1, unpriced: 0 }, name: undefined, made: false },
];

test('books that processes share agree with a model, whoever of them crashes when', async (t) => {
  const folder = await temporaryFolder(t);
  const crash = await crashing(t, folder);
  const neighbour = await openSharedBudgetStore(folder, 'neighbour');
  t.after(() => neighbour.close());
  const one: Amount = { nanoUsd: 1, tokens: 2, unpriced: 0 };
  await neighbour.reserve(one, noLimit);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), async (steps) => {
      runs += 1;
      const name = `run ${runs}`;
      await follow(steps, { open: () => openSharedBudgetStore(folder, name), crash });
    }),
    { numRuns: 40, examples: [[needed]] },
  );
  assert.deepEqual(
    await neighbour.totals(),
    { spent: nothing, reserved: one },
    'another budget is not touched',
  );
});
