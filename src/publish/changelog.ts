// The changelog of a dataset: a section a version, the newest first, each with what changed since the one before it.
import { type DatasetDiff, diffLines } from './diff.ts';

const shownRecords = 20;
const title = '# Changelog\n';

function section(version: string, lines: readonly string[]): string {
  return `\n## ${version}\n\n${lines.join('\n')}\n`;
}

/** `earlier` is the existing changelog; `diff` is null for the first version. */
export function changelogWith(
  earlier: string | null,
  version: string,
  records: number,
  diff: Omit<DatasetDiff, 'from' | 'to'> | null,
): string {
  const lines =
    diff === null
      ? [`First version: ${records} records.`]
      : [`${records} records.`, '', ...diffLines(diff, shownRecords).map(markdownLine)];
  const rest = earlier?.startsWith(title) === true ? earlier.slice(title.length) : (earlier ?? '');
  return `${title}${section(version, lines)}${rest}`;
}

function markdownLine(line: string): string {
  return line.startsWith('  ') ? `  - \`${line.trim()}\`` : `- ${line}`;
}
