// A process reward model as a critic: it scores each step, and the first score below a threshold is the first error.
import { z } from 'zod';
import { outsideNote, type StepScorer } from '../../critic/step-scores.ts';
import { LateBenchError } from '../../errors.ts';
import { createIdWatch } from '../../records/missing-name.ts';
import type { Solution } from '../../records/solution.ts';
import { formatCount, formatCounted, formatPercent } from '../../report/format.ts';
import { stageStep } from '../../stream/step.ts';
import { criticObserver } from '../critic/observer.ts';
import { type BuiltStage, defineMap, type StageContext } from '../define.ts';
import { option } from '../described-option.ts';
import { lookedAt, type Watch } from '../looked-at.ts';
import { onPart, partField } from '../problem-part.ts';
import { criticModelField, resultsFields } from '../shared-options.ts';
import { readScores } from './read-scores.ts';

const group = 'Reward model';

type Observe = NonNullable<BuiltStage['observe']>;

const options = z.strictObject({
  scores: option(
    z.string().optional(),
    'read step scores from lines of {"id", "scores"} instead of calling a model',
    { value: 'FILE', group },
  ),
  threshold: option(
    z.number().min(-1e6).max(1e6).optional(),
    'the first step that scores below T is the first error (0.5)',
    { value: 'T', group },
  ),
  split: option(
    z.string().optional(),
    'choose the threshold with the best F1 on records that match COND, for example subset=gsm8k',
    { value: 'COND', group },
  ),
  splitFrom: option(z.string().optional(), 'read the records of the split from FILE', {
    value: 'FILE',
    group,
    needs: ['split'],
  }),
  separator: option(z.string().optional(), 'separator after each step (<extra_0>)', {
    value: 'TEXT',
    group,
    idleWith: ['scores'],
  }),
  index: option(
    z.int().min(0).optional(),
    'which number of each step is the probability of "right", from 0 (1)',
    { value: 'K', group },
  ),
  name: option(z.string().min(1).optional(), "the critic's name in the records (<model>/prm)", {
    flag: false,
  }),
  results: resultsFields.results.meta({ flag: false }),
  datasetName: resultsFields.datasetName.meta({ flag: false }),
  part: partField,
  model: criticModelField,
});

export const prm = defineMap({
  name: 'prm',
  summary: 'score each step with a process reward model; a low score is an error',
  about:
    'Adds one entry to `critiques` with the score of each step, so that curves over all thresholds need no ' +
    'further call. The threshold is given, or chosen on a split that is then scored separately.',
  examples: [
    'latebench critic --prm --model Qwen2.5-Math-PRM-7B --prm-split subset=gsm8k records.jsonl > judged.jsonl',
    'latebench critic --prm-scores scores.jsonl --prm-threshold 0.4 records.jsonl > judged.jsonl',
  ],
  docs: 'docs/critics.md',
  options,
  ports: { in: 'records', main: 'records' },
  role: 'critic',
  adds: 'critique',
  needs: ({ scores, model }) =>
    scores === undefined ? [{ role: 'critic', model, callsPerRecord: 1, atOnce: 1, dialect: 'pooling' }] : [],
  callsToBuild: ({ split, scores }) => split !== undefined && scores === undefined,
  async build(asked, context) {
    const { threshold: given, split, name } = asked;
    if (given !== undefined && split !== undefined) {
      throw new LateBenchError(
        'LB_USAGE',
        '--prm-threshold and --prm-split: the threshold is given or chosen, not both',
      );
    }
    const { prmStage } = await import('../../critic/prm-critic.ts');
    const { scorer, watches } = await scorerOf(asked, context);
    const chosen =
      split === undefined ? undefined : await thresholdOn(split, asked.splitFrom, scorer, context);
    const threshold = chosen ?? given ?? 0.5;
    // A threshold that the user gives may be one of other scores, as of logits.
    const probabilities = given === undefined;
    const stage = prmStage({ scorer, threshold, probabilities, chosenOn: split ?? null, name });
    return {
      step: stageStep<Solution, Solution>(
        onPart(stage, asked.part, context.seed),
        asked.scores === undefined ? context.concurrency : 1,
      ),
      ...(watches.length === 0 ? {} : { after: lookedAt(watches) }),
      observe: withOutside(criticObserver(String(stage.config.critic), asked), String(stage.config.critic)),
    };
  },
});

/** Says of the critic's unparsed critiques how many have scores outside 0 to 1, which somebody may have meant so. */
function withOutside(observe: Observe, critic: string): Observe {
  return (context) => {
    const counts = observe(context);
    let outside = 0;
    return {
      ...counts,
      add(row) {
        const found = (row as Solution).critiques?.findLast((entry) => entry.critic === critic);
        if (found?.votes?.[0]?.note === outsideNote) outside += 1;
        return counts.add(row);
      },
      summary: (ended) => [
        ...(counts.summary?.(ended) ?? []),
        ...(outside === 0
          ? []
          : [
              `${formatCount(outside)} unparsed because a score is outside 0 to 1: give the threshold of such scores with --prm-threshold`,
            ]),
      ],
    };
  };
}

async function scorerOf(
  { scores: file, model, separator, index }: z.output<typeof options>,
  context: StageContext,
): Promise<{ readonly scorer: StepScorer; readonly watches: readonly Watch[] }> {
  const { endpointScorer, fileScorer } = await import('../../critic/step-scores.ts');
  if (file === undefined) {
    const endpoint = await context.endpoint('critic', { dialect: 'pooling', model });
    return { scorer: endpointScorer({ endpoint, separator, index }), watches: [] };
  }
  const { scores, sha256 } = await readScores(file, context);
  return {
    scorer: fileScorer(model ?? 'scores', sha256, scores, index),
    watches: [createIdWatch(`--prm-scores ${file}`, scores.keys())],
  };
}

/** An earlier pass over the records, or over those of another file, for the split alone. */
async function thresholdOn(
  split: string,
  from: string | undefined,
  scorer: StepScorer,
  { concurrency, records, say, dry, abandon = new AbortController().signal }: StageContext,
): Promise<number | undefined> {
  // There are no scores to choose by, and of the records themselves the pass makes no call that the other does not.
  if (dry && from === undefined) return undefined;
  const { parseCondition } = await import('../../datasets/where.ts');
  const { chooseThreshold, scoreSplit } = await import('./choose-threshold.ts');
  const { groups, bad } = await records(
    '--prm-split reads its records before the others: name files as arguments, or the split with --prm-split-from FILE',
    from,
  );
  const search = { scorer, split: parseCondition(split), concurrency, signal: abandon };
  if (dry) {
    await scoreSplit(groups, search);
    return undefined;
  }
  const found = await chooseThreshold(groups, search);
  const { threshold, f1, auc, nError, nCorrect, unscored } = found;
  const invalid = found.invalid + bad();
  // Those of the records themselves are reported when they are read again.
  if (from !== undefined && invalid > 0)
    say(`  ${formatCounted(invalid, 'invalid record', 'invalid records')} of ${from} skipped`);
  say(
    `  threshold ${threshold} chosen where ${split}: F1 ${formatPercent(f1)}, AUC ${auc === null ? '—' : auc.toFixed(3)} ` +
      `over ${formatCount(nError)} solutions with an error and ${formatCount(nCorrect)} without` +
      `${unscored === 0 ? '' : `, ${formatCount(unscored)} without scores`}; score that split apart from the rest`,
  );
  return threshold;
}
