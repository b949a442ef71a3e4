// python/latebench.py against the command: the same numbers from the same records, and the same reading of replies. Debian's
// python3 runs it, without any package; inspect_ai and pyarrow are played by small modules of the same shape.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parseFirstError } from '../../src/critic/parse-first-error.ts';
import { problemFolder } from '../../src/deepconf/pool/layout.ts';
import { readParquet } from '../../src/storage/columnar/parquet-source.ts';
import { codeBlocks } from '../docs/code-blocks.ts';
import { collect, fullRecord, writeRecords } from '../storage/columnar/support.ts';
import { repository, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const duckdb = await import('@duckdb/node-api').catch(() => undefined);
const skip = spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is not there';
const data = join(repository, '..', 'shared', 'data');
const files = [
  'processbench/gsm8k.json',
  'processbench/math.json',
  'deltabench/Deltabench_v1_examples.jsonl',
  'latebench/latebench_processbench_olympiadbench_complete.json',
  'prm800k/latebench_prm800k_phase2_100.json',
];

/** What a script prints; `-I` leaves out the site's packages and the caller's settings. */
function python(cwd: string, script: string, input = ''): string {
  const start = `import json, sys\nsys.path[:0] = [${JSON.stringify(join(repository, 'python'))}, "."]\nsys.dont_write_bytecode = True\n`;
  const { status, stdout, stderr } = spawnSync('python3', ['-X', 'utf8', '-I', '-S', '-c', start + script], {
    cwd,
    input,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

const scored = (cwd: string, path: string, parse = 'robust') =>
  JSON.parse(
    python(
      cwd,
      `from latebench import *\nprint(json.dumps(score_records(read_records(${JSON.stringify(path)}), ${JSON.stringify(parse)})))`,
    ),
  );

/** Every number of `actual` is in `expected`, to 1e-12; returns how many there were. */
function compare(actual: unknown, expected: unknown, at: string): number {
  if (typeof actual === 'number') {
    assert.ok(
      typeof expected === 'number' && Math.abs(actual - expected) <= 1e-12,
      `${at}: ${actual}, ${expected}`,
    );
    return 1;
  }
  if (typeof actual !== 'object' || actual === null) {
    assert.equal(actual, expected, at);
    return 0;
  }
  assert.ok(typeof expected === 'object' && expected !== null, at);
  if (Array.isArray(actual)) assert.equal(actual.length, (expected as unknown[]).length, at);
  return Object.entries(actual).reduce(
    (sum, [key, value]) => sum + compare(value, (expected as Record<string, unknown>)[key], `${at}.${key}`),
    0,
  );
}

async function compareWithCommand(cwd: string, path: string, ...options: string[]) {
  const args = ['score', '-q', '--format', 'json', '--bootstrap', '0', '--no-arithmetic', ...options, path];
  const { code, stdout, stderr } = await runHere(args, { cwd });
  assert.equal(code, 0, stderr);
  const expected = JSON.parse(stdout);
  const actual = scored(cwd, path, options.includes('strict') ? 'strict' : 'robust');
  for (const [at, critic] of actual.critics.entries()) {
    const whole = expected.critics[at].processbench;
    assert.deepEqual(Object.keys(critic.processbench).sort(), Object.keys(whole).sort());
    assert.deepEqual(Object.keys(critic.processbench.subsets), Object.keys(whole.subsets));
  }
  return { actual, numbers: compare(actual, expected, path) };
}

test('scores of real files are those of the command to 1e-12', {
  skip: skip || (existsSync(data) ? false : `${data} is not here`),
}, async (t) => {
  const cwd = await temporaryFolder(t);
  for (const [at, file] of files.entries()) {
    const out = `judged-${at}.jsonl${at % 2 === 0 ? '' : '.gz'}`;
    const { code, stderr } = await runHere(
      ['critic', '-q', '--critic', 'arithmetic', join(data, file), '-o', out],
      { cwd },
    );
    assert.equal(code, 0, stderr);
    const { actual, numbers } = await compareWithCommand(cwd, out);
    assert.ok(numbers > 40 && actual.critics[0].n > 0, file);
    t.diagnostic(`${file}: ${actual.critics[0].n} records, ${numbers} numbers`);
  }
});

/** Every kind of record and critique that the rules tell apart; with 750 parts, over more subsets than are kept. */
function mixed(parts = 750): unknown[] {
  const numberAt = (i: number, salt: number, below: number) =>
    (Math.imul((i + 1) * (salt * 2 + 7), 0x9e3779b1) >>> 16) % below;
  return Array.from({ length: 900 }, (_, i) => {
    const label = numberAt(i, 1, 8) - 1;
    const answer = numberAt(i, 2, 3) === 0 || i % 11 < 4 ? label : numberAt(i, 3, 7) - 1;
    const status = ['ok', 'ok', 'ok', 'ok', 'unparsed', 'failed'][numberAt(i, 3, 6)]!;
    const isOk = status === 'ok';
    const flags = [answer, 6, 5].filter((step) => step >= 0 && numberAt(i, step, 3) > 0);
    const first = {
      critic: 'premier ü',
      protocol: 'first_error',
      status,
      first_error: isOk ? answer : null,
      first_error_strict: numberAt(i, 4, 3) === 0 || status === 'failed' ? null : answer,
    };
    const all = {
      critic: 'all 🧮',
      protocol: 'all_errors',
      status,
      error_steps: isOk ? flags : null,
    };
    return {
      id: `set/${i}`,
      dataset: i % 5 === 0 ? null : 'sätze 😀',
      subset: i % 3 === 0 ? `part ${i % parts}` : i % 7 === 0 ? '(other)' : '',
      problem: `What is\u2028 ${i} × 2\u0085?`,
      steps: ['a', 'b\r', 'c', 'd', 'e', 'f', '∎'],
      error_steps: i % 40 === 0 ? null : label === -1 ? [] : i % 2 === 0 ? [6, label, label] : [label],
      ...(i % 41 === 0 && {
        injection: { status: ['rejected', 'failed', 'accepted'][numberAt(i, 5, 3)]! },
      }),
      critiques: [...(i % 50 === 0 ? [{ ...first, first_error: 0 }] : []), first, ...(i % 4 ? [all] : [])],
    };
  });
}

const jsonLines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

test('unparsed and failed critiques, unlabelled records, both readings and many subsets count as in the command', {
  skip,
}, async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'mixed.jsonl.gz'), gzipSync(jsonLines(mixed())));
  for (const options of [[], ['--parse', 'strict']]) {
    const { actual, numbers } = await compareWithCommand(cwd, 'mixed.jsonl.gz', ...options);
    const [critic] = actual.critics;
    assert.ok(critic.n_unparsed > 0 && critic.n_failed > 0 && actual.skipped.unlabelled > 0);
    assert.equal(Object.keys(critic.processbench.subsets).includes('(other)'), true);
    assert.ok(numbers > 500, String(numbers));
  }
  await writeFile(join(cwd, 'few.jsonl'), jsonLines(mixed(15)));
  const { actual } = await compareWithCommand(cwd, 'few.jsonl');
  const { f1, subsets, mean_of_subsets_f1, weighted_f1 } = actual.critics[1].processbench;
  assert.ok(Object.keys(subsets).length > 4);
  assert.equal(new Set([f1, mean_of_subsets_f1, weighted_f1, null]).size, 4);
});

test('what is undefined is None, as it is null in the command', { skip }, async (t) => {
  const cwd = await temporaryFolder(t);
  const correct = (mixed() as { error_steps: number[] | null }[]).filter(
    ({ error_steps }) => error_steps?.length === 0,
  );
  await writeFile(join(cwd, 'correct.jsonl'), jsonLines(correct));
  const { actual } = await compareWithCommand(cwd, 'correct.jsonl');
  const { error_acc, f1, mean_of_subsets_f1, within_1 } = actual.critics[0].processbench;
  assert.deepEqual([error_acc, f1, mean_of_subsets_f1, within_1], [null, null, null, null]);
  await writeFile(join(cwd, 'none.jsonl'), '');
  assert.deepEqual(scored(cwd, 'none.jsonl').critics, []);
});

test('records are written as they were read, and what is no record is named with its line', {
  skip,
}, async (t) => {
  const cwd = await temporaryFolder(t);
  const text = jsonLines([...mixed(), { id: 'half', problem: 'a\ud83d', steps: ['1'], big: 2 ** 53 }]);
  await writeFile(join(cwd, 'in.jsonl'), `\ufeff${text}\n\r\n`);
  await writeFile(join(cwd, 'list.json'), JSON.stringify(mixed()));
  await writeFile(join(cwd, 'bad.jsonl'), '{"id":1}\n[1]\n');
  await writeFile(join(cwd, 'bad.json'), '[{"id":1},2]');
  const printed = python(
    cwd,
    `
from latebench import *
records = list(read_records("in.jsonl"))
print(write_records("out.jsonl.gz", records), write_records("again.jsonl.gz", iter(records)), list(read_records("out.jsonl.gz")) == records)
print(list(read_records("list.json")) == records[:-1])
def fails(): yield records[0]; yield {"no": float("nan")}
for attempt in [lambda: list(read_records("bad.jsonl")), lambda: list(read_records("bad.json")), lambda: list(read_records("x.arrow")), lambda: write_records("out.jsonl.gz", fails()), lambda: write_records("a.csv", []), lambda: read_results("."), lambda: list(read_pool(".")), inspect_scorer]:
    try: attempt()
    except Exception as error: print(type(error).__name__, error)
import os
print(sorted(os.listdir(".")))
open("summary.json", "w").write('{"f1": null}')
print(read_results("."))
`,
  );
  const written = await readFile(join(cwd, 'out.jsonl.gz'));
  assert.equal(gunzipSync(written).toString(), text);
  assert.deepEqual(await readFile(join(cwd, 'again.jsonl.gz')), written);
  assert.deepEqual(printed.split('\n'), [
    '901 901 True',
    'True',
    'ValueError bad.jsonl:2: a record is a JSON object',
    'ValueError bad.json: element 2: a record is a JSON object',
    'ValueError x.arrow: read as JSONL, JSON or Parquet; `latebench filter x.arrow -o records.jsonl` converts it',
    'ValueError Out of range float values are not JSON compliant',
    'ValueError a.csv: records are written as .jsonl or .jsonl.gz; `latebench filter` converts them',
    'FileNotFoundError .: neither summary.json nor results.json; name the folder of a finished run',
    'ImportError Parquet files and pools need pyarrow: pip install pyarrow',
    'ImportError inspect_scorer needs inspect_ai: pip install inspect_ai',
    "['again.jsonl.gz', 'bad.json', 'bad.jsonl', 'in.jsonl', 'list.json', 'out.jsonl.gz']",
    "{'summary': {'f1': None}, 'results': None}",
    '',
  ]);
});

test('lines that the command rejects are errors that name the line', { skip }, async (t) => {
  const cwd = await temporaryFolder(t);
  const of = (more: string): string => `{"id":"a","problem":"p","steps":["s"],"error_steps":[0]${more}}`;
  const lines = {
    twice: [of(',"error_steps":[]'), 'not JSON: an object has "error_steps" twice: keep one of the values'],
    inside: [
      of(',"meta":[{"ä":1,"\\u00e4":2}]'),
      'not JSON: an object has "ä" twice: keep one of the values',
    ],
    nan: [of(',"x":NaN'), 'not JSON: JSON has no NaN: write null'],
    minus: [of(',"x":[-Infinity]'), 'not JSON: JSON has no -Infinity: write null'],
    bytes: [Buffer.from(of(',"x":"\xff"'), 'latin1'), 'not UTF-8: '],
  } as const;
  for (const [name, [line, message]] of Object.entries(lines)) {
    const path = `${name}.jsonl`;
    await writeFile(
      join(cwd, path),
      Buffer.concat([Buffer.from(`${of('')}\n`), Buffer.from(line as string), Buffer.from('\n')]),
    );
    const { stderr } = await runHere(['filter', path], { cwd });
    assert.match(stderr, new RegExp(`${path}:2 .*LB_(JSON|UTF8)`), name);
    const script = `from latebench import *\ntry: print(len(list(read_records(${JSON.stringify(path)}))))\nexcept ValueError as error: print(error)`;
    assert.ok(python(cwd, script).startsWith(`${path}:2: ${message}`), python(cwd, script));
    await writeFile(
      join(cwd, 'list.json'),
      Buffer.concat([Buffer.from('['), Buffer.from(line as string), Buffer.from(']')]),
    );
    assert.ok(python(cwd, script.replace(path, 'list.json')).startsWith(`list.json: ${message}`), name);
  }
});

test('replies are read as the strict parse of the critic reads them', { skip }, async (t) => {
  const cwd = await temporaryFolder(t);
  const boxed = [
    '2',
    '-1',
    ' 3\ufeff',
    '+1',
    '-0',
    '0003',
    '7',
    '-2',
    '',
    '1.0',
    '٣',
    '1\n',
    '\u001c1',
    '9'.repeat(5000),
  ];
  const replies = [
    ...boxed.flatMap((text) => [`so \\boxed{${text}}`, `\\boxed{1} then \\boxed{${text}}.`]),
    'step 2',
    '\\boxed{2',
    '\\boxed{\\boxed{2}}',
    '\\boxed{\\text{2}}',
    '<think>\\boxed{1}</think>',
    `\\boxed{${'0'.repeat(5000)}4}`,
  ];
  const script =
    'from latebench import *\nprint(json.dumps([parse_first_error(one, 7) for one in json.load(sys.stdin)]))';
  const read = JSON.parse(python(cwd, script, JSON.stringify(replies)));
  assert.deepEqual(
    read,
    replies.map((reply) => parseFirstError(reply, 7).strict),
  );
  assert.ok(read.includes(3) && read.includes(null) && read.includes(-1));
});

/** As much of inspect_ai as a scorer touches. */
const inspectModule = `
class Score:
    def __init__(self, **fields): self.__dict__.update(fields)
def metric(name): return lambda create: lambda: (name, create())
def scorer(metrics, name): return lambda create: lambda: (metrics, create())
`;

test('the scorers of both frameworks give the metrics of the pairs', { skip }, async (t) => {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'inspect_ai'));
  await writeFile(join(cwd, 'inspect_ai', '__init__.py'), '');
  await writeFile(join(cwd, 'inspect_ai', 'scorer.py'), inspectModule);
  const printed = python(
    cwd,
    `
import asyncio
from types import SimpleNamespace as Some
from latebench import *
records = [r for r in read_records(${JSON.stringify(join(repository, 'data', 'samples', 'late-errors-test.jsonl'))}) if label_of(r) is not None]
replies = ["I see none: \\\\boxed{%d}" % (label_of(r) if at % 3 else 0 if at % 2 else -1) if at % 10 else "?" for at, r in enumerate(records)]
metrics, judge = inspect_scorer()
async def score():
    return [await judge(Some(output=Some(completion=reply), metadata={"steps": len(r["steps"])}), Some(text=str(label_of(r)))) for r, reply in zip(records, replies)]
scores = asyncio.run(score())
inspect = {name: of([Some(score=one) for one in scores]) for name, of in metrics}
pairs = [lm_eval_process_results(r, [reply]) for r, reply in zip(records, replies)]
harness = {name: of([p[name] for p in pairs]) for name, of in [("error_acc", lm_eval_error_acc), ("correct_acc", lm_eval_correct_acc), ("f1", lm_eval_f1)]}
for r, reply in zip(records, replies):
    step = parse_first_error(reply, len(r["steps"]))
    r["critiques"] = [{"critic": "c", "protocol": "first_error", "status": "unparsed" if step is None else "ok", "first_error": step}]
write_records("judged.jsonl", records)
print(json.dumps([inspect, harness]))
print(lm_eval_f1([]), metrics[2][1]([]))
`,
  );
  const [first = '', undefinedBoth] = printed.split('\n');
  const [inspect, harness] = JSON.parse(first);
  const { actual } = await compareWithCommand(cwd, 'judged.jsonl');
  const { error_acc, correct_acc, f1 } = actual.critics[0].processbench;
  assert.ok(f1 > 0 && f1 < 1);
  assert.deepEqual(inspect, { error_acc, correct_acc, f1 });
  assert.deepEqual(harness, inspect);
  assert.equal(undefinedBoth, 'None nan');
});

/** As much of pyarrow as a reader touches; files hold JSON with the rows that pyarrow would give. */
const parquetModule = `
import json
class ParquetFile:
    def __init__(self, path):
        stored = json.load(open(path))
        self.rows = stored["rows"]
        self.metadata = type("FileMetaData", (), {"metadata": {b"latebench": b"{}"} if stored["ours"] else None})
        self.schema_arrow = type("Schema", (), {"metadata": None})
    def __enter__(self): return self
    def __exit__(self, *error): pass
    def iter_batches(self, batch_size=65536): return [self]
    def to_pylist(self): return self.rows
`;

async function withParquet(t: TestContext): Promise<string> {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'pyarrow'));
  await writeFile(join(cwd, 'pyarrow', '__init__.py'), '');
  await writeFile(join(cwd, 'pyarrow', 'parquet.py'), parquetModule);
  return cwd;
}

test('the columns of a Parquet file become the records that LateBench reads from it', {
  skip: skip || (duckdb === undefined ? 'needs the development dependency @duckdb/node-api' : false),
}, async (t) => {
  const cwd = await withParquet(t);
  const path = join(cwd, 'records.parquet');
  const lost = { ...fullRecord(3), meta: null, unknown: { a: [1] }, difficulty: '5' };
  await writeRecords(path, [fullRecord(0), fullRecord(1), { ...lost, critiques: null }]);
  const instance = await duckdb!.DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  t.after(() => {
    connection.closeSync();
    instance.closeSync();
  });
  const rows = (await connection.runAndReadAll(`FROM '${path}'`)).getRowObjectsJS();
  const numbers = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
  const stored = (ours: boolean) => JSON.stringify({ ours, rows }, numbers);
  await writeFile(join(cwd, 'ours.parquet'), stored(true));
  await writeFile(join(cwd, 'other.parquet'), stored(false));
  const script =
    'from latebench import *\nprint(json.dumps([list(read_records(one)) for one in ("ours.parquet", "other.parquet")]))';
  const [ours, other] = JSON.parse(python(cwd, script));
  assert.deepEqual(ours, JSON.parse(JSON.stringify(await collect(readParquet(path)))));
  assert.deepEqual(other, JSON.parse(stored(false)).rows);
});

test('rows of a pool have the id of their problem, and unfinished parts are left out', {
  skip,
}, async (t) => {
  const cwd = await withParquet(t);
  const long = 'ü'.repeat(200);
  const write = async (path: string, rows: unknown[]) => {
    await mkdir(join(cwd, path, '..'), { recursive: true });
    await writeFile(join(cwd, path), JSON.stringify({ ours: true, rows }));
  };
  await write('problems.parquet', [{ problem_id: 'aime/7' }, { problem_id: long }]);
  for (const id of ['aime/7', long])
    await write(`core/${problemFolder(id)}/part-000000.parquet`, [{ sample_id: 0 }]);
  await write('core/problem_id=a/.part-000000.parquet', [{ sample_id: 9 }]);
  await write('core/.problem_id=a.old/part-000000.parquet', [{ sample_id: 9 }]);
  await write('core/range-000000.parquet', [{ problem_id: 'b', sample_id: 1 }]);
  const script =
    'from latebench import *\nprint(json.dumps([list(read_pool(".", "problems")), list(read_pool("."))]))';
  const [problems, core] = JSON.parse(python(cwd, script));
  assert.equal(problems.length, 2);
  const found = core.map(
    (row: { problem_id: string; sample_id: number }) => `${row.problem_id} ${row.sample_id}`,
  );
  assert.deepEqual(found.sort(), ['aime/7 0', 'b 1', `${long} 0`].sort());
});

/** The commands of the page, then its Python, but for what needs inspect_ai. */
async function runPage(t: TestContext) {
  const cwd = await temporaryFolder(t);
  const page = join(repository, 'docs', 'python.md');
  await copyFile(
    join(repository, 'data', 'samples', 'late-errors-test.jsonl'),
    join(cwd, 'processbench.json'),
  );
  const commands = codeBlocks(page, 'sh').join('').split('\n');
  for (const line of commands.filter((one) => one.startsWith('latebench '))) {
    const { code, stderr } = await runHere(line.split(' ').slice(1), { cwd });
    assert.equal(code, 0, stderr);
  }
  const blocks = codeBlocks(page, 'python').filter((code) => !code.includes('inspect_ai'));
  return { cwd, printed: python(cwd, blocks.join('\n')) };
}

test('the page runs as written', { skip }, async (t) => {
  const { cwd, printed } = await runPage(t);
  const [count = '', score = ''] = printed.split('\n');
  assert.match(count, /^[1-9]\d* erroneous solutions$/);
  assert.match(score, /^arithmetic \d+ 0\.\d+ (0\.\d+|1\.0) 0\.\d+$/);
  assert.ok(existsSync(join(cwd, 'wrong.jsonl')));
});
