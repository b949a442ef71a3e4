// The rows that a run could not use, grouped by what was wrong with them.
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { clipText, visibleLine, visibleText } from '../../report/visible-text.ts';
import { readJsonl } from '../../storage/jsonl.ts';
import type { QuarantinePage } from '../api-analysis.ts';

/** Of each group this many are shown. */
const maxExamples = 5;
const maxGroups = 100;
const rawChars = 4000;

interface Group {
  readonly code: string;
  readonly stage: string | null;
  readonly message: string;
  count: number;
  readonly examples: QuarantinePage['groups'][number]['examples'][number][];
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const wholeOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Null where the run has none. `name` is how the run folder was named. */
export async function quarantineOf(folder: string, name: string): Promise<QuarantinePage | null> {
  const path = join(folder, 'quarantine.jsonl');
  if (!existsSync(path)) return null;
  const groups = new Map<string, Group>();
  let total = 0;
  const options = { source: path, onBad: () => {} };
  for await (const rows of readJsonl(createReadStream(path), options)) {
    for (const row of rows) {
      total += 1;
      const code = textOf(row.code) ?? 'unknown';
      const stage = textOf(row.stage);
      const message = visibleLine(clipText(textOf(row.message) ?? '', 300).text);
      const key = `${code} ${stage ?? ''}`;
      let group = groups.get(key);
      if (group === undefined) {
        if (groups.size >= maxGroups) continue;
        group = { code, stage, message, count: 0, examples: [] };
        groups.set(key, group);
      }
      group.count += 1;
      if (group.examples.length < maxExamples) {
        group.examples.push({
          line: total,
          source: textOf(row.source),
          at: wholeOf(row.line),
          message,
          raw: visibleText(clipText(textOf(row.raw) ?? '', rawChars).text),
        });
      }
    }
  }
  return {
    path: join(name, 'quarantine.jsonl'),
    total,
    groups: [...groups.values()].sort((a, b) => b.count - a.count),
    retry: `latebench retry ${join(name, 'quarantine.jsonl')}`,
  };
}
