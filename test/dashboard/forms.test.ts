// Forms of the workbench: their fields are the options of the stages, and what is typed is checked by the stage's schema.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import { simulatedModels } from '../../src/config/endpoint-config.ts';
import type { Session } from '../../src/dashboard/api.ts';
import type { RecordPage, ShownCritique, ShownProposal } from '../../src/dashboard/api-record.ts';
import type { EndpointAccess } from '../../src/dashboard/workbench/access.ts';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
import { openEndpoints } from '../../src/executor/open-endpoint.ts';
import { loadStage } from '../../src/stages/catalogue.ts';
import { formValues } from '../../src/stages/form-values.ts';
import { formRows } from '../../src/stages/option-rows.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl, openApp } from './open.ts';

const files = { 'r.jsonl': jsonl([...syntheticRecords({ count: 2, seed: 1 })]) };
const person = { source: '1', row: 0, annotator: 'anna' };

async function simulation(t: TestContext): Promise<EndpointAccess> {
  const folder = await temporaryFolder(t);
  const endpoints = openEndpoints({
    journalFolder: join(folder, 'journal'),
    cacheFolder: join(folder, 'cache'),
    cacheMode: 'off',
    say: () => {},
  });
  t.after(() => endpoints.close());
  const common = { baseUrl: 'sim', apiKey: undefined, concurrency: 4, rpm: undefined, maxRetries: 0 };
  return {
    facts: [],
    chat: (role) => endpoints.open({ ...common, role, model: simulatedModels[role] }),
    usd: () => 0,
  };
}

const errorOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { error: string }).error;

test('the session has the options of the stages, without those for many records or for other models', async (t) => {
  const { json } = await openApp(t, files);
  const { forms } = await json<Session>('/api/session');
  assert.ok(forms !== undefined);
  const keys = (name: 'inject' | 'critic'): string[] => forms[name].rows.map(({ key }) => key);
  const left = async (name: 'inject' | 'critic'): Promise<string[]> =>
    Object.keys((await loadStage(name)).options.shape).filter((key) => !keys(name).includes(key));
  assert.deepEqual(await left('inject'), [
    'cleanFraction',
    'typesFrom',
    'manual',
    'verifyModel',
    'difficultyModels',
    'targetDifficulty',
    'requireCorrect',
    'reportFile',
  ]);
  assert.deepEqual(await left('critic'), [
    ...['thenVotes', 'accept', 'acceptShare', 'results', 'datasetName', 'part', 'model'],
  ]);
  for (const name of ['inject', 'critic'] as const) {
    assert.deepEqual(
      forms[name].first.filter((key) => !keys(name).includes(key)),
      [],
    );
  }
  assert.equal(forms.critic.rows.find(({ key }) => key === 'votes')?.max, 16);
});

test('a wrong value is refused before any call, and the message names the field', async (t) => {
  const { post } = await openApp(t, files);
  const cases = [
    ['critic', { votes: '0' }, /^Votes: 0 is not a whole number from 1 to 16/],
    ['critic', { votes: '17' }, /^Votes: 17 is not a whole number from 1 to 16/],
    ['critic', { votes: '?' }, /^Votes: \? is not a whole number/],
    ['critic', { temperature: '3' }, /^Temperature: 3 is not a number from 0 to 2/],
    ['critic', { protocol: 'no_error' }, /^What the critic looks for: no_error is none of first_error, all/],
    ['critic', { keepReplies: 'yes' }, /^Keep replies: yes/],
    ['critic', { model: 'another' }, /no field model/],
    ['inject', { weights: 'missing_case' }, /^Weights of the error types: missing_case: write KEY=WEIGHT/],
    ['inject', { region: 'first-third' }, /^Part of the solution: .*last-third/],
    ['inject', { step: '0' }, /^In step: 0: give a whole number/],
    ['inject', { manual: '/etc/passwd' }, /no field manual/],
  ] as const;
  for (const [name, options, message] of cases) {
    const rest = name === 'critic' ? { proposal: null } : { seed: 0 };
    const response = await post(`/api/workbench/${name}`, { ...person, ...rest, options });
    assert.equal(response.status, 400, JSON.stringify(options));
    assert.match(await errorOf(response), message);
  }
});

test('options reach the stage: votes, several types, a step, verifiers and blind critics', async (t) => {
  const { post, json } = await openApp(t, files, { endpoints: await simulation(t) });
  const critic = await post('/api/workbench/critic', {
    ...person,
    proposal: null,
    options: { votes: '2', system: '@/etc/hostname', keepReplies: true, temperature: '' },
  });
  const judged = (await critic.json()) as { critique: ShownCritique; spent: string };
  assert.equal(judged.critique.votes.length, 2);
  assert.match(judged.spent, /^2 calls to latebench-sim\/critic, /);
  const inject = async (seed: number, options: object): Promise<ShownProposal> =>
    (await (await post('/api/workbench/inject', { ...person, seed, options })).json()) as ShownProposal;
  const place = { types: 'missing_case,boundary', step: '11' };
  const { record, spent } = await inject(0, { ...place, difficultyVotes: '2', gate: 'off' });
  assert.equal(record.injection?.status, 'accepted');
  assert.equal(record.injection?.errorStep, 10);
  assert.match(record.injection?.errorType ?? '', /^(missing_case|boundary)$/);
  assert.equal(record.injection?.difficulty?.valid, 2);
  assert.match(
    spent ?? '',
    /^3 calls to latebench-sim\/injector, latebench-sim\/critic, \d+ tokens, \$0\.00$/,
  );
  const verified = await inject(1, { ...place, verifyVotes: '3', maxAttempts: '1' });
  assert.ok(verified.record.injection?.gate.some(({ check }) => check === 'verification'));
  assert.match(verified.spent ?? '', /^4 calls to /);
  const template = { ...person, proposal: null, options: { template: 'without a place for them' } };
  assert.match(
    await errorOf(await post('/api/workbench/critic', template)),
    /^Prompt of your own: has no place for the steps/,
  );
  const page = await json<RecordPage>('/api/sources/1/records/0');
  assert.equal(page.proposals.length, 2);
});

test('every kind of option becomes a value, and nothing typed is read as the name of a file', async (t) => {
  const secret = join(await temporaryFolder(t), 'secret.txt');
  await writeFile(secret, 'not to be seen');
  const text = z.strictObject({ source: z.string(), text: z.string() });
  const schema = z.strictObject({
    on: z.boolean().default(true),
    many: z.array(z.string()).optional(),
    sizes: z.array(z.int().min(1)).optional(),
    whole: z.int().min(1).optional(),
    share: z.number().max(1),
    kind: z.enum(['a', 'b']).default('a'),
    message: text.optional().meta({ spelling: 'textOrFile' }),
    file: text.optional().meta({ spelling: 'fileText' }),
    hidden: z.string().optional().meta({ form: false }),
  });
  const rows = formRows(schema);
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['on', 'many', 'sizes', 'whole', 'share', 'kind', 'message', 'file'],
  );
  const typed = {
    on: false,
    many: 'one, two\n\n three ',
    sizes: '1, 2',
    whole: ' ',
    share: '.5',
    kind: 'b',
    message: `@${secret}`,
    file: secret,
  };
  assert.deepEqual(formValues(rows, schema, typed), {
    on: false,
    many: ['one, two', 'three'],
    sizes: [1, 2],
    share: 0.5,
    kind: 'b',
    message: { source: 'Message', text: `@${secret}` },
    file: { source: 'File', text: secret },
  });
  const refused = [
    [{ share: '' }, 'Share: is needed'],
    [{ share: '2' }, 'Share: 2 is not a number of at most 1'],
    [{ share: 'Infinity' }, 'Share: Infinity is not a number of at most 1'],
    [{ share: '0', sizes: '1,,2' }, 'Sizes: nothing is not a whole number of at least 1'],
    [{ share: '0', hidden: 'x' }, 'there is no field hidden in this form'],
    [JSON.parse('{"share":"0","__proto__":"x"}'), 'there is no field __proto__ in this form'],
  ] as const;
  for (const [wrong, message] of refused) {
    assert.throws(() => formValues(rows, schema, wrong), { code: 'LB_USAGE', message });
  }
});
