// Whatever is wrong with a pipeline and can be known beforehand is said before anything runs, with the file and the
// place in it.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { importDefault } from '../../src/config/import-default.ts';
import { runPipeline } from '../../src/index.ts';
import { loadPipeline } from '../../src/pipeline/load.ts';
import type { PipelineDefinition } from '../../src/pipeline/schema.ts';
import { runCommand, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const sound = {
  name: 'small',
  about: 'a few late errors and one critic',
  source: { synthetic: { count: 3, seed: 1 } },
  stages: [
    { use: 'inject', with: {} },
    { use: 'critic', with: {} },
  ],
  endpoint: 'sim',
  seed: 1,
};

const wrong: readonly [part: object, said: RegExp][] = [
  [{ stages: [{ use: 'crtic', with: {} }] }, /stages\.0\.use: crtic is none of .*; did you mean critic\?/],
  [{ stages: [{ with: {} }] }, /stages\.0\.use: it is missing; use one of filter, /],
  [{ stages: [{ use: 'critic', with: 3 }] }, /stages\.0\.with: must be an object, not 3/],
  [{ stages: [{ use: 'pool' }] }, /stages\.0\.with\.pool: it is missing \(a text\)/],
  [{ stages: ['critic'] }, /stages\.0: must be an object, not "critic"/],
  [
    { stages: [{ use: 'critic', with: { vots: 3 } }] },
    /stages\.0\.with: it has no field vots; did you mean votes\?/,
  ],
  [
    { stages: [{ use: 'critic', with: { votes: '3' } }] },
    /stages\.0\.with\.votes: must be a number, not "3"/,
  ],
  [{ stages: [] }, /stages: there is none/],
  [{ schedule: { cron: '61 2 * * *' } }, /schedule\.cron: .*minute: 61/],
  [{ schedule: { cron: '0 2 * *' } }, /schedule\.cron: .*write five fields/],
  [{ schedule: { cron: '0 0 31 2 *' } }, /schedule\.cron: no day of the calendar fits/],
  [
    { schedule: { cron: '0 2 * * *', timezone: 'Europe/Berln' } },
    /schedule\.timezone: there is no timezone Europe\/Berln; did you mean Europe\/Berlin\?/,
  ],
  [{ schedule: { croon: '0 2 * * *' } }, /schedule: it has no field croon; did you mean cron\?/],
  [
    { endpoint: { critic: { dialect: 'opnai' } } },
    /endpoint\.critic\.dialect: opnai is none of .*; did you mean openai\?/,
  ],
  // Nothing near it is there: what there is.
  [
    { schedule: { cron: '0 2 * * *', zzz: 1, croon: 2 } },
    /schedule: it has no field zzz; it has no field croon; did you mean cron\?; its fields: cron, /,
  ],
  [{ endpoint: { critc: {} } }, /endpoint: it has no field critc; did you mean critic\?/],
  [{ endpoint: { critic: { headers: { Authorization: 'x' } } } }, /endpoint\.critic\.headers: a header that/],
  [{ sinks: [{ file: 'final.parq' }] }, /sinks\.0\.file: its extension names no format; use one of \.jsonl/],
  [{ budget: { price: 'in=x' } }, /budget\.price: give it as in=0\.15,out=0\.6/],
  [
    { stages: [...sound.stages, { use: 'inject', with: {} }] },
    /stages\.2: inject discards the critiques that critic \(stages\.1\) is paid for: put inject before critic/,
  ],
  [
    {
      stages: [
        { use: 'critic', with: {} },
        { use: 'gate', with: {} },
        { use: 'export', with: { format: 'processbench' } },
      ],
    },
    /stages\.2: export discards the critiques that critic \(stages\.0\)/,
  ],
  [
    {
      stages: [
        { use: 'score', with: {} },
        { use: 'critic', with: {} },
      ],
    },
    /stages\.1: critic reads records, and what comes before leaves nothing/,
  ],
  [
    { stages: [{ use: 'inject', with: { targetDifficulty: [0.2, 0.8] } }] },
    /stages\.0: a target difficulty needs critics/,
  ],
  [
    { stages: [{ use: 'export', with: { format: 'processbench' } }, ...sound.stages] },
    /stages\.1: inject reads records, and export \(stages\.0\) leaves rows of another layout: put export last/,
  ],
  [
    {
      stages: [
        { use: 'export', with: { format: 'processbench' } },
        { use: 'score', with: {} },
      ],
    },
    /stages\.1: score reads records, and export \(stages\.0\) leaves rows of another layout/,
  ],
  [
    { stages: [...sound.stages, { use: 'difficulty', with: { votes: 2, target: [0.2, 0.8] } }] },
    /stages\.2: difficulty discards the critiques that critic \(stages\.1\)/,
  ],
  [{ stages: [{ use: 'inject', with: { region: [0.9, 0.1] } }] }, /stages\.0\.with\.region: the lower bound/],
  [
    { stages: [{ use: 'critic', with: { system: 'Be strict.' } }] },
    /stages\.0\.with\.system: give \{"source": NAME, "text": TEXT\}/,
  ],
  [{ schedule: { cron: '@daily' } }, /schedule\.cron: @daily has not five fields; write five fields/],
  [{ schedule: { cron: '' } }, /schedule\.cron: it is empty; write five fields/],
  ...[
    'records.parquet',
    'events.jsonl',
    'events-2.jsonl',
    'quarantine.jsonl',
    'batches.jsonl',
    'grid.csv',
  ].map((file): [object, RegExp] => [
    { sinks: [{ file }] },
    new RegExp(`sinks\\.0\\.file: ${file} is a file that the run makes itself`),
  ]),
  [{ sinks: [{ file: '../final.jsonl' }] }, /sinks\.0\.file: \.\.\/final\.jsonl is not a plain name/],
  [
    { sinks: [{ file: 'final.csv' }, { file: 'Final.csv' }] },
    /sinks\.1\.file: two sinks are called Final\.csv/,
  ],
];

test('what is wrong with a pipeline is said with its file and the place in it', async (t) => {
  const path = join(await temporaryFolder(t), 'small.json');
  for (const [part, said] of wrong) {
    const definition = { ...sound, ...part };
    await writeFile(path, JSON.stringify(definition));
    const about = JSON.stringify(part);
    await assert.rejects(loadPipeline(path), (error: { code: string; message: string }) => {
      assert.equal(error.code, 'LB_CONFIG', about);
      assert.ok(error.message.startsWith(`${path}: `), error.message);
      assert.match(error.message, said, about);
      return true;
    });
    await assert.rejects(
      runPipeline(definition as unknown as PipelineDefinition, { folder: join(path, 'nowhere') }),
      { code: 'LB_CONFIG', message: said },
      about,
    );
  }
});

test('a value that is no data is named, not taken for an empty object', async () => {
  const endpoint = new URL('http://127.0.0.1:8000/v1');
  for (const part of [{ endpoint }, { about: () => 'x' }, { seed: 1n }, { source: new Map() }]) {
    const definition = { ...sound, ...part } as unknown as PipelineDefinition;
    const message = new RegExp(`small: it holds a value that is not a text.*\\(${Object.keys(part)[0]}\\)`);
    await assert.rejects(runPipeline(definition, { folder: 'nowhere' }), { code: 'LB_CONFIG', message });
  }
  const own: Record<string, unknown> = { ...sound };
  own.itself = own;
  await assert.rejects(runPipeline(own as unknown as PipelineDefinition), { code: 'LB_CONFIG' });
});

test('a JSON file is one by its ending in capitals, too', async (t) => {
  const path = join(await temporaryFolder(t), 'SMALL.JSON');
  await writeFile(path, JSON.stringify(sound));
  assert.equal((await loadPipeline(path)).name, 'small');
});

test('critiques that a stage has decided by may be discarded', async (t) => {
  const path = join(await temporaryFolder(t), 'small.json');
  const found = { use: 'filter', with: { where: ['critiques.0.first_error=-1'] } };
  const again = { use: 'inject', with: {} };
  const kept = { use: 'export', with: { format: 'latebench' } };
  for (const stages of [
    [{ use: 'critic', with: {} }, found, again],
    [...sound.stages, kept],
  ]) {
    await writeFile(path, JSON.stringify({ ...sound, stages }));
    assert.equal((await loadPipeline(path)).stages.length, stages.length);
  }
});

test('latebench run says it before anything is made, and of every field', async (t) => {
  const cwd = await temporaryFolder(t);
  const stages = [
    { use: 'critic', with: { votes: 0 } },
    { use: 'injct', with: {} },
  ];
  await writeFile(
    join(cwd, 'small.json'),
    JSON.stringify({ ...sound, stages, schedule: { cron: 'daily' }, sed: 2 }),
  );
  const { code, stdout, stderr } = await runHere(['run', 'small.json', '--run', 'r'], { cwd });
  assert.deepEqual([code, stdout], [2, '']);
  for (const place of [
    /stages\.0\.with\.votes/,
    /stages\.1\.use: .*mean inject/,
    /schedule\.cron/,
    /no field sed/,
  ]) {
    assert.match(stderr, place);
  }
  const folder = await runHere(['run', '.', '--run', 'r'], { cwd });
  assert.match(folder.stderr, /is a directory/);
});

test('what cannot be loaded is said with file and line', async (t) => {
  const folder = await temporaryFolder(t);
  // Node itself reads TypeScript from 22.18 on: it tells no column of a syntax error, and that of an error that is thrown.
  const strips = Boolean((process.features as { typescript?: unknown }).typescript);
  // From 24 on, node:test starts its processes with tsx, as the whole was started.
  const byNode = strips && !process.execArgv.some((flag) => flag.endsWith('tsx'));
  const syntax = byNode ? /syntax\.ts:2: Unexpected token/ : /syntax\.ts:2:27: Expected/;
  const thrown = strips
    ? /thrown\.ts:2:24: nobody is not defined$/
    : /thrown\.ts: nobody is not defined \(.*thrown\.ts:2\)$/;
  const late = strips ? /late\.ts:1:31: no$/ : /late\.ts: no \(.*late\.ts:1\)$/;
  const texts: readonly [name: string, text: string, said: RegExp][] = [
    ['syntax.ts', "const a: number = 1;\nexport default { name: 'x',, };\n", syntax],
    ['imports.ts', "import './syntax.ts';\nexport default {};\n", syntax],
    ['thrown.ts', '\nexport default { name: nobody };\n', thrown],
    ['text.ts', 'throw "x";\n', /text\.ts: it throws x/],
    ['late.mjs', 'export default Promise.reject(new Error("no"));\n', /late\.mjs:1:31: no/],
    ['late.ts', 'export default Promise.reject(new Error("no"));\n', late],
    [
      'get.mjs',
      'export default { get name() { throw new Error("no"); } };\n',
      /get\.mjs: a field of it .*: no/,
    ],
    ['syntax.mjs', "const a = 1;\nexport default { name: 'x',, };\n", /syntax\.mjs:2: Unexpected token/],
    ['imports.mjs', "import './syntax.mjs';\nexport default {};\n", /syntax\.mjs:2: Unexpected token/],
    ['thrown.mjs', 'const a = 1;\nexport default nobody;\n', /thrown\.mjs:2:\d+: nobody is not defined/],
    [
      'twice.json',
      '{"seed": 1,\n "a": [{"b": 1}, {"b": 1}], "seed": 2}',
      /twice\.json:2:29: seed occurs twice/,
    ],
    ['inner.json', '{"a": {"b\\"": 1, "c": "b", "b\\"": 2}}', /inner\.json:1:28: b" occurs twice/],
    ['late.yaml', 'name: late\n', /late\.yaml: it ends in \.yaml; write it as JSON/],
    ['LATE', '{}', /LATE: its name has no ending; write it as JSON/],
    [
      'broken.json',
      '{\n "name": "x",\n "about" 3\n}',
      /broken\.json:3:10: is not JSON: (Unexpected number|Expected ':')/,
    ],
  ];
  // All are written first: some import others.
  for (const [name, text] of texts) await writeFile(join(folder, name), text);
  for (const [name, , said] of texts) {
    await assert.rejects(loadPipeline(join(folder, name)), { code: 'LB_CONFIG', message: said });
  }
  await assert.rejects(importDefault(join(folder, 'syntax.ts')), { code: 'LB_CONFIG' });
});

test('a file that ends the process while it is loaded is no quiet success', async (t) => {
  const cwd = await temporaryFolder(t);
  const texts = [
    'process.exit(0);\n',
    'export default new Promise(() => {});\n',
    'await new Promise(() => {});\n',
  ];
  for (const text of texts) {
    await writeFile(join(cwd, 'ends.mjs'), text);
    const { code, stderr } = await runCommand(['run', 'ends.mjs', '--plan'], { cwd, started: () => {} });
    assert.equal(code, 2, text);
    assert.match(stderr, /ends\.mjs: the process ended while it was loaded/);
  }
});
