// Stored predictions of others, scored anew: the headline of the original LateBench, and a model's outputs on DeltaBench.
import { adapterNamed, adaptRows } from '../datasets/adapt.ts';
import { predictionRow } from '../datasets/prediction-rows.ts';
import { loadCritiques } from '../metrics/join-critiques.ts';
import { scoreRecords } from '../metrics/score-records.ts';
import type { DeltaBenchScore } from '../records/score.ts';
import type { Solution } from '../records/solution.ts';
import { toStepIndex } from '../records/steps.ts';
import type { Row } from '../storage/rows.ts';
import { measuredOf, ofRows, type Reproduction, rowsOf } from './reproduction.ts';

const original = 'https://github.com/nikitus20/latebench';
const injections = 'general_injection_results.json';
const critic = 'critic_results.json';

async function headline(
  records: readonly string[],
  predictions: readonly string[],
): Promise<DeltaBenchScore | null> {
  const join = await loadCritiques([...predictions], { name: 'critic' });
  const onBad = (bad: { message: string }): never => {
    throw new Error(bad.message);
  };
  const adapting = {
    source: records.join(', '),
    adapter: adapterNamed('latebench-injections'),
    onBad,
    say: () => {},
  };
  const judged = async function* (): AsyncGenerator<Solution> {
    for await (const group of adaptRows(rowsOf(records), adapting)) {
      for (const record of group) yield join.attach(record as unknown as Solution);
    }
  };
  const { critics } = await scoreRecords(judged(), { bootstrap: 0 });
  join.check({ allowMissing: false, allRead: true });
  return critics[0]?.deltabench ?? null;
}

export const latebenchHeadline: Reproduction = {
  name: 'latebench-headline',
  about: 'the headline of the original LateBench: GPT-4o-mini on 100 injected errors',
  source: `${original}, data/critic_evaluation_results_20250728_003835/deltabench_metrics.json (README: 47 %, 10.3 %, 16.9 %)`,
  files: [
    { name: injections, hub: null, from: `${original}, data/batch_injection_results_20250727_233901` },
    { name: critic, hub: null, from: `${original}, data/critic_evaluation_results_20250728_003835` },
  ],
  figures: [
    { what: 'recall', theirs: 0.47, ours: 0.47, digits: 4, file: critic },
    { what: 'precision', theirs: 0.10284463894967177, ours: 0.10284463894967177, digits: 4, file: critic },
    { what: 'F1', theirs: 0.16876122082585276, ours: 0.16876122082585276, digits: 4, file: critic },
    { what: 'steps flagged rightly', theirs: 47, ours: 47, digits: 0, file: critic },
    { what: 'steps flagged wrongly', theirs: 410, ours: 410, digits: 0, file: critic },
    { what: 'first error named exactly', theirs: 0.02, ours: 0.02, digits: 2, file: critic },
    {
      what: 'mean precision of a solution',
      theirs: 0.1345003993500234,
      ours: 0.1223953634085213,
      digits: 4,
      file: critic,
    },
  ],
  explained:
    'The headline is the micro average under `--cut first`, without a difference. The published mean precision leaves out ' +
    'the 9 solutions without a flagged step; LateBench counts them as 0 (0.1224 × 100 / 91 = 0.1345). The label is the step ' +
    'that the injection flags; in 49 of the 100 the injector named another. Flagging the last third of each solution, ' +
    'without reading it, gives an F1 of 0.263: compare with the position baselines of `score`.',
  async measure(paths) {
    const [records, predictions] = [paths(injections), paths(critic)];
    if (records.length === 0 || predictions.length === 0) return new Map();
    const scored = await headline(records, predictions);
    if (scored === null) return new Map();
    const { micro, macro, exact_first } = scored;
    return measuredOf({
      recall: micro.recall,
      precision: micro.precision,
      F1: micro.f1,
      'steps flagged rightly': micro.tp,
      'steps flagged wrongly': micro.fp,
      'first error named exactly': exact_first,
      'mean precision of a solution': macro.precision,
    });
  },
};

const outputs = 'evaluation_100_samples_results.csv';

/** The file has labels and predictions, and of the solutions the number of sections alone. */
function recordOf(row: Row): Solution {
  const { id, critiques } = predictionRow(row, 'outputs');
  const sections = Array.isArray(row.true_sections) ? (row.true_sections as number[]) : [];
  return {
    id,
    problem: id,
    steps: Array.from({ length: Number(row.total_sections) }, (_, at) => `section ${at + 1}`),
    error_steps: sections.map(toStepIndex).sort((a, b) => a - b),
    critiques: [...critiques],
  } as unknown as Solution;
}

export const deltabenchOutputs: Reproduction = {
  name: 'deltabench-outputs',
  about: "DeltaBench's macro F1 of GPT-4o-mini's stored outputs on 100 solutions",
  source: 'https://github.com/nikitus20/critic, the column f1_score of evaluation_100_samples_results.csv',
  files: [{ name: outputs, hub: null, from: 'https://github.com/nikitus20/critic' }],
  figures: [
    { what: 'macro F1', theirs: 0.4005064380064379, ours: 0.4005064380064379, digits: 4, file: outputs },
  ],
  explained:
    'No difference: the mean F1 of the solutions under `--cut last`. The labels combine wrong and useless sections, as ' +
    '`--delta-gold errors+unuseful` does on the records.',
  measure: ofRows(outputs, async (rowGroups) => {
    const records = async function* (): AsyncGenerator<Solution> {
      for await (const rows of rowGroups) yield* rows.map(recordOf);
    };
    const { critics } = await scoreRecords(records(), { cut: 'last', bootstrap: 0 });
    return measuredOf({ 'macro F1': critics[0]?.deltabench.macro.f1 ?? null });
  }),
};
