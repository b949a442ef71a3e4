// Critics against each other on the records of a source: what `latebench compare` works out, by the same code from the
// same records. The other sources' critics are joined by id, as that of the command's further files are.
import { setImmediate as othersTurn } from 'node:timers/promises';
import { LateBenchError } from '../../errors.ts';
import { createComparison, maxCritics } from '../../metrics/comparison.ts';
import { firstErrorOf, goldOf } from '../../metrics/gold.ts';
import {
  type CritiqueJoin,
  criticsApart,
  loadCritiques,
  OtherStepsError,
} from '../../metrics/join-critiques.ts';
import { predictionOf } from '../../metrics/prediction.ts';
import type { ComparisonObject } from '../../records/comparison.ts';
import { type Solution, solutionSchema } from '../../records/solution.ts';
import { tookSimulation } from '../../report/simulation.ts';
import type { InParts } from '../../statistics/parts.ts';
import { createSharedWork } from '../../stream/shared-work.ts';
import type { ComparePage, Subject } from '../api-analysis.ts';
import { absent, hashId, unknownLabel, unreadable } from '../records/columns.ts';
import type { Source } from '../sources/source.ts';

export interface Compared {
  readonly subjects: readonly Subject[];
  readonly apart: ComparePage['apart'];
  readonly leftOut: number;
  readonly comparison: ComparisonObject;
  /** The label of each row, and what each critic named, coded as in records/columns.ts. */
  readonly labels: Int32Array;
  readonly named: ReadonlyMap<string, Int32Array>;
}

const rowsATurn = 100;

/** Every valid record of a source; other requests get their turn in between. */
async function* solutionsOf(
  { table }: Source,
  signal: AbortSignal,
): AsyncGenerator<{ readonly record: Solution; readonly row: number }> {
  for await (const { rows, firstRow } of table.all('whole')) {
    for (const [at, row] of rows.entries()) {
      if (at % rowsATurn === 0) await turn(signal);
      if (solutionSchema.safeParse(row).success) yield { record: row as Solution, row: firstRow + at };
    }
  }
}

async function turn(signal: AbortSignal): Promise<void> {
  await othersTurn();
  if (signal.aborted) throw new LateBenchError('LB_ABORTED', 'the comparison was cancelled');
}

/** A computation in parts; other requests get their turn between two of them. */
async function inTurns<T>(parts: InParts<T>, signal: AbortSignal): Promise<T> {
  let part = parts.next();
  while (part.done !== true) {
    await turn(signal);
    part = parts.next();
  }
  return part.value;
}

async function joinOthers(
  base: Source,
  others: readonly Source[],
  rename: (critic: string, path: string) => string,
  signal: AbortSignal,
): Promise<CritiqueJoin | null> {
  if (others.length === 0) return null;
  const ids = new Set(base.columns.ids);
  const byPath = new Map(others.map((source) => [source.path, source]));
  // What was opened beside it may be about other records, and may hold one twice: only what can be joined is.
  async function* joinable(path: string): AsyncGenerator<Solution[]> {
    const seen = new Set<string>();
    for await (const { record } of solutionsOf(byPath.get(path)!, signal)) {
      if (!Array.isArray(record.critiques) || !ids.has(hashId(record.id)) || seen.has(record.id)) continue;
      seen.add(record.id);
      yield [record];
    }
  }
  return loadCritiques([...byPath.keys()], { rename, open: joinable });
}

function subjectsOf(sources: readonly Source[], rename: (critic: string, path: string) => string): Subject[] {
  return sources.flatMap(({ id, name, path, columns }, at) =>
    [...columns.critics.keys()].map((critic) => ({
      source: id,
      sourceName: name,
      critic,
      name: at === 0 ? critic : rename(critic, path),
      simulated: tookSimulation([critic], columns.models.get(critic) ?? []),
    })),
  );
}

/** Sources with critics on records that `base` has, and why the others are left out. */
function joinableSources(
  base: Source,
  others: readonly Source[],
): { joined: Source[]; apart: ComparePage['apart'] } {
  const ids = new Set(base.columns.ids);
  const judged = others.filter(({ columns }) => columns.critics.size > 0);
  const joined = judged.filter(({ columns }) => columns.ids.some((id) => ids.has(id)));
  const apart = judged
    .filter((source) => !joined.includes(source))
    .map(({ name, table }) => ({
      sourceName: name,
      reason: `none of its ${table.rows} records is among the ${base.table.rows} here (records are matched by id)`,
    }));
  return { joined, apart };
}

/** A source whose critics judged other steps under the same ids is left out: they would be scored against these labels. */
async function compareAll(base: Source, opened: readonly Source[], signal: AbortSignal): Promise<Compared> {
  for (const source of [base, ...opened]) await source.ready('verdicts');
  for (let joinable = joinableSources(base, opened); ; ) {
    try {
      return await compareJoined(base, joinable, signal);
    } catch (error) {
      const { joined, apart } = joinable;
      const other = joined.find(({ path }) => error instanceof OtherStepsError && path === error.path);
      if (other === undefined) throw error;
      const reason = (error as OtherStepsError).message;
      joinable = {
        joined: joined.filter((source) => source !== other),
        apart: [...apart, { sourceName: other.name, reason }],
      };
    }
  }
}

async function compareJoined(
  base: Source,
  { joined: others, apart }: ReturnType<typeof joinableSources>,
  signal: AbortSignal,
): Promise<Compared> {
  const sources = [base, ...others];
  const rename = criticsApart(sources.map(({ columns }) => new Set(columns.critics.keys())));
  const all = subjectsOf(sources, rename);
  const subjects = all.slice(0, maxCritics);
  const comparison = createComparison({ critics: subjects.map(({ name }) => name) });
  const labels = new Int32Array(base.table.rows).fill(unknownLabel);
  const named = new Map(subjects.map(({ name }) => [name, new Int32Array(base.table.rows).fill(absent)]));
  const join = await joinOthers(base, others, rename, signal);
  try {
    for await (const { record, row } of solutionsOf(base, signal)) {
      const joined = join?.attach(record) ?? record;
      await inTurns(comparison.addInParts(joined), signal);
      const gold = goldOf(record);
      if (gold !== null) labels[row] = firstErrorOf(gold);
      for (const critique of joined.critiques ?? []) {
        const column = named.get(critique.critic);
        if (column !== undefined) column[row] = predictionOf(critique, 'robust').first_error ?? unreadable;
      }
    }
  } finally {
    join?.check({ allowMissing: true, allRead: false });
  }
  const result = await inTurns(comparison.resultInParts(), signal);
  return { subjects, apart, leftOut: all.length - subjects.length, comparison: result, labels, named };
}

export interface Comparisons {
  /** Of all sources on the records of one; worked out once, and cancelled when no request waits for it any more. */
  of(base: Source, signal: AbortSignal): Promise<Compared>;
}

/** `opened`: all sources as they are now; a file that has changed is another source. */
export function createComparisons(opened: () => readonly Source[]): Comparisons {
  const known = new WeakMap<Source, { readonly others: readonly Source[]; readonly compared: Compared }>();
  const numbers = new WeakMap<Source, number>();
  let last = 0;
  const numberOf = (source: Source): number => {
    const number = numbers.get(source) ?? ++last;
    numbers.set(source, number);
    return number;
  };
  const running = createSharedWork<Compared>();
  return {
    async of(base, signal) {
      const others = opened().filter((source) => source !== base);
      const before = known.get(base);
      const isSame =
        before?.others.length === others.length && others.every((one) => before.others.includes(one));
      if (before !== undefined && isSame) return before.compared;
      const key = [base, ...others].map(numberOf).join(' ');
      const compared = await running.join(key, signal, () => compareAll(base, others, signal));
      known.set(base, { others, compared });
      return compared;
    },
  };
}
