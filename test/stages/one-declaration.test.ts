// An option is declared in one place: a stage made up here is found, with its option, wherever options are shown or read.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { z } from 'zod';
import { stageSection } from '../../scripts/stage-reference.ts';
import { completionScript } from '../../src/cli/completion-script.ts';
import { commandHelp } from '../../src/cli/help.ts';
import { parseOptions } from '../../src/cli/parse-options.ts';
import { stageCommand } from '../../src/cli/stage-command.ts';
import { formOf } from '../../src/dashboard/workbench/forms.ts';
import { addStage, defineMap } from '../../src/index.ts';
import { run } from '../../src/library/run.ts';
import { ownStage } from '../../src/library/stage-value.ts';
import { ingest } from '../../src/library/stages.ts';
import { stageJsonSchema } from '../../src/pipeline/json-schema.ts';
import { type Solution, solutionSchema } from '../../src/records/solution.ts';
import { formValues } from '../../src/stages/form-values.ts';
import { stageStep } from '../../src/stream/step.ts';
import { temporaryFolder } from '../support/temporary.ts';

const seen: unknown[] = [];
const toy = defineMap({
  kind: 'map',
  name: 'toy',
  summary: 'mark each record',
  about: 'Marks each record.',
  examples: ['latebench toy --mark-size 3 records.jsonl'],
  docs: 'docs/cli.md',
  options: z.strictObject({
    markSize: z.int().min(1).max(9).default(2).describe('how large the mark is').meta({ value: 'N' }),
  }),
  ports: { in: 'records', main: 'records' },
  needs: () => [],
  async build(options) {
    seen.push(options);
    return {
      step: stageStep<Solution, Solution>({
        name: 'toy',
        version: '1',
        input: solutionSchema,
        output: solutionSchema,
        config: options,
        key: () => 'toy',
        run: (record) => [{ ...record, mark: '*'.repeat(options.markSize) }],
      }),
    };
  },
});
addStage(toy);

const record = {
  id: 'a',
  problem: 'p',
  steps: ['one', 'two'],
  answer: null,
  error_steps: [],
  error_source: null,
} as unknown as Solution;

test('an option of a stage appears in help, completion and the JSON Schema of pipelines from its one declaration', async () => {
  const command = await stageCommand(toy);
  assert.match(commandHelp(command), /--mark-size N +how large the mark is \[default 2\]/);
  assert.match(completionScript('bash', [command]), /--mark-size/);
  const schema = stageJsonSchema(toy) as { properties: { with: { properties: Record<string, unknown> } } };
  assert.deepEqual(schema.properties.with.properties.markSize, {
    default: 2,
    description: 'how large the mark is',
    type: 'integer',
    minimum: 1,
    maximum: 9,
  });
});

test('it has a field in forms of the dashboard, whose text the same schema checks', () => {
  const { rows } = formOf(toy);
  const { key, kind, min, max, default: preset, about } = rows.find((row) => row.key === 'markSize')!;
  assert.deepEqual(
    { key, kind, min, max, preset, about },
    { key: 'markSize', kind: 'whole', min: 1, max: 9, preset: '2', about: 'how large the mark is' },
  );
  assert.deepEqual(formValues(rows, toy.options, { markSize: '3' }), { markSize: 3 });
  assert.throws(
    () => formValues(rows, toy.options, { markSize: '12' }),
    /^LateBenchError: Mark size: 12 is not/,
  );
});

test('it has a row in the reference', async () => {
  assert.match(
    stageSection(toy, { command: await stageCommand(toy) }),
    /\n\| `markSize` \| `--mark-size N` \| whole number from 1 to 9 \| `2` \| how large the mark is \|\n/,
  );
});

test('its flag reaches the stage and the manifest, given and resolved, and a wrong value is a usage error', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'in.jsonl');
  await writeFile(file, `${JSON.stringify(record)}\n`);
  const runFolder = join(folder, 'run');
  const command = await stageCommand(toy);
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const call = (argv: string[]) => ({
    stdin: new PassThrough(),
    stdout,
    stderr,
    command,
    options: parseOptions(command.options, argv),
    say: () => {},
    showsProgress: false,
    atExit: [],
  });
  const out = join(folder, 'out.jsonl');
  assert.equal(await command.run(call([file, '--mark-size', '3', '--run', runFolder, '-o', out])), 0);
  assert.deepEqual(seen.at(-1), { markSize: 3 });
  assert.equal(JSON.parse(await readFile(out, 'utf8')).mark, '***');
  assert.equal(await command.run(call([file, '--run', runFolder, '-o', out])), 0);
  const manifest = JSON.parse(await readFile(join(runFolder, 'manifest.json'), 'utf8'));
  assert.deepEqual(manifest.options, [{ use: 'toy', with: {} }]);
  assert.deepEqual(manifest.resolved, [{ use: 'toy', with: { markSize: 2 } }]);
  await assert.rejects(command.run(call([file, '--mark-size', 'x'])), /--mark-size x: give a whole number/);
  await assert.rejects(command.run(call([file, '--mark-size', '12'])), { code: 'LB_USAGE' });
});

test('a program runs it by the same options', async () => {
  const outcome = await run(ingest([record]), ownStage(toy, { markSize: 4 }));
  assert.deepEqual(seen.at(-1), { markSize: 4 });
  assert.equal(outcome.written, 1);
  await assert.rejects(run(ingest([record]), ownStage(toy, { markSize: 0 })), { code: 'LB_CONFIG' });
});
