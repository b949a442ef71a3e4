// The books of one process, in memory.
import { type Amount, minus, plus } from './amount.ts';
import { type BudgetStore, emptyTotals, refusalOf } from './budget-store.ts';

export function createLocalBudgetStore(): BudgetStore {
  const open = new Map<string, Amount>();
  let totals = emptyTotals;
  let count = 0;
  return {
    async reserve(ask, limit, name) {
      if (name !== undefined && open.has(name)) return { id: name, held: true };
      // No await between looking and writing.
      const refused = refusalOf(totals, ask, limit);
      if (refused !== null) return { refused };
      count += 1;
      const id = name ?? String(count);
      open.set(id, ask);
      totals = { ...totals, reserved: plus(totals.reserved, ask) };
      return { id };
    },
    async end(id, spent) {
      const amount = open.get(id);
      const reserved = amount === undefined ? totals.reserved : minus(totals.reserved, amount);
      open.delete(id);
      totals = { spent: plus(totals.spent, spent), reserved };
    },
    totals: async () => totals,
    async close() {
      open.clear();
      totals = { ...totals, reserved: emptyTotals.reserved };
    },
  };
}
