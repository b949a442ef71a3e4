// What a provider says of its batches, read with care: an answer that is none must not be taken for "there is no batch",
// since its calls would then be paid for again.
import { z } from 'zod';
import { LateBenchError } from '../../errors.ts';
import { parseJson } from '../../records/parse-json.ts';

/** Some providers say "" where there is no file. */
const fileId = z
  .string()
  .nullish()
  .transform((id) => (id === '' ? null : id));

const batchSchema = z.looseObject({
  id: z.string(),
  // In whatever case, as some providers write it.
  status: z.string().toLowerCase(),
  input_file_id: z.string().nullish().catch(null),
  output_file_id: fileId,
  error_file_id: fileId,
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  errors: z
    .looseObject({
      data: z.array(z.looseObject({ message: z.string().nullish(), code: z.unknown().optional() })).nullish(),
    })
    .nullish()
    .catch(null),
  request_counts: z.looseObject({ completed: z.number().nullish() }).nullish().catch(null),
  /** Of all its requests, where the provider says it. */
  usage: z.looseObject({ input_tokens: z.number(), output_tokens: z.number() }).nullish().catch(null),
});

export type RemoteBatch = z.infer<typeof batchSchema>;

/** The provider's words for a queue of batches that is full, in the answer or in the batch that failed for it. */
export function isQueueFull(message: string): boolean {
  return /enqueued[ _]token|token_limit_exceeded/i.test(message);
}

/** The batch has failed because there was no room for it. */
export function isForFullQueue({ status, errors }: RemoteBatch): boolean {
  return (
    status === 'failed' &&
    (errors?.data ?? []).some(({ code, message }) => isQueueFull(`${String(code)} ${message}`))
  );
}

/** Why a batch has ended, as far as the provider says. */
export function reasonOf({ status, errors }: RemoteBatch): string {
  return errors?.data?.find(({ message }) => message != null)?.message ?? `it ended as ${status}`;
}

/** Entries of others may have any form. */
const pageSchema = z.looseObject({
  data: z.array(z.unknown()),
  has_more: z.boolean().nullish().catch(null),
  last_id: z.string().nullish().catch(null),
});

export interface BatchPage {
  readonly batches: readonly RemoteBatch[];
  /** The last entry of a page that has one after it; null for the last page. */
  readonly next: string | null;
}

/** Characters of an answer that a message shows. */
const shownLength = 80;

/** Undefined for what is no JSON. */
export function parsedAnswer(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** True for a page for people, which a proxy or a wrong address sends. */
export function isPage(text: string): boolean {
  return /^\s*</.test(text);
}

/** An answer that is not of its kind: another try may get a better one. */
export function oddAnswer(what: string, text: string): LateBenchError {
  const shown = text.trim() === '' ? 'an empty body' : JSON.stringify(text.trim().slice(0, shownLength));
  const message = `${what}: the endpoint answered with ${shown}, which is not an answer of a Batch API`;
  return new LateBenchError('LB_ENDPOINT_REPLY', message, { retry: 'transient' });
}

/** @throws LB_ENDPOINT_REPLY */
export function batchIn(text: string, what: string): RemoteBatch {
  const { data } = batchSchema.safeParse(parsedAnswer(text));
  if (data === undefined) throw oddAnswer(what, text);
  return data;
}

/** @throws LB_ENDPOINT_REPLY */
export function pageIn(text: string, what: string): BatchPage {
  const { data } = pageSchema.safeParse(parsedAnswer(text));
  if (data === undefined) throw oddAnswer(what, text);
  const batches = data.data.flatMap((one) => batchSchema.safeParse(one).data ?? []);
  const last = data.last_id ?? (data.data.at(-1) as { id?: unknown } | undefined)?.id;
  return { batches, next: data.has_more === true && typeof last === 'string' ? last : null };
}

/** @throws LB_ENDPOINT_REPLY */
export function fileIn(text: string, what: string): string {
  const { id } = (parsedAnswer(text) ?? {}) as { readonly id?: unknown };
  if (typeof id !== 'string') throw oddAnswer(what, text);
  return id;
}
