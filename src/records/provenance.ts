// Which stages a record went through: one entry a stage that changed it.
import { z } from 'zod';

export const provenanceSchema = z.looseObject({
  stage: z.string(),
  version: z.string(),
  key: z.string(),
});
export type Provenance = z.infer<typeof provenanceSchema>;

/** The record with one more provenance entry; the same stage and key again replaces its entry. */
export function withProvenance<R extends { provenance?: Provenance[] | null | undefined }>(
  record: R,
  entry: Provenance,
): R {
  const earlier = (record.provenance ?? []).filter(
    (known) => known.stage !== entry.stage || known.key !== entry.key,
  );
  return { ...record, provenance: [...earlier, entry] };
}
