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
 * @param collector Has seen the records of the run.
 * @returns The injection report as a self-contained HTML page.
 */
export function injectionReport(
  collector: InjectionCollector,
  { title, ...facts }: InjectionReportFacts,
): string {
  const versions = { latebench: toolVersion, node: process.version };
  return injectionHtml({ title, facts: { ...facts, versions }, summary: collector.summary() });
}
