// Judgements as operations: filed once, on the version that their author saw, under the author's name, or not at all.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FiledJudgement, JudgementsPage, RefusedJudgement } from '../../src/dashboard/api-record.ts';
import { openWorkspace } from '../../src/dashboard/workspace.ts';
import type { Annotation } from '../../src/records/annotation.ts';
import { jsonLines } from '../support/cli.ts';
import { onSmallDisk } from '../support/small-disk.ts';
import { jsonl, type Opened, openApp, record } from './open.ts';

const files = { 'r.jsonl': jsonl(['a', 'b', 'c'].map((id) => record(id))) };
const linesOf = (folder: string, name = 'anna'): Annotation[] =>
  jsonLines(readFileSync(join(folder, 'annotations', `${name}.jsonl`), 'utf8')) as Annotation[];

async function file(
  { post }: Opened,
  more: object,
): Promise<{ status: number; body: FiledJudgement & RefusedJudgement }> {
  const response = await post('/api/annotations', { source: '1', row: 0, kind: 'decision', ...more });
  return { status: response.status, body: (await response.json()) as FiledJudgement & RefusedJudgement };
}

test('an operation that is sent again, at once or to the next server, is filed once', async (t) => {
  const opened = await openApp(t, files);
  const yes = { operation: 'one', based_on: null, decision: 'yes' };
  const answers = await Promise.all([1, 2, 3].map(() => file(opened, yes)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  const next = { operation: 'two', based_on: 'one', decision: 'no' };
  assert.equal((await file(opened, next)).status, 200);
  // The first one once more, after the second: it has its line already and changes nothing.
  assert.equal((await file(opened, yes)).body.annotation.operation, 'one');
  const again = await openWorkspace([join(opened.folder, 'r.jsonl')], {
    annotations: join(opened.folder, 'annotations'),
    say: () => {},
  });
  t.after(() => again.close());
  const { notes } = again.sources.get('1')!;
  const filing = { ...linesOf(opened.folder)[0]!, at: new Date().toISOString() };
  assert.equal((await notes.add(filing)).annotation?.operation, 'one');
  assert.deepEqual(
    linesOf(opened.folder).map(({ operation, based_on, decision, blind }) => [
      operation,
      based_on,
      decision,
      blind,
    ]),
    [
      ['one', null, 'yes', false],
      ['two', 'one', 'no', false],
    ],
  );
});

test('what is based on a version that is not the last is turned down with what is filed, and shown to others', async (t) => {
  const opened = await openApp(t, files);
  await file(opened, { operation: 'one', based_on: null, decision: 'yes' });
  const { status, body } = await file(opened, { operation: 'two', based_on: null, decision: 'no' });
  assert.equal(status, 409);
  assert.deepEqual([body.conflict.decision, body.conflict.version], ['yes', 'one']);
  const page = (): Promise<JudgementsPage> => opened.json('/api/sources/1/records/0/judgements');
  assert.deepEqual(
    (await page()).conflicts.map(({ filed, refused }) => [filed.decision, refused.decision]),
    [['yes', 'no']],
  );
  assert.equal(linesOf(opened.folder).length, 1);
  assert.equal((await file(opened, { operation: 'two', based_on: 'one', decision: 'no' })).status, 200);
  assert.deepEqual((await page()).conflicts, []);
  await file(opened, { operation: 'three', based_on: 'one', decision: 'maybe' });
  await opened.post('/api/annotations/let-go', { source: '1', operation: 'three' });
  assert.deepEqual((await page()).conflicts, []);
});

test('two at the same moment: one is filed, the other is told', async (t) => {
  const opened = await openApp(t, files);
  const statuses = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      file(opened, { operation: `o${at}`, based_on: null, decision: at % 2 === 0 ? 'yes' : 'no' }),
    ),
  );
  assert.deepEqual(statuses.map(({ status }) => status).sort(), [200, ...Array<number>(7).fill(409)]);
  assert.equal(linesOf(opened.folder).length, 1);
});

test('the author is the name that the server was started with, unless a person logs in; a ticket outlives the login', async (t) => {
  const opened = await openApp(t, files, { secret: 'the same in both servers' });
  assert.equal((await file(opened, { annotator: 'mallory', decision: 'yes' })).status, 403);
  assert.equal((await file(opened, { ticket: 'bWFsbG9yeQ.AAAA', decision: 'yes' })).status, 403);
  assert.equal((await file(opened, { decision: 'yes' })).body.annotation.annotator, 'anna');
  const login = await opened.post('/api/login', { name: 'ben' });
  const cookie = login.headers.get('set-cookie') ?? '';
  assert.match(cookie, /HttpOnly; SameSite=Strict/);
  const { ticket } = (await login.json()) as { ticket: string };
  const session = await opened.app.request('http://localhost:8377/api/session', {
    headers: { host: 'localhost:8377', cookie: cookie.split(';')[0]! },
  });
  assert.equal(((await session.json()) as { annotator: string }).annotator, 'ben');
  const later = await openApp(t, files, { annotator: 'carl', secret: 'the same in both servers' });
  const filed = await file(later, { ticket, operation: 'from before', decision: 'maybe', blind: true });
  assert.equal(filed.body.annotation.annotator, 'ben');
  assert.deepEqual(
    linesOf(later.folder, 'ben').map(({ blind }) => blind),
    [true],
  );
  const settled = await file(later, { ticket, annotator: 'adjudicated', decision: 'no' });
  assert.deepEqual([settled.body.annotation.annotator, settled.body.annotation.by], ['adjudicated', 'ben']);
  assert.equal((await later.post('/api/login', { name: 'adjudicated' })).status, 400);
  assert.equal((await later.post('/api/login', { name: '../x' })).status, 400);
});

test('a name with marks on its letters is one name however they are composed', async (t) => {
  const opened = await openApp(t, files);
  for (const name of ['José'.normalize('NFD'), 'José'.normalize('NFC'), ' José ', 'प्रिया']) {
    const login = await opened.post('/api/login', { name });
    assert.equal(login.status, 200, name);
    const { ticket } = (await login.json()) as { ticket: string };
    assert.equal((await file(opened, { ticket, decision: 'yes' })).status, 200);
  }
  assert.equal(linesOf(opened.folder, 'José'.normalize('NFC')).length, 3);
  assert.equal(linesOf(opened.folder, 'प्रिया').length, 1);
  const { annotations } = await opened.json<JudgementsPage>('/api/sources/1/records/0/judgements');
  assert.equal(annotations.length, 2);
});

test('a judgement that waited follows its record to another row, and never reaches another record or file', async (t) => {
  const opened = await openApp(t, {
    'r.jsonl': jsonl(['b', 'a'].map((id) => record(id))),
    's.jsonl': jsonl([record('a')]),
  });
  const hash = 'fedcba9876543210';
  const about = { record_id: 'a', record_hash: hash, first_error: 9 };
  const moved = await file(opened, { ...about, operation: 'moved', decision: 'yes' });
  assert.deepEqual(
    [
      moved.status,
      moved.body.annotation.record_id,
      moved.body.annotation.record_hash,
      moved.body.annotation.stale,
    ],
    [200, 'a', hash, true],
  );
  assert.equal((await file(opened, { record_id: 'gone', decision: 'yes' })).status, 404);
  assert.equal((await file(opened, { source_key: 'another file', decision: 'yes' })).status, 404);
  assert.equal(linesOf(opened.folder).length, 1);
});

test('a blind judgement stays blind when a comment is added later, and not when it is changed', async (t) => {
  const opened = await openApp(t, files);
  await file(opened, { operation: '1', based_on: null, decision: 'yes', blind: true });
  await file(opened, { operation: '2', based_on: '1', decision: 'yes', comment: 'now I see', blind: false });
  await file(opened, { operation: '3', based_on: '2', decision: 'no', blind: false });
  assert.deepEqual(
    linesOf(opened.folder).map(({ blind }) => blind),
    [true, true, false],
  );
});

test('what another process does to the files is seen, whatever was added here', async (t) => {
  const opened = await openApp(t, files);
  const folder = join(opened.folder, 'annotations');
  const saidOf = async (): Promise<string[]> => {
    const page = await opened.json<JudgementsPage>('/api/sources/1/records/0/judgements');
    return page.annotations.map(({ annotator, decision }) => `${annotator} ${decision}`).sort();
  };
  await file(opened, { operation: '1', decision: 'yes' });
  await file(opened, { operation: '2', based_on: '1', decision: 'no' });
  assert.deepEqual(await saidOf(), ['anna no']);
  const line = (annotator: string, decision: string): string =>
    `${JSON.stringify({ record_id: linesOf(opened.folder)[0]!.record_id, annotator, kind: 'decision', decision })}\n`;
  appendFileSync(join(folder, 'ben.jsonl'), `\ufeff${line('ben', 'maybe')}`);
  mkdirSync(join(folder, 'folder.jsonl'));
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link.jsonl'));
  assert.deepEqual(await saidOf(), ['anna no', 'ben maybe']);
  await file(opened, { operation: '3', based_on: '2', decision: 'maybe' });
  renameSync(join(folder, 'ben.jsonl'), join(folder, 'former.jsonl'));
  writeFileSync(join(folder, 'anna.jsonl'), line('anna', 'yes'));
  assert.deepEqual(await saidOf(), ['anna yes', 'ben maybe']);
  await file(opened, { operation: '4', decision: 'no' });
  assert.deepEqual(await saidOf(), ['anna no', 'ben maybe']);
  await file(opened, { operation: '5', based_on: '4', decision: null });
  assert.deepEqual(await saidOf(), ['ben maybe']);
  assert.equal((await file(opened, { operation: '4', decision: 'no' })).body.annotation.operation, '4');
  assert.equal(linesOf(opened.folder).length, 3);
});

test('a clock that is set back loses nothing', async (t) => {
  let now = new Date('2026-06-01T10:00:00.000Z');
  const opened = await openApp(t, files, { now: () => now });
  await file(opened, { operation: '1', based_on: null, decision: 'yes' });
  now = new Date('2026-06-01T09:00:00.000Z');
  await file(opened, { operation: '2', based_on: '1', decision: 'no' });
  const { annotations } = await opened.json<JudgementsPage>('/api/sources/1/records/0/judgements');
  assert.deepEqual(
    annotations.map(({ decision }) => decision),
    ['no'],
  );
});

test('a full disk files nothing and says so; what was there is whole', async (t) => {
  await onSmallDisk(t, '64k', async (disk) => {
    const annotations = join(disk, 'annotations');
    await mkdir(annotations);
    writeFileSync(join(disk, 'r.jsonl'), files['r.jsonl']);
    const workspace = await openWorkspace([join(disk, 'r.jsonl')], { annotations, say: () => {} });
    const opened = await openApp(t, files, { workspace });
    const comment = 'x'.repeat(3000);
    let filed = 0;
    let refused = 0;
    for (; refused === 0; filed += 1) {
      const based_on = filed === 0 ? null : `o${filed - 1}`;
      const { status, body } = await file(opened, { operation: `o${filed}`, based_on, comment });
      if (status === 200) continue;
      assert.deepEqual([status, /no space left/.test(body.error)], [507, true]);
      refused += 1;
      filed -= 1;
    }
    const { size } = statSync(join(annotations, 'anna.jsonl'));
    assert.equal(
      (await file(opened, { operation: 'again', based_on: `o${filed - 1}`, comment })).status,
      507,
    );
    assert.equal(statSync(join(annotations, 'anna.jsonl')).size, size, 'no part of a line is left');
    assert.equal(linesOf(disk).length, filed);
    execFileSync('mount', ['-o', 'remount,size=256k', disk]);
    assert.equal(
      (await file(opened, { operation: 'again', based_on: `o${filed - 1}`, comment })).status,
      200,
    );
    assert.equal(linesOf(disk).length, filed + 1);
    await workspace.close();
  });
});
