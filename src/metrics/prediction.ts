// What a critique predicts in the two forms that are scored: a first error and a list of flags.
import type { Critique } from '../records/critique.ts';
import type { Parse } from '../records/score.ts';
import { firstStep } from '../records/steps.ts';

/** Steps are 0-based, -1 = no error. Both are null exactly when the status is not `ok`. */
export type Prediction =
  | { status: 'ok'; first_error: number; error_steps: readonly number[] }
  | { status: 'abstained' | 'unparsed' | 'failed'; first_error: null; error_steps: null };

const unparsed: Prediction = { status: 'unparsed', first_error: null, error_steps: null };
/** Read, and a tie of the votes that decides nothing (`--tie abstain`). */
const abstained: Prediction = { status: 'abstained', first_error: null, error_steps: null };
const failed: Prediction = { status: 'failed', first_error: null, error_steps: null };

/**
 * A first-error critic flags the step that it names; an all-errors critic names the smallest step that it flags.
 * With `strict` the literal reading of a first-error reply is taken, so a reply that only the robust parser can
 * read is unparsed; a list of steps has one reading only.
 */
export function predictionOf(critique: Critique, parse: Parse): Prediction {
  if (critique.status === 'failed') return failed;
  if (critique.protocol === 'all_errors') {
    const flags = critique.status === 'ok' ? (critique.error_steps ?? null) : null;
    if (flags === null) return unparsed;
    return { status: 'ok', first_error: firstStep(flags), error_steps: flags };
  }
  // The status is that of the robust parse; the strict parse is independent of it.
  const robust = critique.status === 'ok' ? critique.first_error : null;
  const first = (parse === 'strict' ? critique.first_error_strict : robust) ?? null;
  if (first === null) return isAbstention(critique, parse) ? abstained : unparsed;
  return { status: 'ok', first_error: first, error_steps: first === -1 ? [] : [first] };
}

/** What is recorded is the robust reading; of the strict one, the votes say whether any could be read. */
function isAbstention({ status, abstained: tied, tie_rule, votes }: Critique, parse: Parse): boolean {
  if (status !== 'ok' || parse === 'robust') return status === 'ok' && tied === true;
  return tie_rule === 'abstain' && (votes ?? []).some((vote) => vote.first_error_strict != null);
}
