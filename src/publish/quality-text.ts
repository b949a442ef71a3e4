// The quality report for people, as Markdown: the same numbers as quality/report.json.
import { formatCount, formatCounted, formatInterval, formatPercent } from '../report/format.ts';
import { markdownTable } from '../report/markdown-table.ts';
import type { CellValue, Table } from '../report/table.ts';
import { errorParts, type QualityReport } from './quality.ts';
import type { ShortcutProbe } from './shortcut-probe.ts';

const percent = (key: string, title: string): Table['columns'][number] => ({
  key,
  title,
  align: 'right',
  format: (value) => formatPercent(Number(value)),
});
const text = (key: string, title: string): Table['columns'][number] => ({ key, title });
const decimals = (value: number | null): string => (value === null ? 'not defined' : value.toFixed(3));

/** One row a critic and part, then the best position baseline of the part. */
function partsTable({ parts }: QualityReport): Table {
  const rows = errorParts.flatMap((part): Record<string, CellValue>[] => {
    const score = parts[part];
    if (score === null) return [];
    const best = score.baselines.reduce((a, b) =>
      (b.processbench.f1 ?? -1) > (a.processbench.f1 ?? -1) ? b : a,
    );
    return [...score.critics, best].map(({ critic, processbench, intervals, n_error, n_correct }) => ({
      part,
      critic: critic === best.critic ? `${critic} (best baseline)` : critic,
      n: `${formatCount(n_error)} + ${formatCount(n_correct)}`,
      error_acc: processbench.error_acc,
      error_interval: formatInterval(intervals.error_acc ?? null),
      correct_acc: processbench.correct_acc,
      correct_interval: formatInterval(intervals.correct_acc ?? null),
      f1: processbench.f1,
    }));
  });
  return {
    columns: [
      text('part', 'part'),
      text('critic', 'critic'),
      text('n', 'errors + clean'),
      percent('error_acc', 'errors found'),
      text('error_interval', '95% interval'),
      percent('correct_acc', 'clean passed'),
      text('correct_interval', '95% interval'),
      percent('f1', 'F1'),
    ],
    rows,
  };
}

/** One sentence: what the classifier found, and what follows. */
export function surfaceSentence(surface: ShortcutProbe | null): string {
  if (surface === null)
    return 'Too few injected or clean records to look for surface artefacts (at least 20 of each are needed).';
  const { auc, interval, limit, errors, clean, verdict } = surface;
  const found =
    `A classifier that sees only lengths, marks and characters separates ${errors} injected errors from ${clean} clean ` +
    `records with a held-out AUC of ${auc.toFixed(3)} [${interval[0].toFixed(3)}, ${interval[1].toFixed(3)}]`;
  const judged = {
    passes: `the upper end is at most ${limit}: passes.`,
    tells: `the upper end is above ${limit} and the lower above chance: THE ERRORS CAN BE TOLD BY THEIR LOOKS.`,
    undecided: `the upper end is above ${limit}, and chance lies within: undecided, more records are needed.`,
  };
  const why =
    interval[1] < 0.5
      ? ' It is below one half because the controls were matched to the errors: among few records the classifier learns of each error from its clean likes.'
      : '';
  return `${found}; ${judged[verdict]}${why}`;
}

function transferText({ critics, spearman }: QualityReport['transfer']): string {
  if (critics.length === 0)
    return 'There are not both natural and injected errors, or no critic judged both.';
  const each = critics
    .map(
      ({ critic, natural, injected }) =>
        `${critic}: ${formatPercent(natural)} of the natural, ${formatPercent(injected)} of the injected errors`,
    )
    .join('; ');
  return `${each}. Rank correlation of the critics (Spearman): ${decimals(spearman)}${spearman === null ? ' (three critics that differ are needed)' : ''}.`;
}

function overlapText({ records, exclude, ...found }: QualityReport['overlap']): string {
  const ids = found.across_splits;
  const variants = found.variants_across_splits;
  const near =
    ids.length === 0
      ? `None of the ${formatCount(records)} problems is nearly one of another split`
      : `PROBLEMS ARE NEARLY THE SAME IN TWO SPLITS, among them ${ids.join(', ')}`;
  const between =
    variants.length === 0
      ? `${near}, and none is one of another split with other numbers or names.`
      : `${near}. PROBLEMS OF TWO SPLITS DIFFER ONLY IN NUMBERS OR NAMES, among them ${variants.join(', ')}; a version that is built on one of LateBench 0.1 keeps them, unless it is built with --rebalance.`;
  const lists =
    exclude.length === 0
      ? 'The sources were held against no other lists of problems (`exclude` in the spec).'
      : `The sources were held against ${exclude.join(', ')}; the funnel says how many problems that cost.`;
  return `${between} ${lists}`;
}

function agreementText({ decided, doubly_decided, alpha, pairs }: QualityReport['agreement']): string {
  if (decided === 0) return 'No person decided about these records.';
  const each = pairs.map(
    ({ annotators, records, kappa }) =>
      `${annotators.join(' and ')} on ${formatCounted(records, 'record')}: kappa ${decimals(kappa)}`,
  );
  const more = each.length === 0 ? '' : ` ${each.join('; ')}.`;
  return `People decided about ${formatCounted(decided, 'record')}, two or more about ${doubly_decided}. Krippendorff's alpha (ordinal): ${decimals(alpha)}.${more}`;
}

export function qualityText(report: QualityReport): string {
  const { surface, leaks } = report;
  const features = (surface?.features ?? []).map(
    ({ feature, weight }) => `- ${feature}: ${weight.toFixed(2)}`,
  );
  return [
    '## Critics by part\n',
    markdownTable(partsTable(report)),
    '## Do natural and injected errors rank critics the same way?\n',
    `${transferText(report.transfer)}\n`,
    '## Surface artefacts\n',
    `${surfaceSentence(surface)}\n`,
    ...(features.length === 0
      ? []
      : [`Most telling features, per standard deviation:\n\n${features.join('\n')}\n`]),
    '## Leaks\n',
    `${leaks.records} of ${leaks.injections} injections have a give-away phrase that the original does not have.\n`,
    '## Overlap\n',
    `${overlapText(report.overlap)}\n`,
    '## Annotators\n',
    `${agreementText(report.agreement)}\n`,
  ].join('\n');
}
