// The report of what a collector gathered, as an HTML page or as Markdown.

import type { RunFacts } from '../report/facts-html.ts';
import { scoreHtml } from '../report/score-html.ts';
import { scoreTables } from '../report/score-table.ts';
import { severalTables } from '../report/several-tables.ts';
import { toolVersion } from '../version.ts';
import type { Collector } from './collector.ts';

export interface ReportFacts extends Pick<RunFacts, 'inputs' | 'protocol' | 'votes'> {
  readonly title: string;
  readonly seed: number;
}

/**
 * Writes the score report of the records that a collector has seen, as text.
 *
 * @param form `html` gives a self-contained page, `md` gives Markdown.
 * @param facts Title, seed and inputs, for the head of the report.
 */
export function scoreReport(collector: Collector, form: 'html' | 'md', facts: ReportFacts): string {
  const { title, ...rest } = facts;
  const { models, positions, examples } = collector;
  const score = collector.score();
  if (form === 'md') {
    return `# ${title}\n\n${severalTables(scoreTables(score, Object.values(models)), { form })}`;
  }
  const versions = { latebench: toolVersion, node: process.version };
  const hasPositions = positions.some((count) => count > 0);
  return scoreHtml({
    title,
    facts: { models, versions, ...rest },
    score,
    positions: hasPositions ? positions : null,
    examples,
  });
}
