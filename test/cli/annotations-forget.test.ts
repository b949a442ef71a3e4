// `latebench annotations forget`: the name goes, the counts stay, and nothing that is filed meanwhile is lost.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Annotation } from '../../src/records/annotation.ts';
import { readAnnotations } from '../../src/storage/annotations.ts';
import { forgetIn } from '../../src/storage/forget-name.ts';
import { runHere } from '../support/cli.ts';
import { compiledScript } from '../support/compiled-script.ts';
import { temporaryFolder } from '../support/temporary.ts';

const jsonl = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const judged = (annotator: string, at: number, decision: string, more: object = {}) => ({
  record_id: `r${at}`,
  annotator,
  kind: 'decision',
  decision,
  first_error: at % 3,
  seconds: 2.5,
  blind: true,
  at: `2026-01-01T00:00:0${at % 10}.000Z`,
  operation: `${annotator.length}${annotator.charCodeAt(0)}-${at}`,
  ...more,
});

const names = ['anna', 'ben', 'zoe'];
const verdicts = ['yes', 'no', 'maybe'];

async function folder(t: Parameters<typeof temporaryFolder>[0]): Promise<string> {
  const cwd = await temporaryFolder(t);
  const notes = join(cwd, 'annotations');
  for (const inner of ['workbench', 'learning']) await mkdir(join(notes, inner), { recursive: true });
  for (const [who, name] of names.entries()) {
    const lines = Array.from({ length: 30 }, (_, at) =>
      judged(name, at, verdicts[(at * (who + 2) + who) % 3]!),
    );
    await writeFile(join(notes, `${name}.jsonl`), jsonl(lines));
  }
  await writeFile(
    join(notes, 'adjudicated.jsonl'),
    jsonl([judged('adjudicated', 1, 'no', { by: 'zoe' }), judged('adjudicated', 2, 'no', { by: 'ben' })]),
  );
  const tried = { annotator: 'zoe', record_id: 'r1', record_hash: 'h', at: '2026', kind: 'critique' };
  await writeFile(join(notes, 'workbench', 'zoe.jsonl'), jsonl([tried]));
  await writeFile(join(notes, 'learning', 'zoe.jsonl'), `\n${jsonl([{ source: 's', row: 1 }])}`);
  return cwd;
}

/** Under the pseudonym's own place in the order, as it was under the name. */
function asBefore(text: string, pseudonym: string): unknown {
  const value = JSON.parse(text.replaceAll(pseudonym, 'zoe')) as Record<string, unknown>;
  const pairs = (value.pairs as { first: string; second: string; confusion: number[][] }[]).map((pair) => {
    if (pair.first < pair.second) return pair;
    const turned = pair.confusion.map((_, at) => pair.confusion.map((row) => row[at]!));
    return { ...pair, first: pair.second, second: pair.first, confusion: turned };
  });
  const blind = value.blind as { pairs: { first: string; second: string }[] };
  const blindPairs = blind.pairs.map((pair) =>
    pair.first < pair.second ? pair : { ...pair, first: pair.second, second: pair.first },
  );
  const byName = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  const disputes = (value.disputes as { recordId: string; said: object[] }[])
    .map((one) => ({ ...one, said: [...one.said].sort(byName) }))
    .sort((a, b) => (a.recordId < b.recordId ? -1 : 1));
  return {
    ...value,
    annotators: (value.annotators as { name: string }[]).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    pairs: pairs.sort(byName),
    blind: { ...blind, pairs: blindPairs.sort(byName) },
    disputes,
  };
}

async function everyFile(path: string): Promise<{ name: string; text: string }[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('.latebench'));
  return Promise.all(
    files.map(async (entry) => ({
      name: entry.name,
      text: await readFile(join(entry.parentPath, entry.name), 'utf8'),
    })),
  );
}

test('the name is nowhere any more, and all counts and numbers of agreement are as they were', async (t) => {
  const cwd = await folder(t);
  const agreement = async () =>
    (await runHere(['annotations', 'agreement', '--format', 'json', '-q'], { cwd })).stdout;
  const before = await agreement();
  await writeFile(join(cwd, 'agreement.json'), before);
  const merged = await runHere(['annotations', 'export', '-o', 'all.jsonl', '-q'], { cwd });
  assert.equal(merged.code, 0, merged.stderr);
  const exported = (await readFile(join(cwd, 'all.jsonl'), 'utf8')).split('\n');
  const args = ['annotations', 'forget', 'zoe', 'annotations', 'all.jsonl', 'agreement.json'];
  const { code, stderr } = await runHere(args, { cwd });
  assert.equal(code, 0, stderr);
  const [, pseudonym] = /(former-[0-9a-f]{8}) replaces the name in \d+ lines of 6 files/.exec(stderr)!;
  for (const { name, text } of await everyFile(cwd)) {
    assert.ok(!name.includes('zoe') && !text.includes('zoe'), name);
  }
  const after = await agreement();
  assert.ok(after.includes(pseudonym!));
  assert.deepEqual(asBefore(after, pseudonym!), asBefore(before, 'zoe'));
  assert.deepEqual(
    asBefore(await readFile(join(cwd, 'agreement.json'), 'utf8'), pseudonym!),
    asBefore(before, 'zoe'),
  );
  // What others said stays to the byte, in its place.
  const now = (await readFile(join(cwd, 'all.jsonl'), 'utf8')).split('\n');
  assert.deepEqual(
    now.map((line) => line.replaceAll(pseudonym!, 'zoe')),
    exported,
  );
  assert.ok((await readdir(join(cwd, 'annotations', 'workbench'))).includes(`${pseudonym}.jsonl`));

  // Judged again under the name, and forgotten again: the same pseudonym, and one file.
  await writeFile(join(cwd, 'annotations', 'zoe.jsonl'), jsonl([judged('zoe', 99, 'yes')]));
  const again = await runHere(args.slice(0, 3), { cwd });
  assert.ok(again.stderr.includes(`${pseudonym} replaces`), again.stderr);
  const { annotations } = await readAnnotations([join(cwd, 'annotations', `${pseudonym}.jsonl`)]);
  assert.equal(annotations.length, 31);
});

test('texts that have the name, and files that cannot be rewritten, are named; the referee is nobody', async (t) => {
  const cwd = await folder(t);
  const words = judged('ben', 40, 'no', { comment: 'zoe said so too' });
  await writeFile(join(cwd, 'annotations', 'ben.jsonl'), jsonl([words]));
  await writeFile(join(cwd, 'table.csv'), 'name\nzoe\n');
  const { code, stderr } = await runHere(['annotations', 'forget', 'zoe', 'annotations', 'table.csv'], {
    cwd,
  });
  assert.equal(code, 3, stderr);
  assert.match(stderr, /the name is left in annotations\/ben\.jsonl:1 \(a text\)/);
  assert.match(stderr, /the name is left in table\.csv \(export it again\)/);
  for (const wrong of [['adjudicated'], [], ['../zoe']]) {
    assert.equal((await runHere(['annotations', 'forget', ...wrong], { cwd })).code, 2, wrong.join(' '));
  }
});

test('of what another process files meanwhile nothing is lost', async (t) => {
  const folder = await temporaryFolder(t);
  const count = 400;
  const script = await compiledScript(new URL('../storage/append-judgements.ts', import.meta.url));
  const child = fork(script, [folder, 'zoe', String(count)], { execArgv: [] });
  let running = true;
  const ended = once(child, 'exit').then(([code]) => {
    running = false;
    return code as number;
  });
  const forget = () => forgetIn(folder, { name: 'zoe', pseudonym: 'former-1', dry: false });
  let rounds = 0;
  while (running) {
    await forget();
    rounds += 1;
    await new Promise((done) => setImmediate(done));
  }
  assert.equal(await ended, 0);
  assert.ok(rounds > 1);
  const last = await forget();
  assert.deepEqual(last.left, []);
  assert.deepEqual(await readdir(folder), ['former-1.jsonl']);
  const { annotations, bad } = await readAnnotations([join(folder, 'former-1.jsonl')]);
  assert.deepEqual(bad, []);
  const ids = annotations.map(({ record_id }: Annotation) => record_id);
  assert.deepEqual(ids.toSorted(), Array.from({ length: count }, (_, at) => `r${at}`).sort());
  assert.ok(annotations.every(({ annotator }) => annotator === 'former-1'));
});

test('of two that replace a name in one folder at once, one is told that the other is at work', async (t) => {
  const cwd = await folder(t);
  const notes = join(cwd, 'annotations');
  const forget = (pseudonym: string) => forgetIn(notes, { name: 'zoe', pseudonym, dry: false });
  const outcomes = await Promise.allSettled([forget('former-1'), forget('former-2')]);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  assert.deepEqual(
    failures.map(({ reason }) => reason.code),
    ['LB_BUSY'],
  );
  const [winner] = outcomes.flatMap((outcome, at) => (outcome.status === 'fulfilled' ? [at + 1] : []));
  const files = await readdir(notes, { recursive: true });
  assert.deepEqual(
    files.filter((name) => name.includes('former')).sort(),
    [
      `former-${winner}.jsonl`,
      join('learning', `former-${winner}.jsonl`),
      join('workbench', `former-${winner}.jsonl`),
    ].sort(),
  );
  assert.ok(!files.includes('.forget.lock'));
  assert.equal((await forgetIn(notes, { name: 'ben', pseudonym: 'former-3', dry: false })).left.length, 0);
});
