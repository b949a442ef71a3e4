// The provenance of a published record: its part, split and family, the row it was read from, and who decided about it.
// The injection's own provenance is in `injection`.
import { z } from 'zod';
import { decisions } from '../records/annotation.ts';
import { canonicalJson, sha256Hex } from '../records/identity.ts';
import { type Solution, solutionSchema } from '../records/solution.ts';
import { parts } from './choose.ts';
import { splits } from './splits.ts';

export const publicationSchema = z.looseObject({
  part: z.enum(parts),
  split: z.enum(splits),
  /** Hash of the normal text of the problem that came first: its copies and variants have one family. */
  family: z.string(),
  /** `row_sha256` is over the canonical JSON of the record as it was read; the hash of the file is in the manifest. */
  source: z.looseObject({ file: z.string(), row_sha256: z.string() }),
  licence: z.string().nullable(),
  decisions: z.array(z.looseObject({ annotator: z.string(), decision: z.enum(decisions) })),
  /** A label that people corrected: as its source has it, as it is now, and the version that has it first. */
  erratum: z
    .looseObject({
      before: z.array(z.int().nonnegative()),
      after: z.array(z.int().nonnegative()),
      annotators: z.int(),
      settled: z.boolean(),
      version: z.string(),
    })
    .optional(),
});
export type Publication = z.infer<typeof publicationSchema>;

export type PublishedRecord = Solution & { readonly publication: Publication };

export const publishedSchema = solutionSchema.safeExtend({ publication: publicationSchema });

/** Null and absent are equivalent: columnar files do not distinguish them. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNulls(inner)]])),
  );
}

/** The hash of a record's content, the same whether it was read from JSONL or from Parquet. */
export function contentHash(record: object): string {
  return sha256Hex(canonicalJson(withoutNulls(record)));
}
