// What injecting came to, by model and error type: run manifests keep it, reports show it, and a later run may choose its
// error types by it.
import { z } from 'zod';

const count = z.int().nonnegative();

/** What became of the solutions that one model was to give one type of error. */
export const injectionYieldSchema = z.looseObject({
  /** The injector; null where records do not say. */
  model: z.string().nullable(),
  /** Key in the taxonomy. */
  type: z.string(),
  accepted: count,
  rejected: count,
  failed: count,
  /** Replies asked for, without repairs. */
  attempts: count,
  /** Attempts that each check turned down, by its name; one attempt may fail several. */
  turned_down: z.record(z.string(), count),
});
export type InjectionYield = z.infer<typeof injectionYieldSchema>;

/** What a run manifest says of the injections of its run. */
export const injectionFactsSchema = z.looseObject({
  gate_version: z.string(),
  yields: z.array(injectionYieldSchema),
});
export type InjectionFacts = z.infer<typeof injectionFactsSchema>;
