// The tables of an injection report: what came of the records, by error type, by check, by reader.
import { dash, formatCount, formatPercent } from './format.ts';
import type { InjectionSummary } from './injection-summary.ts';
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
