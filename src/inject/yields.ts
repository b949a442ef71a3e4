// Counts, by model and error type, what became of injections and which checks turned attempts down.
import type { Injection } from '../records/injection.ts';
import type { InjectionYield } from '../records/injection-yield.ts';

export interface Yields {
  /** Counts an injection that was accepted, rejected or failed, and nothing else. */
  add(injection: Injection | null | undefined): void;
  /** In the order of models, then types. */
  rows(): InjectionYield[];
}

/** The checks that an injection failed in the end. */
export function failing({ gate }: Injection): string[] {
  return Object.entries(gate ?? {}).flatMap(([name, { ok }]) => (ok ? [] : [name]));
}

/** The checks that turned down each attempt, one list an attempt. */
export function turnedDown(injection: Injection): readonly (readonly string[])[] {
  const { status, attempts, refused } = injection;
  const last = status === 'accepted' || (attempts ?? 0) === 0 ? [] : [failing(injection)];
  return [...(refused ?? []), ...last];
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function createYields(): Yields {
  const byKey = new Map<string, InjectionYield>();
  return {
    add(injection) {
      const status = injection?.status;
      if (injection == null || (status !== 'accepted' && status !== 'rejected' && status !== 'failed'))
        return;
      const [model, type] = [injection.model ?? null, injection.error_type ?? 'unknown'];
      const key = JSON.stringify([model, type]);
      const row = byKey.get(key) ?? {
        model,
        type,
        accepted: 0,
        rejected: 0,
        failed: 0,
        attempts: 0,
        turned_down: {},
      };
      byKey.set(key, row);
      row[status] += 1;
      row.attempts += injection.attempts ?? 0;
      for (const check of turnedDown(injection).flat())
        row.turned_down[check] = (row.turned_down[check] ?? 0) + 1;
    },
    rows: () =>
      [...byKey.values()].sort((a, b) => order(a.model ?? '', b.model ?? '') || order(a.type, b.type)),
  };
}

/** The same over all models. */
export function byType(
  rows: readonly InjectionYield[],
): Pick<InjectionYield, 'type' | 'accepted' | 'rejected' | 'failed' | 'attempts'>[] {
  return [...new Set(rows.map(({ type }) => type))].sort(order).map((type) => {
    const own = rows.filter((row) => row.type === type);
    const sum = (of: 'accepted' | 'rejected' | 'failed' | 'attempts'): number =>
      own.reduce((total, row) => total + row[of], 0);
    const [accepted, rejected] = [sum('accepted'), sum('rejected')];
    return { type, accepted, rejected, failed: sum('failed'), attempts: sum('attempts') };
  });
}
