// `latebench report --of injection`: the injection report of records that are there already, rejected ones included.
import { createInjectionCollector } from '../stages/inject/collector.ts';
import { injectionReport } from '../stages/inject/report.ts';
import { writeFileAtomic } from '../storage/atomic-write.ts';
import type { Call } from './command.ts';
import { consume } from './consume.ts';

export function reportInjections(call: Call): Promise<number> {
  const { options, say } = call;
  const collector = createInjectionCollector();
  const path = options.text('output') ?? 'report.html';
  return consume(call, collector.add, async ({ inputs }) => {
    const sources = inputs.map((input) => ({ source: input.path, sha256: input.sha256 }));
    const title = options.text('title') ?? '';
    const seed = options.whole('seed', 0) ?? 0;
    await writeFileAtomic(path, injectionReport(collector, { title, seed, inputs: sources }));
    say(`report: ${path}`);
  });
}
