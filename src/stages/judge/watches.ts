// What the judge cannot do without: critiques, an explanation in them, and the annotated reason in their records.
import type { Critique } from '../../records/critique.ts';
import { createCriticWatch } from '../../records/missing-name.ts';
import type { Solution } from '../../records/solution.ts';
import { firstStep } from '../../records/steps.ts';
import type { Row } from '../../storage/rows.ts';
import { createNeedWatch, type Watch } from '../looked-at.ts';
import type { NeededInRecords } from '../named-in-records.ts';
import { isUnusedInjection } from '../rejects.ts';

function isExplained({ explanations, votes }: Critique): boolean {
  return Object.keys(explanations ?? {}).length > 0 || votes?.some(({ reply }) => reply != null) === true;
}

/** A record has it, could have had it, or is none of those that count. */
type Has = (row: Row) => boolean | null;

const critiquesOf = (row: Row): readonly Critique[] => (row as Solution).critiques ?? [];

function hasExplanation(critic: string | undefined): Has {
  return (row) => {
    const named = critiquesOf(row).filter(
      ({ critic: name, error_steps: steps }) =>
        (steps ?? []).length > 0 && (critic === undefined || name === critic),
    );
    return named.length === 0 ? null : named.some(isExplained);
  };
}

async function hasReason(): Promise<Has> {
  const { annotatedReason } = await import('../../critic/annotated-reason.ts');
  return (row) => {
    const record = row as Solution;
    if (record.error_steps?.length === 0 || isUnusedInjection(row)) return null;
    const first = firstStep(record.error_steps ?? []);
    return first !== -1 && annotatedReason(record, first) !== null;
  };
}

const noExplanation =
  'judge: no critique has an explanation: give the critic --protocol all_errors, or --keep-replies';
const noReason =
  'judge: no record says why its wrong step is wrong (injection.explanation, meta.error_description, meta.explanation, or the explanations of DeltaBench): judge injected errors, or a dataset with explanations';

/** `critic`: the only one to be judged. */
export async function judgeWatches(critic: string | undefined): Promise<readonly Watch[]> {
  return [
    createNeedWatch(
      (row) => critiquesOf(row).length > 0 || (isUnusedInjection(row) ? null : false),
      'judge: no record has a critique, so there is nothing to judge: run latebench critic first',
    ),
    ...(critic === undefined ? [] : [createCriticWatch('--critic', [critic])]),
    createNeedWatch(hasExplanation(critic), noExplanation),
    createNeedWatch(await hasReason(), noReason),
  ];
}

/** What is looked for before the critics of a pipeline are paid. */
export async function neededByJudge(critic: string | undefined): Promise<readonly NeededInRecords[]> {
  const isExplainedThere = hasExplanation(critic);
  return [
    {
      madeBy: ({ explains }, options) => explains?.(options) === true,
      // The critiques that stages add have none.
      has: (row) => isExplainedThere(row) === true,
      problem: noExplanation,
    },
    { madeBy: ({ adds }) => adds === 'injection', has: await hasReason(), problem: noReason },
  ];
}
