// Report: judged records, or injections, as one page for people.
import { z } from 'zod';
import { LateBenchError } from '../../errors.ts';
import type { GoldRow } from '../../records/gold-labels.ts';
import { createIdWatch } from '../../records/missing-name.ts';
import { defineReduce, type Reduction } from '../define.ts';
import { option } from '../described-option.ts';
import { checkScored, createJudgedCount } from '../score/judged-count.ts';
import { namedFields, namedInRecords } from '../score/named-in-records.ts';
import { joinedCritiques, type ScoreChoices, scoreFields, scoreSettings } from '../score/options.ts';
import { createRecordNotes } from '../score/record-notes.ts';
import { fileEndingIn } from '../shared-options.ts';

function ofScore<Fields extends Readonly<Record<string, z.ZodType>>>(fields: Fields): Fields {
  const read = Object.entries(fields).map(([key, field]) => [
    key,
    field.meta({ idleWith: ['of=injection'] }),
  ]);
  return Object.fromEntries(read) as Fields;
}

const options = z.strictObject({
  of: option(
    z.enum(['score', 'injection']).default('score'),
    'report on the critics of the records, or on the injection (HTML only)',
    { value: 'WHAT' },
  ),
  annotations: option(
    z.array(z.string()).optional(),
    'with --of injection: judgements of the injections: annotations, a folder of them, or a run folder',
    { value: 'FILE', group: 'Input', needs: ['of=injection'] },
  ),
  output: option(fileEndingIn('.html', '.md').default('report.html'), 'output file: .html or .md', {
    value: 'FILE',
    group: 'Output',
    short: 'o',
  }),
  title: option(z.string().default('LateBench report'), 'title of the page', {
    value: 'TEXT',
    group: 'Output',
  }),
  ...ofScore(scoreFields),
});

interface Page {
  readonly output: string;
  readonly title: string;
  readonly seed: number;
  readonly say: (line: string) => void;
}

function isMarkdown(path: string): boolean {
  return path.toLowerCase().endsWith('.md');
}

async function goldOf(names: readonly string[]): Promise<ReadonlyMap<string, GoldRow>> {
  const { goldIn } = await import('../../datasets/annotation-files.ts');
  return goldIn(names, '--annotations');
}

async function ofInjections(
  { output: path, title, seed }: Page,
  annotations: readonly string[] | undefined,
): Promise<Reduction> {
  if (isMarkdown(path)) {
    const message = `--output ${path}: the report of the injection is HTML; name a file that ends in .html`;
    throw new LateBenchError('LB_USAGE', message);
  }
  const [{ createInjectionCollector }, { injectionReport }] = await Promise.all([
    import('../../inject/collector.ts'),
    import('../../inject/report.ts'),
  ]);
  const gold = annotations === undefined ? undefined : await goldOf(annotations);
  const collector = createInjectionCollector({ gold });
  const about =
    annotations === undefined
      ? null
      : createIdWatch(`--annotations ${annotations.join(', ')}`, gold?.keys() ?? []);
  const judged = createJudgedCount('report', { allowFailed: true });
  return {
    add(record) {
      judged.add(record);
      about?.look(record);
      collector.add(record);
    },
    async finish({ inputs }) {
      judged.check();
      about?.check();
      const sources = inputs.map((input) => ({ source: input.path, sha256: input.sha256 }));
      const text = injectionReport(collector, { title, seed, inputs: sources });
      return { value: collector.summary(), file: { path, text, notice: `report: ${path}` } };
    },
  };
}

async function ofScores(asked: ScoreChoices, { output: path, title, seed, say }: Page): Promise<Reduction> {
  const [{ usualBreakdowns }, { createCollector }, { scoreReport }, joined] = await Promise.all([
    import('../../metrics/breakdown.ts'),
    import('../../metrics/collector.ts'),
    import('../../metrics/score-report.ts'),
    joinedCritiques(asked),
  ]);
  const settings = scoreSettings(asked, seed);
  const by = asked.by.length > 0 ? asked.by : usualBreakdowns;
  const collector = createCollector({ ...settings, by });
  const judged = createJudgedCount('report', asked);
  const notes = createRecordNotes('report', say);
  const named = namedInRecords(asked);
  return {
    add(record) {
      const attached = joined.attach(record);
      notes.look(attached);
      judged.add(attached);
      named.look(attached);
      collector.add(attached);
    },
    async finish({ inputs, allRead }) {
      judged.check();
      joined.check(allRead);
      named.check();
      notes.tell();
      const form = isMarkdown(path) ? 'md' : 'html';
      const sources = inputs.map((input) => ({ source: input.path, sha256: input.sha256 }));
      const score = collector.score();
      named.checkScore(score);
      checkScored('report', score);
      const text = scoreReport(collector, form, { title, inputs: sources, seed });
      return { value: score, score, file: { path, text, notice: `report: ${path}` } };
    },
  };
}

export const report = defineReduce({
  name: 'report',
  summary: 'write a report of judged records: one HTML page, or Markdown',
  usage: '[OPTIONS] [FILE…]',
  about:
    'The page is one file without scripts: results, intervals, charts, breakdowns and examples. Without --by it breaks the results ' +
    'down by task, subject, error type and source, injection mode, position, length and generator.',
  examples: [
    'latebench report judged.jsonl -o report.html',
    'latebench report --by subject runs/quickstart/records.parquet -o report.md',
    'latebench report --of injection injected.jsonl rejects.jsonl -o injection.html',
  ],
  docs: 'docs/metrics.md',
  writesPage: true,
  options,
  names: (asked) => (asked.of === 'injection' ? [] : namedFields(asked)),
  build(asked, { seed, say }) {
    const page = { output: asked.output, title: asked.title, seed, say };
    return asked.of === 'injection' ? ofInjections(page, asked.annotations) : ofScores(asked, page);
  },
});
