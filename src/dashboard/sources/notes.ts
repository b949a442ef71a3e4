// The judgements about the records of a source: read from its annotation files when those change, and added to them
// one line at a time. Each is an operation, filed once however often it is sent, and only on top of the version that its
// author saw; taking one back is an operation too.
import { randomUUID } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { type Annotation, annotationKey, saysNothing } from '../../records/annotation.ts';
import { annotationVersion } from '../../records/annotation-version.ts';
import { formatCounted } from '../../report/format.ts';
import {
  annotationFile,
  annotationFiles,
  appendAnnotation,
  flushAnnotations,
  type JsonLine,
  jsonLinesIn,
  readAnnotations,
} from '../../storage/annotations.ts';
import { readTextIfPresent } from '../../storage/read-text.ts';
import type { Conflict } from '../api-record.ts';
import { hashId } from '../records/columns.ts';
import type { Dimension } from '../records/dimensions.ts';
import { judgements } from './judgement-names.ts';

/** A judgement to be filed. Without `operation` it gets an id here; without `based_on` it replaces whatever is there. */
export type Filing = Annotation & { readonly at: string };

/** What became of a judgement: its line, or the line that somebody filed meanwhile about the same thing. */
export type Filed =
  | { readonly annotation: Annotation; readonly conflict: null }
  | { readonly annotation: null; readonly conflict: Annotation };

export interface Notes {
  readonly folder: string;
  all(): Promise<readonly Annotation[]>;
  /** Of one record, everybody's. */
  about(recordId: string): Promise<readonly Annotation[]>;
  /** The line is on the disk when this resolves. Sent again, an operation resolves to its first line. */
  add(filing: Filing): Promise<Filed>;
  /** Whether the annotator has ever decided about this record, also if that was taken back: label and critics were seen. */
  decided(recordId: string, annotator: string): Promise<boolean>;
  /** Versions of this record that were turned down and not settled since, while this server has run. */
  conflicts(recordId: string): readonly Conflict[];
  /** The author of a version that was turned down lets it go. */
  letGo(operation: string): void;
  /** What the annotator made of each record. */
  dimension(annotator: string, ids: Float64Array): Promise<Dimension>;
  version(): Promise<string>;
}

const codeOf = ({ decision }: Annotation): number =>
  decision === 'yes' ? 1 : decision === 'maybe' ? 2 : decision === 'no' ? 3 : 4;

const maxConflicts = 1000;

/** A file that was renamed since its name was read (forget-name.ts) is read under its new name the next time. */
async function jsonLinesIfPresent(path: string): Promise<readonly JsonLine[]> {
  return jsonLinesIn((await readTextIfPresent(path)) ?? '');
}

/** Seeing the label changes no judgement that is repeated with a comment: it was made blind. */
function isBlind(filing: Filing, before: Annotation | undefined): boolean {
  if (filing.blind === true) return true;
  const same = (['decision', 'first_error', 'error_type'] as const).every(
    (field) => (filing[field] ?? null) === (before?.[field] ?? null),
  );
  return before?.blind === true && same && !saysNothing(before);
}

/** Reading a file takes the later time about a thing for the later line, so a clock that was set back must not count. */
function timeAfter(at: string, before: string | null | undefined): string {
  if (before == null || before < at) return at;
  const known = Date.parse(before);
  return Number.isNaN(known) ? at : new Date(known + 1).toISOString();
}

type FileStats = ReadonlyMap<string, Stats>;

function versionOf(files: FileStats): string {
  const paths = [...files.keys()].sort();
  return paths
    .map((path) => {
      const { size, mtimeMs, ino } = files.get(path)!;
      return `${path} ${size} ${mtimeMs} ${ino}`;
    })
    .join('\n');
}

function byRecordOf(annotations: readonly Annotation[]): Map<string, Annotation[]> {
  const groups = new Map<string, Annotation[]>();
  for (const one of annotations) {
    const about = groups.get(one.record_id);
    if (about === undefined) groups.set(one.record_id, [one]);
    else about.push(one);
  }
  return groups;
}

/** `say` is told of lines that are no judgements: what is counted leaves them out. */
export function createNotes(folder: string, say: (line: string) => void): Notes {
  /** The files as they were when what follows was read from them. */
  let files: FileStats = new Map();
  let version = '';
  let known: readonly Annotation[] = [];
  let last = new Map<string, Annotation>();
  let operations = new Map<string, Annotation>();
  let decided = new Set<string>();
  let byRecord = new Map<string, Annotation[]>();
  let told = '';
  const refused = new Map<string, Conflict>();
  const dimensions = new Map<string, { version: string; ids: Float64Array; dimension: Dimension }>();
  let writing: Promise<unknown> = Promise.resolve();

  async function refresh(): Promise<void> {
    const now = new Map<string, Stats>();
    for (const path of await annotationFiles(folder)) {
      const about = statSync(path, { throwIfNoEntry: false });
      if (about !== undefined) now.set(path, about);
    }
    if (versionOf(now) === version) return;
    const read = await readAnnotations([...now.keys()], jsonLinesIfPresent);
    files = now;
    version = versionOf(now);
    known = read.annotations;
    last = new Map(read.last);
    operations = new Map(read.operations);
    const decisions = [...operations.values(), ...known].filter((one) => one.decision != null);
    decided = new Set(decisions.map((one) => annotationKey(one)));
    byRecord = byRecordOf(known);
    const bad = read.bad.join('\n');
    if (bad !== told && bad !== '') {
      const lines = formatCounted(read.bad.length, 'line');
      say(`left out of the judgements: ${lines} that cannot be read; the first: ${read.bad[0]}`);
    }
    told = bad;
  }

  /** Adds the line to what is known, so that nothing is read again where nobody else has written to the file. */
  function append(path: string, annotation: Annotation): void {
    const before = files.get(path);
    appendAnnotation(folder, annotation);
    const about = statSync(path, { throwIfNoEntry: false });
    const line = JSON.stringify(annotation);
    const size = (before?.size ?? 0) + Buffer.byteLength(line) + 1;
    if (about === undefined || about.size !== size || about.ino !== (before ?? about).ino) return;
    files = new Map(files).set(path, about);
    version = versionOf(files);
    last.set(annotationKey(annotation), JSON.parse(line) as Annotation);
    operations.set(annotation.operation!, annotation);
    if (annotation.decision != null) decided.add(annotationKey(annotation));
    known = [...last.values()].filter((one) => !saysNothing(one));
    byRecord.set(
      annotation.record_id,
      known.filter((one) => one.record_id === annotation.record_id),
    );
  }

  function refuse(filing: Filing, filed: Annotation): Filed {
    if (filing.operation != null) refused.set(filing.operation, { filed, refused: filing });
    for (const oldest of refused.keys()) {
      if (refused.size <= maxConflicts) break;
      refused.delete(oldest);
    }
    return { annotation: null, conflict: filed };
  }

  async function file(filing: Filing): Promise<Filed> {
    const path = annotationFile(folder, filing.annotator);
    // Another server may have this folder open: from here to the new line nothing waits.
    do await refresh();
    while ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) !== (files.get(path)?.size ?? 0));
    const repeated = operations.get(filing.operation ?? '');
    if (repeated !== undefined) {
      // The first answer did not arrive, perhaps because the process ended before the line was on the disk.
      flushAnnotations(folder, repeated.annotator);
      return { annotation: repeated, conflict: null };
    }
    const before = last.get(annotationKey(filing));
    if (before !== undefined && filing.based_on !== undefined) {
      const isNew = filing.based_on === null && saysNothing(before);
      if (!isNew && filing.based_on !== annotationVersion(before)) return refuse(filing, before);
    }
    const annotation: Annotation = {
      ...filing,
      blind: isBlind(filing, before),
      operation: filing.operation ?? randomUUID(),
      based_on: before === undefined ? null : annotationVersion(before),
      at: timeAfter(filing.at, before?.at),
    };
    append(path, annotation);
    refused.delete(annotation.operation!);
    return { annotation, conflict: null };
  }

  return {
    folder,
    async all() {
      await refresh();
      return known;
    },
    async about(recordId) {
      await refresh();
      return byRecord.get(recordId) ?? [];
    },
    add(filing) {
      const filed = writing.then(() => file(filing));
      writing = filed.catch(() => {});
      return filed;
    },
    async decided(record_id, annotator) {
      await refresh();
      return decided.has(annotationKey({ record_id, annotator, kind: 'decision' }));
    },
    conflicts: (recordId) => [...refused.values()].filter(({ filed }) => filed.record_id === recordId),
    letGo: (operation) => void refused.delete(operation),
    async dimension(annotator, ids) {
      await refresh();
      const cached = dimensions.get(annotator);
      if (cached?.version === version && cached.ids === ids) return cached.dimension;
      const codes = new Uint8Array(ids.length);
      const requested = new Map<number, number>();
      for (const one of known) {
        if (one.annotator !== annotator || saysNothing(one)) continue;
        const hash = hashId(one.record_id);
        const code = codeOf(one);
        // A decision takes precedence over a comment.
        requested.set(hash, Math.min(requested.get(hash) ?? 4, code));
      }
      if (requested.size > 0) {
        for (let row = 0; row < ids.length; row += 1) codes[row] = requested.get(ids[row]!) ?? 0;
      }
      const dimension = { name: 'mine', title: 'My judgement', labels: judgements, codes, hasNone: false };
      dimensions.set(annotator, { version, ids, dimension });
      return dimension;
    },
    async version() {
      await refresh();
      return version;
    },
  };
}
