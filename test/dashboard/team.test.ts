// Several people judge together: who judges what, blind, by common guidelines, and how far they agree.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { GuidelinesPage, Neighbours, Session } from '../../src/dashboard/api.ts';
import type { AgreementPage } from '../../src/dashboard/api-analysis.ts';
import type { FiledJudgement, JudgementsPage, ListPage, RecordPage } from '../../src/dashboard/api-record.ts';
import { createAssignment } from '../../src/dashboard/assignment.ts';
import { openWorkspace } from '../../src/dashboard/workspace.ts';
import { blindAgreement } from '../../src/metrics/blind-agreement.ts';
import type { Annotation } from '../../src/records/annotation.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { startDashboardProcess } from '../support/dashboard-process.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl, openApp, record } from './open.ts';

const names = ['anna', 'ben', 'carl'];

test('each record goes to as many annotators as asked for, evenly, by its id alone', () => {
  const ids = Array.from({ length: 3000 }, (_, at) => `gsm8k-${at}`);
  const two = createAssignment(names, 2);
  const counts = new Map<string, number>();
  for (const id of ids) {
    assert.equal(new Set(two.of(id)).size, 2);
    for (const name of two.of(id)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const name of names)
    assert.ok(Math.abs(counts.get(name)! - 2000) < 150, `${name}: ${counts.get(name)}`);
  const pairs = new Set(ids.map((id) => two.of(id).join(' ')));
  assert.equal(pairs.size, 6, 'all pairs work together');
  assert.deepEqual(
    ids.map((id) => createAssignment(['carl', 'anna', 'ben'], 2).of(id)),
    ids.map((id) => two.of(id)),
  );
  const one = createAssignment(names, 1);
  const more = createAssignment([...names, 'dora'], 1);
  const moved = ids.filter((id) => more.of(id)[0] !== one.of(id)[0]);
  assert.ok(
    moved.every((id) => more.of(id)[0] === 'dora'),
    'a new annotator moves nothing between the others',
  );
  assert.throws(() => createAssignment(names, 4), /there are 3 annotators/);
  assert.throws(() => createAssignment(['a', 'a'], 1), /twice/);
});

test('a queue of what is assigned, and the progress of each', async (t) => {
  const folder = await temporaryFolder(t);
  const ids = Array.from({ length: 30 }, (_, at) => `r${at}`);
  await writeFile(join(folder, 'r.jsonl'), jsonl(ids.map((id) => record(id))));
  const assignment = createAssignment(names, 2);
  const workspace = await openWorkspace([join(folder, 'r.jsonl')], {
    annotations: join(folder, 'annotations'),
    assignment,
    say: () => {},
  });
  t.after(() => workspace.close());
  const { json, post } = await openApp(
    t,
    {},
    { workspace, team: { guidelines: null, assignment, blind: false } },
  );
  const mine = ids.filter((id) => assignment.of(id).includes('anna'));
  const query = 'f.assigned=to+me&annotator=anna';
  const list = await json<ListPage>(`/api/sources/1/records?${query}`);
  assert.deepEqual(
    list.records.map(({ id }) => id),
    mine,
  );
  await post('/api/annotations', {
    source: '1',
    row: ids.indexOf(mine[0]!),
    kind: 'decision',
    decision: 'yes',
  });
  const places = await json<Neighbours>(
    `/api/sources/1/records/${ids.indexOf(mine[0]!)}/neighbours?${query}`,
  );
  assert.deepEqual([places.matched, places.judged, places.pending], [mine.length, 1, ids.indexOf(mine[1]!)]);
  const { annotators } = await json<AgreementPage>('/api/sources/1/agreement');
  assert.deepEqual(
    annotators.map(({ name, assigned }) => [name, assigned?.judged]),
    [
      ['anna', 1],
      ['ben', 0],
      ['carl', 0],
    ],
  );
  assert.equal(
    annotators.reduce((sum, { assigned }) => sum + assigned!.records, 0),
    60,
  );
});

const critique = {
  critic: 'a-critic',
  protocol: 'first_error',
  status: 'ok',
  first_error: 2,
  error_steps: [2],
  explanations: { 2: 'wrong sum' },
};
const injection = {
  status: 'accepted',
  mode: 'general',
  error_step: 2,
  error_type: 'calculation',
  explanation: 'SECRET',
  attempts: 1,
  gate: {},
};

test('where everybody judges blind, nothing that suggests a judgement leaves the server before it', async (t) => {
  const rows = [
    record('a', 2, { critiques: [critique], injection, error_source: 'injected' }),
    record('b', 1),
  ];
  const opened = await openApp(
    t,
    { 'r.jsonl': jsonl(rows) },
    { team: { guidelines: null, assignment: null, blind: true } },
  );
  const { folder, json, get, post } = opened;
  await mkdir(join(folder, 'annotations'));
  const others = { record_id: 'a', annotator: 'ben', kind: 'decision', decision: 'no', comment: 'SECRET' };
  writeFileSync(join(folder, 'annotations', 'ben.jsonl'), jsonl([others]));
  const texts = async (): Promise<string> =>
    (
      await Promise.all(
        [
          'records/0',
          'records/0/judgements',
          'records/0/raw',
          'records',
          'records?f.label=erroneous',
          'annotations.jsonl',
        ].map(async (path) => (await get(`/api/sources/1/${path}`)).text()),
      )
    ).join('\n');
  assert.doesNotMatch(await texts(), /SECRET|wrong sum|"label":2|"verdicts":\[\{|calculation|"no"/);
  const filtered = await json<ListPage>('/api/sources/1/records?f.label=erroneous&annotator=anna');
  assert.equal(filtered.matched, 2, 'a filter by the label chooses nothing');
  assert.ok(
    !filtered.facets.some(({ name }) =>
      ['label', 'outcome', 'status', 'type', 'place', 'source'].includes(name),
    ),
  );
  const say = async (more: object): Promise<FiledJudgement> =>
    (
      await post('/api/annotations', { source: '1', row: 0, kind: 'decision', ...more })
    ).json() as Promise<FiledJudgement>;
  // Whatever a client says about it: the server knows what was seen.
  const first = await say({ operation: '1', based_on: null, decision: 'yes', blind: false });
  assert.equal(first.annotation.blind, true);
  const page = await json<RecordPage>('/api/sources/1/records/0');
  assert.equal(page.hidden, false);
  assert.deepEqual([page.record?.critiques.length, page.record?.injection?.errorStep], [1, 2]);
  assert.equal((await json<JudgementsPage>('/api/sources/1/records/0/judgements')).annotations.length, 2);
  await say({ operation: '2', based_on: '1', decision: null, blind: true });
  assert.equal(
    (await say({ operation: '3', based_on: '2', decision: 'no', blind: true })).annotation.blind,
    false,
  );
  assert.equal((await json<RecordPage>('/api/sources/1/records/1')).hidden, true);
});

const said = (
  annotator: string,
  record_id: string,
  decision: Annotation['decision'],
  blind: boolean,
): Annotation => ({
  annotator,
  record_id,
  kind: 'decision',
  decision,
  blind,
});

test('agreement is measured over blind judgements, with intervals that hold the truth', () => {
  const rng = mulberry32(5);
  const decisions = ['yes', 'maybe', 'no'] as const;
  const all = Array.from({ length: 120 }, (_, at) => {
    const truth = decisions[Math.floor(rng() * 3)]!;
    const noisy = (): (typeof decisions)[number] => (rng() < 0.8 ? truth : decisions[Math.floor(rng() * 3)]!);
    return [said('anna', `r${at}`, noisy(), true), said('ben', `r${at}`, noisy(), true)];
  }).flat();
  // Judgements with the label in sight agree perfectly and count for nothing.
  const seen = Array.from({ length: 500 }, (_, at) =>
    ['anna', 'ben'].map((name) => said(name, `seen${at}`, 'yes', false)),
  ).flat();
  const blind = blindAgreement(all);
  assert.deepEqual({ ...blindAgreement([...all, ...seen]), notBlind: 0 }, { ...blind, notBlind: 0 });
  assert.equal(blind.records, 120);
  const { kappa } = blind.pairs[0]!;
  const [low, high] = kappa.interval!;
  assert.ok(low < kappa.value! && kappa.value! < high && high - low < 0.4, `${low} ${kappa.value} ${high}`);
  // Two with 80 % of their own judgement and a third of the rest right by chance: (0.8)^2 beyond chance.
  assert.ok(low < 0.64 && high > 0.64);
  assert.deepEqual(blindAgreement(all), blind, 'the same again');
  const none = blindAgreement(seen);
  assert.deepEqual([none.records, none.alphaDecision.value, none.alphaDecision.interval], [0, null, null]);
});

test('an adjudicated decision says by whom, and two adjudicators are told of each other', async (t) => {
  const { json, post, folder } = await openApp(t, { 'r.jsonl': jsonl([record('a')]) });
  await mkdir(join(folder, 'annotations'));
  const lines = [said('ben', 'a', 'yes', true), said('carl', 'a', 'no', true)];
  for (const line of lines)
    writeFileSync(join(folder, 'annotations', `${line.annotator}.jsonl`), jsonl([line]));
  const dispute = async () => (await json<AgreementPage>('/api/sources/1/agreement')).disputes[0]!;
  assert.equal((await dispute()).settled, null);
  const settle = {
    source: '1',
    row: 0,
    record_id: 'a',
    annotator: 'adjudicated',
    kind: 'decision',
    decision: 'no',
  };
  assert.equal((await post('/api/annotations', { ...settle, operation: '1', based_on: null })).status, 200);
  assert.deepEqual((await dispute()).settled, { decision: 'no', firstError: null, by: 'anna', version: '1' });
  assert.equal(
    (await post('/api/annotations', { ...settle, operation: '2', based_on: null, decision: 'yes' })).status,
    409,
  );
  const page = await json<AgreementPage>('/api/sources/1/agreement');
  assert.deepEqual(
    page.annotators.map(({ name }) => name),
    ['ben', 'carl'],
    'the referee is no annotator',
  );
});

test('guidelines are read from Markdown, with what the decisions mean, and set nothing as HTML', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'guide.md');
  const text = `# How to judge

Read **every** step. <script>alert(1)</script>

## Accept
The error is real and $1+1=3$ is wrong.

## Maybe
- in doubt
- or two readings

## Reject
No error. See [the paper](https://example.org/p).

\`\`\`
code *as it is*
\`\`\`
`;
  writeFileSync(path, text);
  const { json } = await openApp(
    t,
    { 'r.jsonl': jsonl([record('a')]) },
    { team: { guidelines: path, assignment: null, blind: false } },
  );
  assert.equal((await json<Session>('/api/session')).team.guidelines, true);
  const { blocks, meanings } = await json<GuidelinesPage>('/api/guidelines');
  assert.deepEqual(
    blocks.map(({ kind }) => kind),
    [
      'heading',
      'paragraph',
      'heading',
      'paragraph',
      'heading',
      'item',
      'item',
      'heading',
      'paragraph',
      'code',
    ],
  );
  const words = (of: GuidelinesPage['meanings']['yes']): string =>
    of!.segments.map((segment) => (segment.kind === 'text' ? segment.text : `[${segment.source}]`)).join('');
  assert.match(words(meanings.yes), /^The error is real and \[.*1\+1=3.*\] is wrong\.$/);
  assert.deepEqual(
    [words(meanings.maybe), words(meanings.no)],
    ['in doubt', 'No error. See the paper (https://example.org/p).'],
  );
  assert.equal(
    'passage' in blocks[1]! && words(blocks[1].passage),
    'Read every step. <script>alert(1)</script>',
  );
  writeFileSync(path, '# Accept\nnow\n');
  assert.equal(words((await json<GuidelinesPage>('/api/guidelines')).meanings.yes), 'now');
});

test('the command takes the team, and says what is wrong with it', async (t) => {
  const cwd = await temporaryFolder(t);
  writeFileSync(join(cwd, 'r.jsonl'), jsonl([record('a')]));
  writeFileSync(join(cwd, 'g.md'), '# Accept\nfine\n');
  const words = [
    'r.jsonl',
    '--no-token',
    '--annotators',
    'anna,ben',
    '--per-record',
    '2',
    '--blind',
    '--guidelines',
    'g.md',
    '-q',
  ];
  const server = await startDashboardProcess(t, cwd, words);
  const session = (await (await fetch(`${server.url}/api/session`)).json()) as Session;
  assert.deepEqual(session.team, { guidelines: true, annotators: ['anna', 'ben'], overlap: 2, blind: true });
  await assert.rejects(
    startDashboardProcess(t, cwd, [...words, '--per-record', '3']),
    /there are 2 annotators/,
  );
  await assert.rejects(startDashboardProcess(t, cwd, ['r.jsonl', '--guidelines', 'none.md']), /no such file/);
  for (const option of ['--annotator', '--annotators']) {
    await assert.rejects(
      startDashboardProcess(t, cwd, ['r.jsonl', option, 'a/b']),
      /annotator "a\/b": use letters/,
    );
    await assert.rejects(startDashboardProcess(t, cwd, ['r.jsonl', option, 'adjudicated']), /is reserved/);
  }
});

test('a referee comes to every dispute, however many there are', async (t) => {
  const ids = Array.from({ length: 510 }, (_, at) => `r${at}`);
  const { folder, json, post } = await openApp(t, { 'r.jsonl': jsonl(ids.map((id) => record(id))) });
  await mkdir(join(folder, 'annotations'));
  for (const [name, decision] of [
    ['ben', 'yes'],
    ['carl', 'no'],
  ] as const) {
    const lines = ids.map((id) => said(name, id, decision, true));
    await writeFile(join(folder, 'annotations', `${name}.jsonl`), jsonl(lines));
  }
  const settled = { source: '1', annotator: 'adjudicated', kind: 'decision', decision: 'yes' };
  for (const row of [0, 1, 2]) await post('/api/annotations', { ...settled, row });
  const page = await json<AgreementPage>('/api/sources/1/agreement');
  assert.deepEqual([page.disputes.length, page.disputed, page.settled], [500, 510, 3]);
  assert.equal(page.disputes[0]?.id, 'r3');
});
