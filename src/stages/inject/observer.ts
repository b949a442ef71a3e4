// What is counted while errors are injected, and the report of a run's injections.

import { createInjectionCollector } from '../../inject/collector.ts';
import { gateVersion } from '../../inject/gated-record.ts';
import type { InjectionFacts } from '../../records/injection-yield.ts';
import type { Solution } from '../../records/solution.ts';
import type { BuiltStage } from '../define.ts';
import { createInjectCounts } from './counts.ts';

function unmetLine(unmet: ReadonlySet<string>): string {
  const [first] = unmet;
  return `manual: no record for ${unmet.size} of the comments (the first is about ${first})`;
}

/** `asked`: ids of the records that people commented on; those that never come are named at the end. */
export function injectObserver({
  reportFile,
  asked,
}: {
  readonly reportFile: string | undefined;
  readonly asked: Iterable<string> | undefined;
}): NonNullable<BuiltStage['observe']> {
  return ({ seed, write }) => {
    const counts = createInjectCounts();
    const collector = reportFile === undefined ? undefined : createInjectionCollector();
    const unmet = new Set(asked);
    return {
      add(row) {
        const record = row as Solution;
        counts.add(record);
        collector?.add(record);
        unmet.delete(record.id);
      },
      line: counts.line,
      summary: (allRead) => [
        ...counts.summary(),
        ...(allRead && unmet.size > 0 ? [unmetLine(unmet)] : []),
        ...(reportFile === undefined ? [] : [`report: ${reportFile}`]),
      ],
      manifest: () => ({
        injections: { gate_version: gateVersion, yields: counts.yields() } satisfies InjectionFacts,
      }),
      async finish() {
        if (reportFile === undefined || collector === undefined) return;
        const { injectionReport } = await import('../../inject/report.ts');
        await write(reportFile, injectionReport(collector, { title: 'Injection report', seed }));
      },
    };
  };
}
