// Tallies by name with a bound on how many names are kept. Which names are kept depends only on the names: the
// smallest `cap` in code-unit order, the rest pooled. So neither order nor sharding changes a result: a name that
// ends among the smallest is never pooled on the way, because at every moment it is among the smallest so far.

/** The name of the pool; a value that happens to be called so is counted there as well. */
const otherName = '(other)';

/** Plain data; `cells` has no prototype, so that any text is safe as a name. */
export interface Groups<T> {
  cells: Record<string, T>;
  size: number;
  /** The largest name kept, once the cap is reached. */
  edge: string | null;
  other: T | null;
}

/** How to start a tally and how to add one to another. */
export interface Mergeable<T> {
  empty(): T;
  merge(into: T, from: T): void;
}

export function emptyGroups<T>(): Groups<T> {
  return { cells: Object.create(null) as Record<string, T>, size: 0, edge: null, other: null };
}

/** The tally for this name; creates it, and evicts another if the cap is reached. */
export function groupFor<T>(groups: Groups<T>, name: string, kind: Mergeable<T>, cap: number): T {
  const known = groups.cells[name];
  if (known !== undefined) return known;
  if (name === otherName) return otherOf(groups, kind);
  if (groups.size >= cap) {
    groups.edge ??= largestName(groups);
    if (groups.edge === null || name > groups.edge) return otherOf(groups, kind);
    kind.merge(otherOf(groups, kind), groups.cells[groups.edge] as T);
    delete groups.cells[groups.edge];
    groups.size -= 1;
  }
  const fresh = kind.empty();
  groups.cells[name] = fresh;
  groups.size += 1;
  if (groups.edge !== null) groups.edge = largestName(groups);
  return fresh;
}

export function mergeGroups<T>(into: Groups<T>, from: Groups<T>, kind: Mergeable<T>, cap: number): void {
  for (const [name, tally] of Object.entries(from.cells)) {
    kind.merge(groupFor(into, name, kind, cap), tally);
  }
  if (from.other !== null) kind.merge(otherOf(into, kind), from.other);
}

/** All tallies by name, names ascending, the pool last. */
export function groupEntries<T>(groups: Groups<T>): [string, T][] {
  const kept = Object.keys(groups.cells).sort();
  const entries = kept.map((name): [string, T] => [name, groups.cells[name] as T]);
  return groups.other === null ? entries : [...entries, [otherName, groups.other]];
}

function otherOf<T>(groups: Groups<T>, kind: Mergeable<T>): T {
  groups.other ??= kind.empty();
  return groups.other;
}

function largestName<T>(groups: Groups<T>): string | null {
  let largest: string | null = null;
  for (const name of Object.keys(groups.cells)) if (largest === null || name > largest) largest = name;
  return largest;
}
