// The injection report of what a collector gathered, as an HTML page.
import type { RunFacts } from '../report/facts-html.ts';
import { injectionHtml } from '../report/injection-html.ts';
import { toolVersion } from '../version.ts';
import type { InjectionCollector } from './collector.ts';

export interface InjectionReportFacts extends Pick<RunFacts, 'inputs'> {
  readonly title: string;
  readonly seed: number;
}

/**
 * Writes the report of an injection run as text: a self-contained HTML page.
 *
 * @param collector Has seen the records of the run.
 * @param facts Title, seed and inputs, for the head of the page.
 */
export function injectionReport(
  collector: InjectionCollector,
  { title, ...facts }: InjectionReportFacts,
): string {
  const versions = { latebench: toolVersion, node: process.version };
  return injectionHtml({ title, facts: { ...facts, versions }, summary: collector.summary() });
}
