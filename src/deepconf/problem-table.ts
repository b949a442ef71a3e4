// The problems of an evaluation in a table: what the pool answers, and which methods differ from the majority.
import { formatCount, formatPercent } from '../report/format.ts';
import type { Column, Table } from '../report/table.ts';
import type { ProblemResult } from './evaluation-types.ts';
import { methodLabel } from './labels.ts';
import { consName } from './methods.ts';
import type { VoteSummary } from './vote-options.ts';

const percent = (value: unknown): string => formatPercent(Number(value));
const decimal = (value: unknown): string => Number(value).toFixed(2);

const columns: readonly Column[] = [
  { key: 'problem', title: 'problem' },
  { key: 'truth', title: 'reference' },
  { key: 'top', title: 'most given' },
  { key: 'right', title: 'right\ntraces', align: 'right', format: percent },
  { key: 'entropy', title: 'answer\nentropy', align: 'right', format: decimal },
  { key: 'cut', title: 'cut\noff', align: 'right', format: percent },
  { key: 'cons', title: 'Cons', align: 'right', format: percent },
  { key: 'best', title: 'best\nmethod', align: 'right', format: percent },
  { key: 'auroc', title: 'best\nAUROC', align: 'right', format: decimal },
  { key: 'gained', title: 'sets\ngained', align: 'right' },
  { key: 'lost', title: 'lost', align: 'right' },
];

/** `best method` is the method that the verdict names, not the best one on each problem. */
export function problemTable(
  { k, repeat, verdict, problems }: VoteSummary,
  results: readonly ProblemResult[],
): Table {
  const { method } = verdict;
  return {
    columns: columns.map((column) =>
      column.key === 'best'
        ? { ...column, title: method === null ? 'method' : methodLabel(method, k).replace(', ', ',\n') }
        : column,
    ),
    rows: results.map((result) => {
      const run = result.runs[k]!;
      const aurocs = Object.values(result.auroc).filter((value) => value !== null);
      return {
        problem: result.problem_id,
        truth: result.truth,
        top: result.top_answers[0]?.answer ?? null,
        right: result.right_share,
        entropy: result.answer_entropy,
        cut: result.length_share,
        cons: run.accuracy[consName] ?? null,
        best: method === null ? null : (run.accuracy[method] ?? null),
        auroc: aurocs.length === 0 ? null : Math.max(...aurocs),
        gained: method === null ? null : (run.flips[method]?.gained ?? null),
        lost: method === null ? null : (run.flips[method]?.lost ?? null),
      };
    }),
    notes: [
      ...(results.length < problems
        ? [
            `The first ${formatCount(results.length)} of ${formatCount(problems)} problems; results.json has them all.`,
          ]
        : []),
      `Gained and lost: sets, of ${repeat}, that one of the two methods got right and the other wrong. Entropy in bits.`,
    ],
  };
}
