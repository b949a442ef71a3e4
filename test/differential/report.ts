// What a person reads at the end: a table, then one short block for each difference.
import type { Difference } from './compare.ts';
import type { Expected, Sorted } from './expected.ts';
import type { Played } from './play-all.ts';

function block(found: Difference): string {
  return `\n${found.case} · ${found.aspect}\n  old ${found.old}\n  new ${found.new}`;
}

export interface Totals {
  readonly played: readonly Played[];
  readonly skipped: readonly string[];
  readonly seconds: number;
}

export function reportText({ played, skipped, seconds }: Totals, sorted: Sorted): string {
  const differing = new Set(sorted.unexpected.map((found) => found.case)).size;
  const slowest = played
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 3)
    .map((one) => `${one.case.name} ${one.seconds.toFixed(1)} s`);
  const rows: [string, string][] = [
    ['cases', `${played.length}${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`],
    ['differences', `${sorted.unexpected.length}${differing > 0 ? ` in ${differing} cases` : ''}`],
    ['expected', `${sorted.expected.length}, ${sorted.absent.length} absent`],
    ['wall time', `${seconds.toFixed(0)} s`],
    ['slowest', slowest.join(', ')],
  ];
  const absent = (entry: Expected): string => `  ${entry.case} · ${entry.aspect}: ${entry.reason}`;
  const kept = played.flatMap((one) => (one.kept === undefined ? [] : [`  ${one.case.name}: ${one.kept}`]));
  return [
    ...sorted.unexpected.map(block),
    ...(sorted.expected.length > 0 ? ['\nExpected:'] : []),
    ...sorted.expected.map((found) => `  ${found.case} · ${found.aspect}: ${found.reason}`),
    ...(sorted.absent.length > 0 ? ['\nExpected, but absent:', ...sorted.absent.map(absent)] : []),
    ...(kept.length > 0 ? ['\nFolders of differing cases:', ...kept] : []),
    ...(skipped.length > 0 ? ['\nSkipped:', ...skipped.map((line) => `  ${line}`)] : []),
    '',
    ...rows.map(([name, value]) => `${name.padEnd(12)} ${value}`),
    '',
  ].join('\n');
}

/** What OLD showed of each case, in short: for whoever adds one and wants to see that it does what was meant. */
export function shownText(played: readonly Played[]): string {
  return played
    .map(({ case: { name }, seen }) => {
      const aspects = [...seen].map(([aspect, content]) => {
        const text = content.toString();
        const short = text.replaceAll('\n', '⏎').slice(0, 160);
        if (aspect === 'calls') return `  calls ${text === '' ? 0 : text.split('\n').length}`;
        return aspect.startsWith('file ') ? `  ${aspect} ${text.length}` : `  ${aspect} ${short}`;
      });
      return `${name}\n${aspects.join('\n')}\n`;
    })
    .join('');
}
