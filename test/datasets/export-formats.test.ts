// The formats of an export: their names, their columns, and which records have a label.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportFormatNamed, exportFormats, exportStage } from '../../src/datasets/export/export.ts';
import { solutionSchema } from '../../src/records/solution.ts';
import type { Row } from './adapting.ts';
import { bare, full, injection, reasonFor, unlabelled } from './export-samples.ts';
import { exported, prompt } from './exporting.ts';

test('every format has a name, says what it is for, and has its name in its key', () => {
  const keys = exportFormats.map((format) => {
    assert.match(format.about, /\w+ .*\w+/, format.name);
    assert.equal(exportFormatNamed(format.name), format);
    const stage = exportStage(format, { prompt });
    assert.deepEqual([stage.name, stage.version, stage.config], ['export', '1', { format: format.name }]);
    assert.equal(stage.input, solutionSchema);
    return stage.key(bare);
  });
  assert.equal(new Set(keys).size, exportFormats.length);
  assert.throws(() => exportFormatNamed('nope'), { code: 'LB_USAGE', message: /export format/ });
});

test('the columns of a table are those of its rows', () => {
  for (const { name, columns } of exportFormats) {
    if (columns === undefined) continue;
    const record = name === 'preference' ? { ...full, injection, error_steps: [1] } : full;
    const own = Object.keys(columns).filter((column) => column !== 'extra');
    assert.deepEqual(Object.keys(exported(name, record)).sort(), own.sort(), name);
  }
  assert.deepEqual(
    exportFormats.filter(({ columns }) => columns === undefined).map(({ name }) => name),
    ['deltabench', 'latebench', 'inspect'],
  );
});

test('rejected and failed injections have no label, accepted ones and clean ones have', () => {
  for (const { name } of exportFormats) {
    if (name === 'latebench' || name === 'preference') continue;
    for (const status of ['rejected', 'failed'] as const)
      assert.equal(
        reasonFor(name, { ...full, injection: { ...injection, status } }),
        'no label',
        `${name} ${status}`,
      );
    for (const status of ['accepted', 'clean'] as const)
      assert.equal(
        reasonFor(name, { ...full, injection: { ...injection, status } }),
        null,
        `${name} ${status}`,
      );
    for (const error_steps of [null, undefined])
      assert.equal(reasonFor(name, { ...full, ...unlabelled, error_steps }), 'no label', name);
  }
  for (const status of ['rejected', 'failed'] as const) {
    const row = exported('latebench', { ...full, injection: { ...injection, status } });
    assert.deepEqual(row.original_error_steps, []);
    assert.equal('has_errors' in ((row.source as Row).metadata as Row), false);
    assert.equal(row.injected_error_steps, undefined);
  }
});
