// The record that an adapter makes: every field of the contract in its order, null where the source has no value.
import { contentId } from '../records/identity.ts';
import { type Adapter, type AdapterContext, recordId, type SourceRow } from './adapter.ts';
import { idField } from './row-fields.ts';

export interface RecordParts {
  readonly dataset: string;
  readonly subset: string | null;
  readonly originalId: string;
  readonly generator?: string | null;
  readonly subject?: string | null;
  readonly difficulty?: unknown;
  readonly task?: string | null;
  readonly problem: string;
  /** Null or empty for a problem without a solution: the field is left out, which pools can live with. */
  readonly steps?: readonly string[] | null;
  readonly answer?: string | null;
  readonly finalAnswer?: string | null;
  readonly finalAnswerCorrect?: unknown;
  /** 0-based; [] = known to be correct, null = unknown. */
  readonly errorSteps?: readonly number[] | null;
  readonly errorSource?: 'natural' | 'injected';
  readonly injection?: Readonly<Record<string, unknown>> | undefined;
  readonly critiques?: readonly object[] | undefined;
  readonly meta: Readonly<Record<string, unknown>>;
}

export function recordOf(parts: RecordParts): Record<string, unknown> {
  const { dataset, subset, originalId, difficulty, steps, errorSteps = null, injection, critiques } = parts;
  const { finalAnswerCorrect: correct, errorSource = 'natural' } = parts;
  const leveled = typeof difficulty === 'number' || (typeof difficulty === 'string' && difficulty !== '');
  return {
    id: recordId(dataset, subset, originalId),
    dataset,
    subset,
    original_id: originalId,
    generator: parts.generator ?? null,
    subject: parts.subject ?? null,
    difficulty: leveled ? difficulty : null,
    task: parts.task ?? null,
    problem: parts.problem,
    ...(steps === null || steps === undefined || steps.length === 0 ? {} : { steps }),
    answer: parts.answer ?? null,
    final_answer: parts.finalAnswer ?? null,
    final_answer_correct: typeof correct === 'boolean' ? correct : null,
    error_steps: errorSteps,
    error_source: errorSteps !== null && errorSteps.length > 0 ? errorSource : null,
    meta: parts.meta,
    ...(injection === undefined ? {} : { injection }),
    ...(critiques === undefined || critiques.length === 0 ? {} : { critiques }),
    provenance: [],
  };
}

interface DatasetAdapter extends Pick<Adapter, 'name' | 'about' | 'recognises'> {
  /** Fields that may hold the id of a row, the first present one counts; default `id`. */
  readonly ids?: readonly string[];
  /** `originalId` where no single field holds it. */
  parts(
    row: SourceRow,
    context: AdapterContext,
  ): Omit<RecordParts, 'dataset' | 'subset' | 'originalId'> & Partial<Pick<RecordParts, 'originalId'>>;
}

/** An adapter whose records are named after the dataset, the file and the row's id, or a hash of a row without one. */
export function datasetAdapter({ name, about, recognises, ids = ['id'], parts }: DatasetAdapter): Adapter {
  return {
    name,
    about,
    recognises,
    adapt: (row, context) =>
      recordOf({
        dataset: name,
        subset: context.fileName,
        originalId: idField(row, ...ids) ?? contentId(row),
        ...parts(row, context),
      }),
  };
}
