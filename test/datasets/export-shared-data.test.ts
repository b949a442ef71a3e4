// Real rows of the sources, exported to their own layouts again.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { canonicalJson } from '../../src/records/identity.ts';
import { type Solution, solutionSchema } from '../../src/records/solution.ts';
import { testData } from '../support/test-data.ts';
import { adaptAll, adaptOne, type Row } from './adapting.ts';
import { exported, withoutKept } from './exporting.ts';

test('real rows come back from their own layouts as they were', async (t) => {
  const root = `${testData}/data`;
  if (!existsSync(root)) {
    t.skip(`${root} is absent: no real row was exported`);
    return;
  }
  const lines = (path: string): Row[] =>
    readFileSync(`${root}/${path}`, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]));
  const whole = (path: string): Row[] => JSON.parse(readFileSync(`${root}/${path}`, 'utf8')) as Row[];
  const unifiedFiles = [
    'latebench/latebench_processbench_olympiadbench_complete.json',
    'prm800k/latebench_prm800k_phase2_100.json',
  ];
  for (const [format, rows] of [
    ['processbench', whole('processbench/gsm8k.json')],
    ['deltabench', lines('deltabench/Deltabench_v1_examples.jsonl')],
    ['prm800k', lines('prm800k/openr_samples_prm800k.jsonl')],
    ['latebench', unifiedFiles.flatMap(whole)],
  ] as const) {
    for (const original of rows) {
      const record = solutionSchema.parse(await adaptOne(original));
      const row = exported(format, record);
      if (format === 'latebench') {
        const back = solutionSchema.parse(await adaptOne(row));
        assert.deepEqual(withoutKept(back), withoutKept(record), record.id);
        assert.deepEqual(
          [row.id, row.problem, row.processing],
          [original.id, original.problem, original.processing],
        );
      } else assert.equal(canonicalJson(row), canonicalJson(original), record.id);
    }
    t.diagnostic(`${format}: ${rows.length} rows`);
  }
  const { out } = await adaptAll(whole('latebench/general_injection_results.json'));
  for (const record of out.map((value) => solutionSchema.parse(value))) {
    const back = solutionSchema.parse(await adaptOne(exported('latebench', record)));
    const told = ({ steps, error_steps, injection }: Solution) => [steps, error_steps, injection];
    assert.deepEqual(told(back), told(record));
  }
});
