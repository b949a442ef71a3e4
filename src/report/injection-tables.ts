// The tables of an injection report: what came of the records, by error type, by check, by reader.

import type { Measured } from '../statistics/resampled.ts';
import { dash, formatCount, formatPercent } from './format.ts';
import type { IndependentVerification, InjectionSummary } from './injection-summary.ts';
import type { Column, Table } from './table.ts';

const count = (key: string, title: string): Column => ({
  key,
  title,
  align: 'right',
  format: (value) => formatCount(Number(value)),
});
const share = (key: string, title: string): Column => ({
  key,
  title,
  align: 'right',
  format: (value) => formatPercent(Number(value)),
});
const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** The checks that turned down most attempts, and how many. */
const shownChecks = 3;

export function typeTable({ yields }: InjectionSummary): Table {
  const severalModels = new Set(yields.map(({ model }) => model)).size > 1;
  return {
    columns: [
      ...(severalModels ? [{ key: 'model', title: 'model' }] : []),
      { key: 'type', title: 'error type' },
      count('asked', 'asked for'),
      count('accepted', 'accepted'),
      count('rejected', 'rejected'),
      count('failed', 'failed'),
      share('yield', 'yield'),
      {
        key: 'tries',
        title: 'attempts\na record',
        align: 'right',
        format: (value) => Number(value).toFixed(2),
      },
      { key: 'why', title: 'mostly turned down by' },
    ],
    rows: yields.map(({ model, type, accepted, rejected, failed, attempts, turned_down }) => {
      const asked = accepted + rejected + failed;
      const why = Object.entries(turned_down).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      return {
        model: model ?? dash,
        type,
        asked,
        accepted,
        rejected,
        failed,
        yield: ratio(accepted, asked),
        tries: ratio(attempts, asked),
        why:
          why
            .slice(0, shownChecks)
            .map(([check, times]) => `${check} ${formatCount(times)}`)
            .join(', ') || dash,
      };
    }),
    notes: [
      'Yield: accepted of those asked for. Turned down: attempts, of which one may fail several checks.',
    ],
  };
}

export function checkTable({ checks }: InjectionSummary): Table {
  return {
    columns: [
      { key: 'check', title: 'check' },
      count('attempts', 'attempts\nturned down'),
      count('records', 'records\nrejected'),
      count('accepted', 'accepted\nin spite'),
    ],
    rows: checks.map((row) => ({ ...row })),
    notes: [
      'An attempt may fail several checks. Accepted in spite: only where the gate reports and does not reject.',
    ],
  };
}

export function leakTable({ leaks }: InjectionSummary): Table {
  return {
    columns: [
      { key: 'word', title: 'word' },
      count('gained', 'injections that\ngained it'),
      count('lost', 'injections that\nlost it'),
    ],
    rows: leaks.words.map((row) => ({ ...row })),
    notes: [
      'Words that come into solutions with the error much more often than they leave: a critic could learn them.',
    ],
  };
}

function measuredText({ value, interval }: Measured): string {
  if (value === null) return dash;
  const two = (number: number): string => number.toFixed(2);
  return interval === null ? two(value) : `${two(value)} (${two(interval[0])} to ${two(interval[1])})`;
}

/** What others than the injector say, a row a claim; without rows that nobody was asked about. */
export function independentTable({ injectedWrong, beforeRight }: IndependentVerification): Table {
  const claims = [
    ['the injected step is wrong', 'verifiers', injectedWrong],
    ['the steps before it are right', 'blind critics', beforeRight],
  ] as const;
  return {
    columns: [
      { key: 'claim', title: 'claim' },
      { key: 'by', title: 'judged by' },
      count('records', 'injections'),
      share('agreed', 'majority\nagrees'),
      share('votes', 'votes\nfor it'),
      { key: 'between', title: "between voters\n(Fleiss' kappa)" },
      count('judged', 'judged by\npeople'),
      { key: 'people', title: "votes and people\n(Cohen's kappa)" },
    ],
    rows: claims.flatMap(([claim, by, judged]) =>
      judged === null
        ? []
        : [
            {
              claim,
              by,
              records: judged.records,
              agreed: ratio(judged.agreed, judged.records),
              votes: ratio(judged.votesFor, judged.votes),
              between: measuredText(judged.between),
              judged: judged.people?.records ?? 0,
              people: judged.people === null ? dash : measuredText(judged.people.kappa),
            },
          ],
    ),
    notes: [
      'Kappa: 1 is full agreement, 0 chance; with 95 % intervals from a bootstrap over injections. A dash: all votes are equal, or there are none.',
    ],
  };
}
