// Critics and fields that a pipeline's options name, and what else its stages need, looked for before the first call: what
// no record can have in the end would make the calls before it useless.
import { createFieldWatch } from '../datasets/field-watch.ts';
import { LateBenchError } from '../errors.ts';
import type { PlannedReduction, PlannedStage } from '../executor/build-plan.ts';
import { isComputed } from '../metrics/breakdown.ts';
import { nameList } from '../records/name-list.ts';
import { didYouMean } from '../records/nearest-name.ts';
import { namesAt } from '../records/schema-problem.ts';
import { solutionSchema } from '../records/solution.ts';
import type { BuiltStage } from '../stages/define.ts';
import type { NamedInRecords, NeededInRecords } from '../stages/named-in-records.ts';
import type { Row } from '../storage/rows.ts';

interface Placed extends NamedInRecords {
  /** `stages.2.with.critic`. */
  readonly place: string;
  /** How many stages come before it. */
  readonly before: number;
}

/** Looks at records of the source until there is nothing left to look for. */
interface Search {
  readonly found: boolean;
  look(record: Row): void;
  /** What is wrong where it was not found; null where no record could have had it. */
  problem(): string | null;
}

/** What they add to a record is in its schema. */
const knownStages = new Set([
  ...['filter', 'sample', 'balance', 'inject', 'gate', 'difficulty', 'critic', 'prm', 'judge'],
]);

function criticSearch(name: string, made: readonly string[]): Search {
  const names = new Set(made);
  return {
    get found() {
      return names.has(name);
    },
    look({ critiques }) {
      if (!Array.isArray(critiques)) return;
      for (const { critic } of critiques as readonly { critic?: unknown }[]) {
        if (typeof critic === 'string') names.add(critic);
      }
    },
    problem() {
      const there = names.size === 0 ? 'there is none' : `found: ${nameList([...names])}`;
      return `neither a stage before it nor the source has a critic of that name (${there})${didYouMean(name, [...names])}`;
    },
  };
}

/** Objects that stages add, of which the source may have none. */
const added = new Set(['injection', 'critiques', 'provenance']);

/** Whether a record may have the field although the source has none of that name. */
function mayBeAdded(path: readonly string[]): boolean {
  const names = namesAt(solutionSchema, path.slice(0, -1));
  return names.includes(path.at(-1)!) || (names.length === 0 && added.has(path[0]!));
}

function fieldSearch(field: string): Search {
  const path = field.split('.');
  const watch = createFieldWatch(path);
  const known = isComputed(field) || mayBeAdded(path);
  let looked = false;
  return {
    get found() {
      return known || (looked && watch.missing() === null);
    },
    look(record) {
      looked = true;
      watch.look(record);
    },
    problem: () => watch.missing(),
  };
}

function needSearch({ has, problem }: NeededInRecords): Search {
  let found: boolean | null = null;
  return {
    get found() {
      return found === true;
    },
    look(record) {
      found = has(record) ?? found;
    },
    problem: () => (found === null ? null : problem),
  };
}

function namedBy(
  stages: readonly PlannedStage[],
  reduction: PlannedReduction | null,
  by: readonly string[],
): readonly Placed[] {
  const all = [...stages, ...(reduction === null ? [] : [reduction])];
  return [
    { place: 'score.by', before: all.length, option: 'by', of: 'field', names: by },
    ...all.flatMap(({ stage, with: options, place = 0 }, before) =>
      (stage.names?.(options) ?? []).map((named) => ({
        ...{ ...named, before },
        place: `stages.${place}.with.${named.option}`,
      })),
    ),
  ];
}

/** The steps that leave critiques under a name; one whose option names a critic only reads them. */
export function criticsMade(stages: readonly PlannedStage[], built: readonly BuiltStage[]) {
  return built.flatMap(({ step }, at) => {
    const { critic } = step?.config ?? {};
    const planned = stages[at];
    if (step === undefined || typeof critic !== 'string') return [];
    const named = planned?.stage.names?.(planned.with) ?? [];
    if (named.some(({ of, names }) => of === 'critic' && names.includes(critic))) return [];
    return [{ ...step, critic, at, place: planned?.place }];
  });
}

interface Checked {
  readonly stages: readonly PlannedStage[];
  readonly reduction: PlannedReduction | null;
  /** Fields by which the run's own score is broken down. */
  readonly by: readonly string[];
  readonly built: readonly BuiltStage[];
  /** Read only where a name is in none of the stages. */
  source(): Promise<AsyncIterable<readonly Row[]>>;
}

/** What stages cannot do without, where no stage before them may make it. */
async function needsOf(
  stages: readonly PlannedStage[],
): Promise<readonly { readonly place: string; readonly search: Search }[]> {
  const all = stages.map(async ({ stage, with: options, place }, at) => {
    const earlier = stages.slice(0, at);
    if (stage.needed === undefined || !earlier.every(({ use }) => knownStages.has(use))) return [];
    const unmade = (await stage.needed(options)).filter(
      ({ madeBy }) => !earlier.some((one) => one.stage.kind === 'map' && madeBy(one.stage, one.with)),
    );
    return unmade.map((one) => ({ place: `stages.${place}`, search: needSearch(one) }));
  });
  return (await Promise.all(all)).flat();
}

/** @throws LB_CONFIG with the place of the first name, or of what else is needed, that no record can have */
export async function checkNamesInRecords({ stages, reduction, by, built, source }: Checked): Promise<void> {
  const made = criticsMade(stages, built);
  const known = stages.every(({ use }) => knownStages.has(use));
  const searches = namedBy(stages, reduction, by).flatMap(({ place, before, of, names }) => {
    if (of === 'field' && !known) return [];
    const critics = made.filter(({ at }) => at < before).map(({ critic }) => critic);
    return names.map((name) => ({
      place: `${place}: ${name}`,
      search: of === 'critic' ? criticSearch(name, critics) : fieldSearch(name),
    }));
  });
  searches.push(...(await needsOf(stages)));
  const open = () => searches.filter(({ search }) => !search.found);
  if (open().length === 0) return;
  let records = 0;
  for await (const rows of await source()) {
    for (const row of rows) for (const { search } of open()) search.look(row);
    records += rows.length;
    if (open().length === 0) return;
  }
  const first = open()
    .map(({ place, search }) => ({ place, problem: search.problem() }))
    .find(({ problem }) => problem !== null);
  // Without records nothing is paid for.
  if (records === 0 || first === undefined) return;
  throw new LateBenchError('LB_CONFIG', `${first.place}: ${first.problem}`);
}
