// `latebench report`: judged records as a page for people. Never calls a model.
import type { Command } from '../command.ts';
import { errorOptions, generalOptions, limitOption, seedOption } from '../options.ts';
import { scoreOptions } from '../score-options.ts';

export const reportCommand: Command = {
  name: 'report',
  summary: 'write a report of judged records: one HTML page, or Markdown',
  usage: '[OPTIONS] [FILE…]',
  examples: [
    'latebench report judged.jsonl -o report.html',
    'latebench report --by subject runs/quickstart/records.parquet -o report.md',
    'latebench report --of injection injected.jsonl rejects.jsonl -o injection.html',
  ],
  about:
    'The page is one file without scripts: figures, intervals, charts, breakdowns and examples. Without --by it breaks the figures ' +
    'down by task, subject, error type and source, injection mode, position, length and generator.',
  options: [
    {
      name: 'of',
      value: 'WHAT',
      choices: ['score', 'injection'],
      default: 'score',
      about: 'what critics made of the records, or what the injection made of them (HTML only)',
      group: 'Work',
    },
    {
      name: 'output',
      short: 'o',
      value: 'FILE',
      default: 'report.html',
      about: 'where to write it: .html or .md',
      group: 'Output',
    },
    {
      name: 'title',
      value: 'TEXT',
      default: 'LateBench report',
      about: 'title of the page',
      group: 'Output',
    },
    ...scoreOptions,
    seedOption,
    limitOption,
    ...errorOptions,
    ...generalOptions,
  ],
  docs: 'docs/metrics.md',
  async run(call) {
    if (call.options.text('of') === 'injection') {
      const { reportInjections } = await import('../injection-report-run.ts');
      return reportInjections(call);
    }
    const [
      { consume },
      { joinedCritiques, scoreSettings },
      { createCollector },
      { scoreReport },
      { writeFileAtomic },
    ] = await Promise.all([
      import('../consume.ts'),
      import('../score-options.ts'),
      import('../../pipeline/collector.ts'),
      import('../../pipeline/score-report.ts'),
      import('../../storage/atomic-write.ts'),
    ]);
    const { options, say } = call;
    const chosen = scoreSettings(options);
    const { usualBreakdowns } = await import('../../metrics/breakdown.ts');
    const settings = {
      ...chosen,
      by: chosen.by !== undefined && chosen.by.length > 0 ? chosen.by : usualBreakdowns,
    };
    const collector = createCollector(settings);
    const path = options.text('output') ?? 'report.html';
    const joined = await joinedCritiques(call, collector.add);
    return consume(call, joined.take, async ({ inputs }) => {
      joined.check();
      const form = path.endsWith('.md') ? 'md' : 'html';
      const title = options.text('title') ?? '';
      const sources = inputs.map((input) => ({ source: input.path, sha256: input.sha256 }));
      await writeFileAtomic(
        path,
        scoreReport(collector, form, { title, inputs: sources, seed: settings.seed ?? 0 }),
      );
      say(`report: ${path}`);
    });
  },
};
