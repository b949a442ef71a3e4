// `latebench verify --audit`: the verdicts of another grader, from a column or a process, beside ours.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AuditReport } from '../../src/grading/audit.ts';
import { readInput } from '../../src/storage/input.ts';
import { jsonLines, runCommand, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const rows = [
  { gold: '1/2', pred: '0.5', other: true },
  { gold: '$|x|$', pred: '$x$', other: 'correct' },
  { gold: '5', pred: '6', other: 0 },
  { gold: '15', pred: '\\boxed{15 toys}', other: false },
  { gold: '16', pred: '\\boxed{16 toys}', other: { equal: false } },
  { gold: '16', pred: null, other: null },
  { gold: '7', pred: '7', other: null },
];
const input = rows.map((row) => `${JSON.stringify(row)}\n`).join('');

test('disagreements with a column are counted by kind, printed within 80 columns, and written out', async (t) => {
  const cwd = await temporaryFolder(t);
  const args = ['verify', '--audit', '--audit-column', 'other', '-q'];
  const { code, stdout } = await runHere([...args, '-o', 'apart.jsonl'], { cwd, input });
  assert.equal(code, 0);
  assert.match(stdout, /^The graders agree on 3 of 7 pairs \(42\.9%\) and disagree on 4\.\n/);
  assert.ok(stdout.split('\n').every((line) => line.length <= 80));
  const apart = jsonLines(await readFile(join(cwd, 'apart.jsonl'), 'utf8'));
  assert.deepEqual(
    apart.map(({ gold, other }) => [gold, other]),
    [
      ['$|x|$', 'equal'],
      ['15', 'different'],
      ['16', 'different'],
      ['7', 'none'],
    ],
  );
  const json = await runHere([...args, '--format', 'json'], { cwd, input });
  const report = JSON.parse(json.stdout) as AuditReport;
  assert.deepEqual(report.table, {
    equal: { equal: 1, different: 2, none: 1 },
    different: { equal: 1, different: 1 },
    unparsed: { none: 1 },
  });
  const kinds = report.disagreements.map(({ here, other, method, answer, count }) => [
    here,
    other,
    method,
    answer,
    count,
  ]);
  assert.deepEqual(kinds[0], ['equal', 'different', 'exact', 'number', 2]);
  assert.deepEqual(
    kinds.find(([here]) => here === 'different'),
    ['different', 'equal', 'probes', 'expression', 1],
  );
  assert.deepEqual(
    report.disagreements[0]!.examples.map(({ pair }) => pair),
    [4, 5],
  );
});

test('another grader may be a process; its verdicts are those of its lines', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(
    join(cwd, 'same-text.mjs'),
    `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { gold, pred } = JSON.parse(line);
  console.log(JSON.stringify({ equal: gold === pred }));
}`,
  );
  const many = Array.from({ length: 3000 }, (_, k) => ({
    gold: String(k),
    pred: k % 3 === 0 ? `${k}.0` : String(k),
  }));
  const { code, stdout } = await runCommand(
    ['verify', '--audit', '--audit-command', `"${process.execPath}" same-text.mjs`, '--format', 'json', '-q'],
    { cwd, input: many.map((row) => `${JSON.stringify(row)}\n`).join('') },
  );
  assert.equal(code, 0);
  const report = JSON.parse(stdout) as AuditReport;
  assert.deepEqual([report.pairs, report.agreed], [3000, 2000]);
});

test('a process that fails, ends early or says no verdict ends the audit with its reason', async (t) => {
  const cwd = await temporaryFolder(t);
  for (const [command, message] of [
    ['exit 3', /it ended with 3 \(0 answers read\)/],
    ['head -n 1 | sed s/.*/true/', /it ended before it had answered every pair \(1 answers read\)/],
    ['cat', /line 1 of its answers is not a verdict/],
    ['sed s/.*/0.5/', /line 1 of its answers is not a verdict \(0\.5\)/],
  ] as const) {
    const { code, stderr } = await runCommand(['verify', '--audit', '--audit-command', command], {
      cwd,
      input,
    });
    assert.equal(code, 2, command);
    assert.match(stderr, message);
  }
});

test('rows without a verdict are invalid rows, and an audit without verdicts is refused', async (t) => {
  const cwd = await temporaryFolder(t);
  const odd = `${JSON.stringify({ gold: '1', pred: '1', other: 0.5 })}\n${JSON.stringify({ gold: '1', pred: '1' })}\n`;
  const { code, stderr } = await runHere(['verify', '--audit', '--audit-column', 'other'], {
    cwd,
    input: odd + input,
  });
  assert.equal(code, 3);
  assert.match(stderr, /no verdict in field "other" \(--audit-column\)/);
  const none = await runHere(['verify', '--audit'], { cwd, input });
  assert.equal(none.code, 2);
  assert.match(none.stderr, /give --audit-column KEY or --audit-command COMMAND/);
});

test('the disagreements have their own columns in files of columns', async (t) => {
  const cwd = await temporaryFolder(t);
  const args = ['verify', '--audit', '--audit-column', 'other', '-q'];
  const withMore = input.replace('"gold":"15"', '"level":3,"gold":15');
  const { code, stderr } = await runHere([...args, '-o', 'apart.parquet'], { cwd, input: withMore });
  assert.equal(code, 0, stderr);
  const read: Record<string, unknown>[] = [];
  const onBad = (bad: object): never => assert.fail(JSON.stringify(bad));
  for await (const group of readInput(join(cwd, 'apart.parquet'), { onBad })) read.push(...group);
  const [probes, boxed] = read as { gold: unknown; verify: { verdict: string; method: string } }[];
  assert.equal(read.length, 4);
  assert.equal(probes?.verify.method, 'probes');
  assert.equal(boxed?.verify.verdict, 'equal');
  assert.equal(boxed?.gold, 15);
  for (const row of read) assert.ok(!('id' in row) && !('steps' in row), JSON.stringify(row));
  assert.match(JSON.stringify(boxed), /"level\\*":3/);
});
