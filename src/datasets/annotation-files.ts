// The annotation files that a user names: single files, folders of them, or run folders; and what most people decided.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { type Erratum, erratumOf } from '../records/erratum.ts';
import { type GoldRow, goldRows } from '../records/gold-labels.ts';
import { recordHash } from '../records/record-hash.ts';
import type { Solution } from '../records/solution.ts';
import { annotationFiles, annotationForm, readAnnotations } from '../storage/annotations.ts';
import { isPool, isRunFolder } from '../storage/named-folder.ts';
import { namedFacts } from '../storage/named-text.ts';
import { readOptionInput } from '../storage/option-input.ts';
import type { AcceptedRecords } from './quality/accepted.ts';

/**
 * The folder of annotations that a name refers to; null for a file.
 *
 * @throws LB_INPUT_MISSING where nothing has that name, and for a run or a pool that nobody has judged
 */
export function annotationFolder(path: string): string | null {
  const facts = namedFacts(path);
  if (facts === undefined) throw new LateBenchError('LB_INPUT_MISSING', `${path}: no such file or folder`);
  if (!facts.isDirectory()) return null;
  const inner = join(path, 'annotations');
  if (existsSync(inner)) return inner;
  if (!isRunFolder(path) && !isPool(path)) return path;
  const message = `${path} has no judgements (${inner}): "latebench view ${path}" is where people judge; or name the folder that has them`;
  throw new LateBenchError('LB_INPUT_MISSING', message);
}

export async function annotationPaths(names: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const name of names) {
    const folder = annotationFolder(name);
    const found = folder === null ? [name] : await annotationFiles(folder);
    if (found.length === 0) {
      throw new LateBenchError('LB_INPUT_MISSING', `${name} holds no annotations (<annotator>.jsonl)`);
    }
    paths.push(...found);
  }
  return paths;
}

/** The ids of the records that were judged. */
interface About {
  readonly about: readonly string[];
}

/** One judgement a record, by its id; `what` names the option. */
export async function goldIn(names: readonly string[], what: string): Promise<ReadonlyMap<string, GoldRow>> {
  const annotations = await readOptionInput(what, async () => {
    const { annotations: read, bad } = await readAnnotations(await annotationPaths(names));
    const [first] = bad;
    if (first === undefined) return read;
    throw new LateBenchError('LB_SCHEMA', `${first}: ${annotationForm}`);
  });
  return new Map(goldRows(annotations).map((row) => [row.record_id, row]));
}

/** What was settled as accepted, else what most annotators accept. */
export async function acceptedRecords(
  names: readonly string[],
): Promise<{ readonly accepted: AcceptedRecords } & About> {
  const judged = await goldIn(names, '--accepted');
  const accepted = [...judged.values()].filter(({ decision }) => decision === 'yes');
  return {
    about: [...judged.keys()],
    accepted: new Map(accepted.map(({ record_id, record_hash }) => [record_id, record_hash])),
  };
}

/**
 * Puts people's labels in place of a record's own: what was settled, else what most annotators say. A record without
 * one, or one that has changed since it was judged, has no label then, and is counted as unlabelled.
 */
export async function goldLabels(
  names: readonly string[],
): Promise<{ readonly relabel: (record: Solution) => Solution } & About> {
  const labels = await goldIn(names, '--gold');
  return {
    about: [...labels.keys()],
    relabel(record) {
      const label = labels.get(record.id);
      const stands = label?.record_hash == null || label.record_hash === recordHash(record);
      const steps = label === undefined || !stands ? null : label.error_steps;
      return { ...record, error_steps: steps === null ? null : [...steps] };
    },
  };
}

/** By record: its label as people corrected it; `stale` where they saw another form of it, null where nothing is to correct. */
export async function errataIn(
  names: readonly string[],
): Promise<{ readonly erratumOf: (record: Solution) => Erratum | 'stale' | null } & About> {
  const judged = await goldIn(names, '--errata');
  return { about: [...judged.keys()], erratumOf: (record) => erratumOf(record, judged.get(record.id)) };
}
