// The changelog of a dataset: a section a version, the newest first, each with what changed since the one before it.
import { formatCounted } from '../report/format.ts';
import { diffLines, type VersionDiff } from './diff.ts';

export interface ChangelogEntry {
  readonly version: string;
  /** Records of the version. */
  readonly records: number;
  /** Null for a first version. */
  readonly since: {
    readonly version: string;
    /** Parts and splits were chosen anew. */
    readonly rebalanced: boolean;
    readonly diff: VersionDiff;
  } | null;
  /** Labels that people corrected, in lines. */
  readonly corrected: readonly string[];
}

/** Names of added records that a section has at most; those that were removed, moved or changed are all named. */
const maxAdded = 20;
const title = '# Changelog\n';

function linesOf({ records, since, corrected }: ChangelogEntry): string[] {
  const errata = corrected.length === 0 ? [] : ['', ...corrected.map(markdownLine)];
  if (since === null) return [`First version: ${formatCounted(records, 'record')}.`, ...errata];
  const how = since.rebalanced
    ? `Parts and splits were chosen anew (--rebalance); what that did to the records of ${since.version}:`
    : `Built on ${since.version}; what changed:`;
  return [
    `${formatCounted(records, 'record')}.`,
    '',
    how,
    '',
    ...diffLines(since.diff, maxAdded).map(markdownLine),
    ...errata,
  ];
}

/** `earlier` is the existing changelog. */
export function changelogWith(earlier: string | null, entry: ChangelogEntry): string {
  const rest = earlier?.startsWith(title) === true ? earlier.slice(title.length) : (earlier ?? '');
  return `${title}\n## ${entry.version}\n\n${linesOf(entry).join('\n')}\n${rest}`;
}

function markdownLine(line: string): string {
  return line.startsWith('  ') ? `  - \`${line.trim()}\`` : `- ${line}`;
}
