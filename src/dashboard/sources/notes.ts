// The judgements about the records of a source: read from its annotation files when those change, and added to them
// one line at a time. Undo is a line too.
import { statSync } from 'node:fs';
import { type Annotation, annotationKey, saysNothing } from '../../records/annotation.ts';
import {
  annotationFile,
  annotationFiles,
  appendAnnotation,
  readAnnotations,
} from '../../storage/annotations.ts';
import { hashId } from '../records/columns.ts';
import type { Dimension } from '../records/dimensions.ts';

export const judgements = ['pending', 'accepted', 'maybe', 'rejected', 'noted'] as const;

export interface Notes {
  readonly folder: string;
  all(): Promise<readonly Annotation[]>;
  /** Of one record, everybody's. */
  about(recordId: string): Promise<readonly Annotation[]>;
  add(annotation: Annotation): Promise<void>;
  /** Takes back the annotator's last line, by a line that restores what stood before; null when there is none. */
  undo(annotator: string, now: string): Promise<Annotation | null>;
  /** What the annotator made of each record. */
  dimension(annotator: string, ids: Float64Array): Promise<Dimension>;
  version(): Promise<string>;
}

/** An undo never takes back a judgement of an earlier session. */
interface Done {
  readonly line: Annotation;
  readonly before: Annotation | null;
}

const codeOf = ({ decision }: Annotation): number =>
  decision === 'yes' ? 1 : decision === 'maybe' ? 2 : decision === 'no' ? 3 : 4;

function emptied({ annotator, record_id, record_hash, kind, critic }: Annotation): Annotation {
  return {
    record_id,
    record_hash: record_hash ?? null,
    annotator,
    kind,
    ...(kind === 'critique' ? { critic: critic ?? null } : {}),
    ...(kind === 'decision' ? { decision: null } : {}),
  };
}

export function createNotes(folder: string): Notes {
  let version = '';
  let known: readonly Annotation[] = [];
  let byRecord = new Map<string, Annotation[]>();
  const history = new Map<string, Done[]>();
  const dimensions = new Map<string, { version: string; dimension: Dimension }>();

  async function refresh(): Promise<void> {
    const files = await annotationFiles(folder);
    const now = files.map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`).join('\n');
    if (now === version) return;
    known = (await readAnnotations(files)).annotations;
    byRecord = new Map();
    for (const one of known) {
      const about = byRecord.get(one.record_id);
      if (about === undefined) byRecord.set(one.record_id, [one]);
      else about.push(one);
    }
    version = now;
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
    async add(annotation) {
      await refresh();
      annotationFile(folder, annotation.annotator);
      const key = annotationKey(annotation);
      const before =
        (byRecord.get(annotation.record_id) ?? []).find((one) => annotationKey(one) === key) ?? null;
      appendAnnotation(folder, annotation);
      const done = history.get(annotation.annotator) ?? [];
      done.push({ line: annotation, before });
      history.set(annotation.annotator, done.slice(-500));
    },
    async undo(annotator, now) {
      const last = history.get(annotator)?.pop();
      if (last === undefined) return null;
      appendAnnotation(folder, { ...(last.before ?? emptied(last.line)), at: now });
      return last.line;
    },
    async dimension(annotator, ids) {
      await refresh();
      const cached = dimensions.get(annotator);
      if (cached?.version === version && cached.dimension.codes.length === ids.length)
        return cached.dimension;
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
      dimensions.set(annotator, { version, dimension });
      return dimension;
    },
    async version() {
      await refresh();
      return version;
    },
  };
}
