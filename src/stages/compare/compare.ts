// Compare: which critic is better, on the same records.

import { z } from 'zod';
import { LateBenchError } from '../../errors.ts';
import { type ComparisonObject, headlines } from '../../records/comparison.ts';
import { createCriticWatch, createIdWatch } from '../../records/missing-name.ts';
import { nameList } from '../../records/name-list.ts';
import type { TextStyle } from '../../report/text-style.ts';
import { readOptionInput } from '../../storage/option-input.ts';
import { defineReduce } from '../define.ts';
import { option } from '../described-option.ts';
import { formatOption, readingFields } from '../score/options.ts';
import { createRecordNotes } from '../score/record-notes.ts';
import { createUnlabelled } from '../score/unlabelled.ts';
import { joinedFiles } from './joined-files.ts';

const options = z.strictObject({
  format: formatOption,
  headline: option(
    z.enum(headlines).optional(),
    'metric to rank by (f1, or deltabench_micro_f1 if a class is missing)',
    { value: 'FIGURE' },
  ),
  critics: option(z.array(z.string()).default([]), 'compare only these (commas between)', {
    value: 'NAMES',
    group: 'Selection',
    spelling: 'list',
    multiple: true,
  }),
  annotations: option(
    z.array(z.string()).default([]),
    'first errors marked by people: report their agreement, and that of critics with them',
    { value: 'FILE', group: 'Input' },
  ),
  ...readingFields,
  others: option(z.array(z.string()).default([]), 'files whose critics are joined by id to the records', {
    flag: false,
  }),
});

async function printer(how: string): Promise<(found: ComparisonObject, style: TextStyle) => string> {
  const [{ comparisonTables }, { csvTable }, { severalTables }] = await Promise.all([
    import('../../report/comparison-tables.ts'),
    import('../../report/csv-table.ts'),
    import('../../report/several-tables.ts'),
  ]);
  return (found, style) => {
    if (how === 'json') return `${JSON.stringify(found, null, 2)}\n`;
    const tables = comparisonTables(found);
    if (how === 'csv') return csvTable((tables.find(({ title }) => title === 'Pairs') ?? tables[0]!).table);
    return severalTables(tables, { form: how === 'md' ? 'md' : 'text', style });
  };
}

export const compare = defineReduce({
  name: 'compare',
  summary: 'compare critics on the same records: differences, tests, tied groups, agreement',
  usage: '[OPTIONS] [FILE [FILE…]]',
  about:
    'All critics in the first file are compared, together with those in the other files (records, or ' +
    'predictions as for `score --critiques`), joined by id. Each pair is compared on the records that both ' +
    'judged: exact McNemar on exact answers, a paired bootstrap over problems for every metric, and the ' +
    'smallest detectable difference. The other files are held in memory; the first is streamed.',
  examples: [
    'latebench compare judged.jsonl',
    'latebench compare mini.jsonl large.jsonl --format md',
    'latebench compare judged.jsonl predictions.csv --headline error_acc',
    'latebench compare judged.jsonl --annotations runs/x/annotations/ann.jsonl',
  ],
  docs: 'docs/metrics.md',
  options,
  others: 'others',
  names: ({ critics, others }) =>
    others.length > 0 ? [] : [{ option: 'critics', of: 'critic', names: critics }],
  async build(asked, { seed, sources, say }) {
    const { format, headline = null, critics, annotations, others, ...reading } = asked;
    const [{ createComparison }, { peoplesLabels }, print, join] = await Promise.all([
      import('../../metrics/comparison.ts'),
      import('../../metrics/peoples-labels.ts'),
      printer(format),
      joinedFiles(sources, others),
    ]);
    const labels = await readOptionInput('--annotations', () => peoplesLabels(annotations));
    const comparison = createComparison({ ...reading, seed, headline, critics });
    const named = createCriticWatch('--critics', critics);
    const notes = createRecordNotes('compare', say);
    const unlabelled = createUnlabelled('compare', say);
    const marked = createIdWatch(`--annotations ${annotations.join(', ')}`, labels.keys());
    return {
      add(record) {
        const joined = join === undefined ? record : join.attach(record);
        named.look(joined);
        marked.look(record);
        notes.look(joined);
        unlabelled.look(record);
        comparison.add(joined, labels.get(record.id));
      },
      async finish({ allRead }) {
        join?.check({ allowMissing: true, allRead });
        named.check();
        if (annotations.length > 0) marked.check();
        notes.tell();
        unlabelled.tell();
        const value = comparison.result();
        if (value.pairs.length === 0 && value.against_people.length === 0) {
          unlabelled.check();
          const names = nameList(value.critics.map(({ critic }) => critic));
          throw new LateBenchError(
            'LB_USAGE',
            `no record was judged by two critics (found: ${names}): give a second file, or judge the records again with another critic`,
          );
        }
        return { value, text: (style) => print(value, style) };
      },
    };
  },
});
