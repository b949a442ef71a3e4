// Whatever a person makes of a proposal in the workbench, nothing is exported as an injection that the gate rejects; and a
// file that claims what no gate has seen is not believed.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EndpointAccess } from '../../src/dashboard/workbench/access.ts';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
import { createChatEndpoint } from '../../src/endpoints/client.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { failedChecks } from '../../src/inject/gate/gate.ts';
import { gateOfRecord, wholeSolution } from '../../src/inject/gated-record.ts';
import type { Solution } from '../../src/records/solution.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { jsonl, openApp } from '../dashboard/open.ts';
import { jsonLines, runHere } from '../support/cli.ts';
import { repetitions } from '../support/thorough.ts';

const simulator = await startSimulator();
test.after(() => simulator.close());

const endpoints: EndpointAccess = {
  facts: [],
  chat: async () =>
    createChatEndpoint({
      baseUrl: simulator.url,
      model: 'latebench-sim/injector',
      name: 'simulation',
      concurrency: 4,
      maxRetries: 0,
      counters: createUsageCounters(),
    }),
  usd: () => null,
};

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly texts: readonly string[];
}

type Edit = (steps: readonly string[], original: readonly string[], at: number) => readonly string[];
const edits: Readonly<Record<string, Edit>> = {
  'the original text': (_steps, original) => original,
  'one original step': (steps, original, at) =>
    steps.map((text, place) => (place === at ? original[place]! : text)),
  'no last step': (steps) => steps.slice(0, -1),
  'an empty last step': (steps) => [...steps.slice(0, -1), ''],
  'no box': (steps) => steps.map((text) => text.replaceAll('\\boxed', '')),
  'a confession': (steps, _original, at) =>
    steps.map((text, place) => (place === at ? `${text} (This is not correct.)` : text)),
  'another script': (steps, _original, at) =>
    steps.map((text, place) => (place === at ? `因此我们得到结果。${text}` : text)),
  'an earlier word': (steps) => [`${steps[0]} Clearly.`, ...steps.slice(1)],
  'a harmless word': (steps, _original, at) =>
    steps.map((text, place) => (place === at ? text.replace('The', 'This') : text)),
  'other spaces': (steps) => steps.map((text) => text.replaceAll(' ', '  ')),
  nothing: (steps) => steps,
};

test('edits in the workbench: nothing is exported as an injection that the gate rejects', async (t) => {
  const records = [...syntheticRecords({ count: 12, seed: 41 })];
  const { post, folder } = await openApp(t, { 'problems.jsonl': jsonl(records) }, { endpoints });
  const proposals: { shown: Shown; original: readonly string[] }[] = [];
  for (const [row, record] of records.entries()) {
    const response = await post('/api/workbench/inject', {
      source: '1',
      row,
      annotator: 'anna',
      seed: 1,
      options: {},
    });
    const shown = (await response.json()) as Shown;
    if (shown.state === 'proposed') proposals.push({ shown, original: record.steps });
  }
  assert.ok(proposals.length >= 8, `${proposals.length}`);
  const cookies = new Map<string, string>();
  const cookieOf = async (name: string): Promise<string> => {
    const kept = cookies.get(name);
    if (kept !== undefined) return kept;
    const login = await post('/api/login', { name });
    const cookie = login.headers.get('set-cookie')!.split(';')[0]!;
    cookies.set(name, cookie);
    return cookie;
  };
  const counts = { accepted: 0, rejected: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...proposals),
      fc.array(fc.constantFrom(...Object.keys(edits)), { minLength: 1, maxLength: 2 }),
      fc.nat(40),
      async ({ shown, original }, names, place) => {
        const at = place % original.length;
        const steps = names.reduce((now, name) => edits[name]!(now, original, at), shown.texts);
        const annotator = `p${place}`;
        const request = { source: '1', proposal: shown.id, annotator, verdict: 'accepted', steps };
        const response = await post('/api/workbench/settle', request, await cookieOf(annotator));
        counts[response.ok ? 'accepted' : 'rejected'] += 1;
        if (
          names.some((name) => /original text|last step|confession|script|earlier/.test(name)) &&
          names.length === 1
        )
          assert.equal(response.ok, false, names.join(', '));
      },
    ),
    { numRuns: repetitions(150, 500), seed: 22 },
  );
  const { stdout, code } = await runHere(
    ['annotations', 'export', '--injections', join(folder, 'annotations')],
    {
      cwd: folder,
    },
  );
  assert.equal(code, 0);
  const exported = jsonLines(stdout) as unknown as Solution[];
  t.diagnostic(`${counts.accepted} edits accepted, ${counts.rejected} rejected, ${exported.length} exported`);
  assert.ok(exported.length > 0 && counts.rejected > repetitions(30, 100));
  for (const record of exported) assert.deepEqual(failedChecks(gateOfRecord(record, wholeSolution)!), []);
});

test('ingest believes no claim of acceptance that the gate does not confirm', async (t) => {
  const { folder } = await openApp(t, {});
  const [problem] = [...syntheticRecords({ count: 1, seed: 4 })];
  const { steps, answer } = problem!;
  const claim = (id: string, changed: readonly string[], injection: object): object => ({
    ...problem,
    id,
    steps: changed,
    error_steps: [steps.length - 1],
    error_source: 'injected',
    final_answer: '123457',
    injection: { status: 'accepted', error_step: steps.length - 1, ...injection },
  });
  const originals = { original_steps: steps, original_final_answer: answer };
  const wrong = steps.with(-1, `As one more counts: ${steps.at(-1)!.replaceAll(String(answer), '123457')}`);
  const path = join(folder, 'claims.jsonl');
  const rows = [
    claim('unchanged', steps, originals),
    claim('without original', wrong, {}),
    claim('forged', steps, { ...originals, gate: { shape: { ok: true } }, gate_hash: 'a'.repeat(16) }),
    claim('changed', wrong, originals),
    { ...problem, id: 'clean' },
  ];
  await writeFile(path, jsonl(rows));
  const outcome = async (args: readonly string[]) => {
    const { stdout, stderr } = await runHere(['ingest', ...args, path], { cwd: folder });
    const records = jsonLines(stdout) as unknown as Solution[];
    return { stderr, states: records.map(({ id, injection }) => [id, injection?.status ?? null]) };
  };
  const strict = await outcome([]);
  assert.deepEqual(strict.states, [
    ['unchanged', 'rejected'],
    ['without original', 'rejected'],
    ['forged', 'rejected'],
    ['changed', 'accepted'],
    ['clean', null],
  ]);
  assert.match(strict.stderr, /3 records claim to be accepted injections and fail the gate/);
  const off = await outcome(['--gate', 'off']);
  assert.deepEqual(
    off.states.map(([, status]) => status),
    ['accepted', 'accepted', 'accepted', 'accepted', null],
  );
});
