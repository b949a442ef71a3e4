// The tables of an injection report: what came of the records, by error type, by check, by reader.
import { formatCount, formatPercent } from './format.ts';
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

export function typeTable({ types }: InjectionSummary): Table {
  return {
    columns: [
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
    ],
    rows: types.map(({ type, accepted, rejected, failed, attempts }) => {
      const asked = accepted + rejected + failed;
      return {
        type,
        asked,
        accepted,
        rejected,
        failed,
        yield: ratio(accepted, asked),
        tries: ratio(attempts, asked),
      };
    }),
    notes: ['Yield: accepted of those asked for.'],
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
