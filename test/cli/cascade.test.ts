// `latebench cascade`: the chosen point with both numbers first, the frontier as table, CSV and page.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { CascadeObject } from '../../src/records/cascade.ts';
import { cascadeRecords } from '../support/cascade-critics.ts';
import { runHere } from '../support/cli.ts';

let cwd = '';
before(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'latebench-cascade-test-'));
  const records = [...cascadeRecords(120, 5)];
  for (const [at, name] of ['cheap', 'strong'].entries()) {
    const lines = records.map(
      (record) => `${JSON.stringify({ ...record, critiques: [record.critiques![at]] })}\n`,
    );
    await writeFile(join(cwd, `${name}.jsonl`), lines.join(''));
  }
});
after(() => rm(cwd, { recursive: true, force: true }));

const asked = (...args: string[]) =>
  runHere(['cascade', 'cheap.jsonl', 'strong.jsonl', '--bootstrap', '200', ...args], { cwd });

test('the answer comes first, with the number where it was chosen and the one held out, in lines that fit', async () => {
  const { code, stdout, stderr } = await asked();
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^The cheapest way to stay within 0\.0 points of F1 of strong: accept /);
  assert.match(
    stdout.replaceAll('\n', ' '),
    /held out it costs [\d.]+% of strong with F1 [\d.]+%.*where it was chosen, /,
  );
  assert.ok(stdout.split('\n').every((line) => line.length <= 80));
});

test('JSON has all points, CSV a row of each, and the page the same numbers with a chart and no script', async () => {
  const { stdout } = await asked('--format', 'json', '--max-cost', '0.5');
  const plan = JSON.parse(stdout) as CascadeObject;
  assert.ok(plan.points[plan.chosen!]!.dev.cost_share! <= 0.5);
  const csv = await asked('--format', 'csv');
  assert.equal(csv.stdout.trim().split('\n').length, plan.points.length + 1);
  const page = await asked('-o', 'c.html', '--max-cost', '0.5');
  assert.equal(page.code, 0, page.stderr);
  assert.match(page.stderr, /report: c\.html/);
  const html = await readFile(join(cwd, 'c.html'), 'utf8');
  assert.match(html, /<svg[^>]*>.*F1 by cost, as a share of strong alone/s);
  assert.doesNotMatch(html, /<script/);
  const share = (100 * plan.points[plan.chosen!]!.test.cost_share!).toFixed(1);
  assert.ok(html.includes(`chosen: ${share}%`));
  const again = await asked('-o', 'd.html', '--max-cost', '0.5');
  assert.equal(again.code, 0);
  assert.equal(await readFile(join(cwd, 'd.html'), 'utf8'), html);
});

test('a wrong price, and one critic, are usage errors', async () => {
  const price = await asked('--cheap-price', 'free');
  assert.equal(price.code, 2);
  const alone = await runHere(['cascade', 'cheap.jsonl'], { cwd });
  assert.equal(alone.code, 2);
  assert.match(alone.stderr.replaceAll(/\s+/g, ' '), /a cascade has two critics.*found: cheap/);
});
