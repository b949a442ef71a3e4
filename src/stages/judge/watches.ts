// What the judge cannot do without: critiques, an explanation in them, and the annotated reason in their records.
import type { Critique } from '../../records/critique.ts';
import { createCriticWatch } from '../../records/missing-name.ts';
import type { Solution } from '../../records/solution.ts';
import { createNeedWatch, type Watch } from '../looked-at.ts';
import { isUnusedInjection } from '../rejects.ts';

function explains({ explanations, votes }: Critique): boolean {
  return Object.keys(explanations ?? {}).length > 0 || votes?.some(({ reply }) => reply != null) === true;
}

/** `critic`: the only one to be judged. */
export async function judgeWatches(critic: string | undefined): Promise<readonly Watch[]> {
  const { annotatedReason } = await import('../../critic/annotated-reason.ts');
  const critiquesOf = ({ critiques }: Solution): readonly Critique[] => critiques ?? [];
  const hasCritique = createNeedWatch(
    (row) => critiquesOf(row as Solution).length > 0 || (isUnusedInjection(row) ? null : false),
    'judge: no record has a critique, so there is nothing to judge: run latebench critic first',
  );
  const hasExplanation = createNeedWatch((row) => {
    const named = critiquesOf(row as Solution).filter(
      ({ critic: name, error_steps: steps }) =>
        (steps ?? []).length > 0 && (critic === undefined || name === critic),
    );
    return named.length === 0 ? null : named.some(explains);
  }, 'judge: no critique has an explanation: run the critic again with --protocol all_errors, or with --keep-replies');
  const hasReason = createNeedWatch((row) => {
    const record = row as Solution;
    if (record.error_steps?.length === 0 || isUnusedInjection(row)) return null;
    const first = Math.min(...(record.error_steps ?? []));
    return Number.isFinite(first) && annotatedReason(record, first) !== null;
  }, 'judge: no record says why its wrong step is wrong (injection.explanation, meta.error_description, meta.explanation, or the explanations of DeltaBench): judge injected errors, or a dataset with explanations');
  return [
    hasCritique,
    ...(critic === undefined ? [] : [createCriticWatch('--critic', [critic])]),
    hasExplanation,
    hasReason,
  ];
}
