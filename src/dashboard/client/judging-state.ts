// What the annotator has said about a record, from three places: what the server had when the page was loaded, what it has
// acknowledged since, and what is still on its way.
import type { Annotation } from '../../records/annotation.ts';
import type { ShownAnnotation } from '../api-record.ts';
import type { Operation } from './queue/operation.ts';

/** A statement of mine with the version that a change of it is based on. */
export type Mine = Annotation & { readonly version: string };

export interface Loaded {
  readonly annotations: readonly ShownAnnotation[];
  /** When they were asked for: milliseconds since the epoch. */
  readonly asked: number;
}

export interface Subject {
  readonly author: string;
  readonly sourceKey: string;
  readonly recordId: string;
}

const sameThing = (one: Pick<Annotation, 'kind' | 'critic'>, other: Pick<Annotation, 'kind' | 'critic'>) =>
  one.kind === other.kind && (one.kind !== 'critique' || one.critic === other.critic);

function isAbout({ author, body }: Operation, subject: Subject): boolean {
  return (
    author === subject.author &&
    body.annotator === undefined &&
    body.source_key === subject.sourceKey &&
    body.record_id === subject.recordId
  );
}

/** A later operation takes the place of an earlier statement about the same thing. */
export function mineOf(
  subject: Subject,
  loaded: Loaded,
  filed: readonly { readonly operation: Operation; readonly at: number }[],
  waiting: readonly Operation[],
): readonly Mine[] {
  const mine = loaded.annotations.filter(({ annotator }) => annotator === subject.author) as Mine[];
  const known = new Set(mine.map(({ version }) => version));
  const since = filed.filter(({ at }) => at >= loaded.asked).map(({ operation }) => operation);
  const applied = [...since, ...waiting].filter((one) => isAbout(one, subject) && !known.has(one.id));
  return applied.reduce<readonly Mine[]>((before, { id, body }) => {
    const { source: _, source_key: __, row: ___, ticket: ____, ...said } = body;
    const statement = { ...said, annotator: subject.author, version: id } as Mine;
    return [...before.filter((one) => !sameThing(one, statement)), statement];
  }, mine);
}

/** A step that the solution has, or none; null for one of a longer solution that the record was before. */
export function stepOf(step: number | null | undefined, count: number): number | null {
  return step == null || step >= count ? null : step;
}

/**
 * What a judgement is filed with besides who, what and when. Steps beyond the `count` that the solution has now are left
 * out: the page does not show them, and nobody who adds to the judgement means them.
 */
export function statementOf(
  mine: Mine | null,
  count: number,
): Omit<Partial<Annotation>, 'record_hash' | 'record_id'> {
  if (mine === null) return {};
  const {
    version: _,
    stale: __,
    record_id: ___,
    record_hash: ____,
    annotator: _____,
    operation: ______,
    based_on: _______,
    blind: ________,
    by: _________,
    at: __________,
    ...statement
  } = mine as Mine & { stale?: boolean };
  const { first_error, target_step, propagated_steps } = statement;
  return {
    ...statement,
    ...(first_error != null && { first_error: stepOf(first_error, count) }),
    ...(target_step != null && { target_step: stepOf(target_step, count) }),
    ...(propagated_steps != null && { propagated_steps: propagated_steps.filter((step) => step < count) }),
  };
}
