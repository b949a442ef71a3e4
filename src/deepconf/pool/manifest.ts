// What a pool knows of its parts: lengths and hashes, by problem. Committing a part costs the same however many there
// are: a commit writes a segment of what has changed, and segments of one size are joined sixteen at a time. A problem's
// facts are kept as the line of JSON that says them, and read when they are asked for.
import type { Side } from './layout.ts';
import {
  hasOldManifest,
  type Lines,
  readBase,
  readSegments,
  removeSegments,
  type Segment,
  writeBase,
  writeSegment,
} from './manifest-files.ts';
import {
  decodeEntry,
  type Entry,
  encodeEntry,
  ofRanges,
  type PartRow,
  type ProblemCounts,
  type SliceRow,
  sides,
} from './manifest-segment.ts';
import { factsOf, type PartFacts, rowOf } from './part-facts.ts';
import type { RangeFacts } from './range-facts.ts';
import type { PoolProblem } from './read.ts';

/** Rows of a problem by side and part, and what else is known of it. */
interface Parts extends Record<Side, Map<number, PartRow>> {
  readonly slices: Partial<Record<Side, readonly SliceRow[]>>;
  counts: ProblemCounts | undefined;
}

function noParts(): Parts {
  return { core: new Map(), top: new Map(), slices: {}, counts: undefined };
}

/** `whole`: what is gone is left out, else it is kept as said. */
function apply(parts: Parts, entry: Entry, whole: boolean): void {
  for (const side of sides) {
    for (const row of entry[side]) {
      if (whole && row.length === 1) parts[side].delete(row[0]);
      else parts[side].set(row[0], row);
    }
    const slices = entry[`${side}_ranges`];
    if (slices !== undefined) parts.slices[side] = slices;
  }
  if (entry.counts !== undefined || entry.core.length > 0) parts.counts = entry.counts;
}

function entryOf(problem_id: string, { core, top, slices, counts }: Parts): Entry {
  const rows = (parts: ReadonlyMap<number, PartRow>): PartRow[] =>
    [...parts.values()].sort((a, b) => a[0] - b[0]);
  const ranges = { core_ranges: slices.core, top_ranges: slices.top };
  return { problem_id, core: rows(core), top: rows(top), ...ranges, counts };
}

/** Without a list of no slices, which says something in a change only. */
function wholeEntry(problem_id: string, parts: Parts): Entry {
  const { core = [], top = [] } = parts.slices;
  return {
    ...entryOf(problem_id, parts),
    core_ranges: core.length === 0 ? undefined : core,
    top_ranges: top.length === 0 ? undefined : top,
  };
}

function saysNothing({ core, top, core_ranges, top_ranges }: Entry): boolean {
  return core.length + top.length === 0 && core_ranges === undefined && top_ranges === undefined;
}

function rangeFacts({ side, part: range, rows, bytes, sha256 }: PartFacts): RangeFacts {
  return { side, range, rows, bytes, sha256 };
}

function listOf(lines: Buffer | readonly Buffer[] = []): readonly Buffer[] {
  return Buffer.isBuffer(lines) ? [lines] : lines;
}

/** Problems whose facts are kept as values. */
const maxRead = 64;
/** Segments of one size that become one. More of them, and less is written again; fewer, and fewer files are there. */
const joined = 16;

function sizeOf({ first, last }: Segment): number {
  return Math.floor(Math.log(last - first + 1) / Math.log(joined) + 1e-9);
}

export class PoolManifest {
  readonly #folder: string;
  /** Mostly one line: a list for each would be most of what the garbage collector has to look at. */
  readonly #lines = new Map<string, Buffer | readonly Buffer[]>();
  readonly #read = new Map<string, Parts>();
  #changed = new Map<string, Parts>();
  #segments: Segment[] = [];
  /** Something is not in manifest.jsonl. */
  #open = false;
  /** A segment may be there that must not be lost. */
  #durable = false;
  #writing: Promise<void> = Promise.resolve();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** An unreadable manifest counts as none: all of it can be found out again. */
  static async read(folder: string): Promise<PoolManifest> {
    const manifest = new PoolManifest(folder);
    // Segments first: whoever puts them into the base removes them after it has written that.
    const segments = await readSegments(folder);
    manifest.#take(await readBase(folder));
    for (const { lines } of segments) manifest.#take(lines);
    manifest.#segments = [...segments];
    manifest.#durable = segments.length > 0;
    manifest.#open = segments.length > 0 || (await hasOldManifest(folder));
    return manifest;
  }

  /** That of a pool without a trace. */
  static none(): PoolManifest {
    return new PoolManifest('');
  }

  #take(lines: Lines): void {
    for (const [problemId, line] of lines) {
      const known = this.#lines.get(problemId);
      this.#lines.set(problemId, known === undefined ? line : [...listOf(known), line]);
    }
  }

  #parts(problemId: string): Parts {
    const known = this.#read.get(problemId);
    if (known !== undefined) return known;
    const parts = noParts();
    for (const line of listOf(this.#lines.get(problemId))) apply(parts, decodeEntry(line), true);
    const changed = this.#changed.get(problemId);
    if (changed !== undefined) apply(parts, entryOf(problemId, changed), true);
    this.#read.set(problemId, parts);
    const [oldest] = this.#read.keys();
    if (this.#read.size > maxRead) this.#read.delete(oldest!);
    return parts;
  }

  #change(side: Side, problemId: string, row: PartRow): void {
    const [changed, known] = this.#partsToChange(problemId);
    changed[side].set(row[0], row);
    if (side === 'core') changed.counts = undefined;
    if (known === undefined) return;
    if (row.length === 1) known[side].delete(row[0]);
    else known[side].set(row[0], row);
    if (side === 'core') known.counts = undefined;
  }

  /** What goes into the next commit, and all that is known, where that is kept as values. */
  #partsToChange(problemId: string): readonly [changed: Parts, known: Parts | undefined] {
    const changed = this.#changed.get(problemId) ?? noParts();
    this.#changed.set(problemId, changed);
    return [changed, this.#read.get(problemId)];
  }

  add(facts: PartFacts): void {
    this.#change(facts.side, facts.problem_id, rowOf(facts));
  }

  drop(side: Side, problemId: string, part: number): void {
    if (this.#parts(problemId)[side].has(part)) this.#change(side, problemId, [part]);
  }

  get(side: Side, problemId: string, part: number): PartFacts | undefined {
    const row = this.#parts(problemId)[side].get(part);
    return row === undefined ? undefined : factsOf(side, problemId, row);
  }

  /** The parts of one side of a problem, in order. */
  parts(side: Side, problemId: string): PartFacts[] {
    return [...this.#parts(problemId)[side].values()]
      .flatMap((row) => factsOf(side, problemId, row) ?? [])
      .sort((a, b) => a.part - b.part);
  }

  /** Where range files have samples of a problem, in the order of the samples. */
  slices(side: Side, problemId: string): readonly SliceRow[] {
    return this.#parts(problemId).slices[side] ?? [];
  }

  /** Takes the place of those that were known. */
  setSlices(side: Side, problemId: string, slices: readonly SliceRow[]): void {
    for (const parts of this.#partsToChange(problemId)) if (parts !== undefined) parts.slices[side] = slices;
  }

  /** Counts of all samples of a problem; undefined where they are not known, or have changed. */
  counts(problemId: string): ProblemCounts | undefined {
    return this.#parts(problemId).counts;
  }

  setCounts(problemId: string, counts: ProblemCounts): void {
    for (const parts of this.#partsToChange(problemId)) if (parts !== undefined) parts.counts = counts;
  }

  /** The range files of a side, by number. */
  ranges(side: Side): readonly RangeFacts[] {
    return this.parts(side, ofRanges).map(rangeFacts);
  }

  /** Undefined where no range file of that number is known. */
  range(side: Side, range: number): RangeFacts | undefined {
    const facts = this.get(side, ofRanges, range);
    return facts === undefined ? undefined : rangeFacts(facts);
  }

  addRange({ side, range, rows, bytes, sha256 }: RangeFacts): void {
    this.#change(side, ofRanges, [range, rows, bytes, sha256]);
  }

  dropRange(side: Side, range: number): void {
    this.drop(side, ofRanges, range);
  }

  /** Writes what has changed since the last time; `durable`: so that a power cut takes nothing of it. */
  commit({ durable = false } = {}): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#commit(durable));
    return this.#writing;
  }

  async #commit(durable: boolean): Promise<void> {
    if (this.#changed.size === 0) return;
    const changed = this.#changed;
    const lines = [...changed].map(([id, parts]) => [id, encodeEntry(entryOf(id, parts))] as const);
    // In memory at once: what is added while the file is written belongs to the next commit.
    this.#changed = new Map();
    this.#take(lines);
    this.#open = true;
    const number = (this.#segments.at(-1)?.last ?? 0) + 1;
    await this.#put({ first: number, last: number, lines }, durable);
  }

  async #put(segment: Segment, durable: boolean): Promise<void> {
    this.#segments.push(segment);
    this.#durable ||= durable;
    await writeSegment(this.#folder, segment, durable);
    const tail = this.#segments.slice(-joined);
    if (tail.length < joined || tail.some((one) => sizeOf(one) !== sizeOf(segment))) return;
    const one = { first: tail[0]!.first, last: segment.last, lines: this.#join(tail) };
    this.#segments.splice(-joined);
    await this.#put(one, this.#durable);
    await removeSegments(this.#folder, tail);
  }

  /** One line for each problem in place of those of the segments; a lone one, as most are, stays as it is. */
  #join(segments: readonly Segment[]): Lines {
    const found = new Map<string, Buffer[]>();
    for (const { lines } of segments) {
      for (const [id, line] of lines) {
        const others = found.get(id);
        if (others === undefined) found.set(id, [line]);
        else others.push(line);
      }
    }
    return [...found].map(([id, some]) => [id, some.length === 1 ? some[0]! : this.#asOne(id, some)]);
  }

  #asOne(id: string, lines: readonly Buffer[]): Buffer {
    const parts = noParts();
    for (const line of lines) apply(parts, decodeEntry(line), false);
    const one = encodeEntry(entryOf(id, parts));
    const replaced = new Set(lines);
    this.#lines.set(id, [...listOf(this.#lines.get(id)).filter((line) => !replaced.has(line)), one]);
    return one;
  }

  /** Puts everything into one file, by problem in the pool's order: the same facts give the same bytes. */
  save(problems: readonly PoolProblem[]): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#save(problems));
    return this.#writing;
  }

  async #save(problems: readonly PoolProblem[]): Promise<void> {
    if (!this.#open && this.#changed.size === 0 && this.#lines.size > 0) return;
    const known = new Set([...this.#lines.keys(), ...this.#changed.keys()]);
    const inPool = problems.map(({ problem_id }) => problem_id).filter((id) => known.delete(id));
    const lines = new Map<string, Buffer>();
    for (const id of [...inPool, ...[...known].sort()]) {
      const entry = wholeEntry(id, this.#parts(id));
      if (!saysNothing(entry)) lines.set(id, encodeEntry(entry));
    }
    // In memory at once, as a commit: what is added while the file is written belongs to the next one.
    this.#changed = new Map();
    this.#lines.clear();
    for (const [id, line] of lines) this.#lines.set(id, line);
    this.#open = true;
    await writeBase(this.#folder, lines.values());
    this.#segments = [];
    this.#open = false;
    this.#durable = false;
  }
}
