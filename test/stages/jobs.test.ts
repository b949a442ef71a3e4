// How the executor runs a job: checked first, with its own calls, and ended by a signal's exit code where a signal broke it off.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { z } from 'zod';
import { resolveConfig } from '../../src/config/resolve.ts';
import { publish } from '../../src/endpoints/events.ts';
import { LateBenchError } from '../../src/errors.ts';
import type { QueuePlan } from '../../src/executor/queue/job-queue.ts';
import { checkNeeds, type JobPlan, noteJob, runJob } from '../../src/executor/run-job.ts';
import { openSession, type SessionOptions } from '../../src/executor/session.ts';
import { silentPolicy } from '../../src/executor/settle-batches.ts';
import type { Need } from '../../src/stages/define.ts';
import { type Done, defineJob, type JobContext, type JobStage } from '../../src/stages/define-job.ts';
import type { ErrorPolicy } from '../../src/stream/error-policy.ts';
import { listening } from '../support/listening.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { writtenText } from '../support/written-text.ts';

const told: string[] = [];
const toy = defineJob({
  name: 'toy',
  summary: 'do nothing',
  about: 'Does nothing.',
  examples: ['latebench toy'],
  docs: 'docs/cli.md',
  options: z.strictObject({ fails: z.enum(['check', 'run']).optional() }),
  ports: { in: 'none', main: 'none' },
  takes: 'fails',
  units: 'things',
  async check({ fails }, { dry }) {
    told.push(`check${dry ? ', dry' : ''}`);
    if (fails === 'check') throw new LateBenchError('LB_CONFIG', 'wrong');
  },
  async estimate() {
    told.push('estimate');
    return ['dry run: 0 calls'];
  },
  async run({ fails }) {
    told.push('run');
    if (fails === 'run') throw new LateBenchError('LB_ABORTED', 'the request was ended');
    return { value: 1 };
  },
}) as unknown as JobStage;

/** What a job of a test does in place of nothing. */
interface Work {
  readonly run?: (context: JobContext) => Promise<Done>;
  readonly estimate?: (context: JobContext) => Promise<readonly string[]>;
  readonly needs?: readonly Need[];
  readonly concurrency?: number;
}

function working({
  run = async () => ({ value: 1 }),
  estimate = async () => [],
  needs,
  concurrency,
}: Work): JobStage {
  return defineJob({
    ...toy,
    ...(needs && { needs: () => needs }),
    ...(concurrency && { concurrency }),
    check: async () => {},
    estimate: async (_, context) => estimate(context),
    run: async (_, context) => run(context),
  } as JobStage) as unknown as JobStage;
}

interface Running extends Partial<Pick<JobPlan, 'price' | 'source' | 'style' | 'queue'>> {
  readonly mode?: 'run' | 'dry';
  readonly exitCode?: number;
  readonly stage?: JobStage;
  readonly policy?: ErrorPolicy;
  readonly reason?: LateBenchError;
  readonly settings?: Record<string, string>;
  readonly session?: Partial<SessionOptions>;
}

async function outcome(
  home: string,
  options: Record<string, unknown>,
  {
    mode = 'run',
    exitCode,
    stage = toy,
    policy = silentPolicy(),
    reason,
    settings,
    session: more,
    ...plan
  }: Running = {},
) {
  told.length = 0;
  const stderr = new PassThrough();
  const stdout = new PassThrough();
  const said: string[] = [];
  const never = new AbortController().signal;
  const flags = new Map(
    Object.entries(settings ?? {}).map(([name, value]) => [name, { value, flag: `--${name}` }]),
  );
  const config = settings === undefined ? new Map() : resolveConfig({ flags, env: {}, cwd: '/' });
  const session = openSession({ config, mode, journalFolder: join(home, 'journal'), say() {}, ...more });
  const job = { use: 'toy', with: options, given: options, stage };
  const source = () => Promise.reject(new Error('it reads nothing'));
  const ended = await runJob(
    { ...{ label: 'toy', seed: 7, job, folder: home, sources: ['a.jsonl'], source }, ...plan },
    {
      session,
      terminal: {
        ...{ stdin: new PassThrough(), stdout, stderr, showsProgress: true },
        say: (line) => void said.push(line),
      },
      interruption: { stopReading: never, abandon: never, exitCode, reason, stop() {} },
      policy,
    },
  );
  return {
    ...ended,
    ...{ told: told.join('; '), said },
    stderr: writtenText(stderr),
    stdout: writtenText(stdout),
  };
}

test('a job is checked before it runs, and before its estimate', async (t) => {
  const home = await temporaryFolder(t);
  assert.equal((await outcome(home, {})).told, 'check; run');
  assert.equal((await outcome(home, {}, { mode: 'dry' })).told, 'check, dry; estimate');
  await assert.rejects(outcome(home, { fails: 'check' }), { code: 'LB_CONFIG' });
  assert.deepEqual(told, ['check']);
});

test('what a signal broke off ends with its exit code; without a signal the error stays one', async (t) => {
  const home = await temporaryFolder(t);
  const { exitCode, done, stderr } = await outcome(home, { fails: 'run' }, { exitCode: 130 });
  assert.deepEqual([exitCode, done], [130, null]);
  assert.equal(stderr, 'latebench toy: the request was ended\n');
  await assert.rejects(outcome(home, { fails: 'run' }), { code: 'LB_ABORTED' });
});

test('a job finds its seed, folder, sources and rows, and no queue where there is none', async (t) => {
  const home = await temporaryFolder(t);
  const seen: unknown[] = [];
  const stage = working({
    async run(context) {
      for await (const group of await context.rows()) seen.push(...group);
      const { seed, folder, sources, price, keys, queue, dry } = context;
      seen.push(seed, folder, sources, price, keys, queue, dry);
      return { value: 2 };
    },
  });
  const source: JobPlan['source'] = async ({ quiet }) => ({
    groups: (async function* () {
      yield [{ quiet }];
    })(),
    ...{ inputs: [], share: () => null, expected: () => null },
  });
  const { done, exitCode } = await outcome(home, {}, { stage, source, price: 'in=1,out=2' });
  assert.deepEqual([done?.value, exitCode], [2, 0]);
  assert.deepEqual(seen, [{ quiet: false }, 7, home, ['a.jsonl'], 'in=1,out=2', {}, undefined, false]);
});

test('a job of several machines has a queue, with the rates of the roles that it calls; a dry run has none', {
  skip: withoutRedis,
}, async (t) => {
  const server = await startRedis();
  t.after(() => server.close());
  const settings = { 'critic.rpm': '30', 'inject.rpm': '40' };
  const queue = {
    ...{ redis: server.url, store: undefined, globalConcurrency: 4 },
    ...{ endpoint: null, tpm: null, budget: {} },
  } as unknown as QueuePlan;
  for (const [role, rpm] of [
    ['critic', { critic: 30 }],
    ['every', { critic: 30, inject: 40 }],
    ['logprob', {}],
  ] as const) {
    const home = await temporaryFolder(t);
    const run = async (context: JobContext): Promise<Done> => {
      await context.queue!.spread({
        ...{ kind: 'pool', folder: home, calls: 'calls', files: [], allowDegenerate: false, keepRaw: false },
        ...{ signal: new AbortController().signal, finish: async () => [] },
        async *groups() {},
      } as never);
      return { value: 1 };
    };
    const { said } = await outcome(home, {}, { stage: { ...working({ run }), role }, queue, settings });
    assert.match(said.join('\n'), /^toy: the calls are on the queue; workers: latebench worker /m);
    const file = JSON.parse(await readFile(join(home, 'queue.json'), 'utf8')) as { rpm: object };
    assert.deepEqual(file.rpm, rpm);
    const seen: unknown[] = [];
    const estimate = async (context: JobContext) => {
      seen.push(context.queue);
      return [];
    };
    await outcome(home, {}, { mode: 'dry', stage: { ...working({ estimate }), role }, queue, settings });
    assert.deepEqual(seen, [undefined]);
  }
});

test('a job asks the hub with the settings of its run, and says where it waits', async (t) => {
  const home = await temporaryFolder(t);
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(503, { 'retry-after': '0' }).end();
  });
  const url = await listening(t, server);
  const settings = { 'hub.endpoint': url, max_retries: '1', home };
  const run = async (context: JobContext): Promise<Done> => {
    const hub = await context.hub();
    assert.equal(hub.settings.cache, join(home, 'hub'));
    await assert.rejects(hub.fetch(`${url}/api/models`));
    return { value: 1 };
  };
  const { said } = await outcome(home, {}, { stage: working({ run }), settings });
  assert.equal(asked, 2);
  assert.match(said.join('\n'), /^latebench toy: .*503/m);
});

test('the text of a job is printed in the style of its output, and its folder is named with what people open', async (t) => {
  const home = await temporaryFolder(t);
  const done: Done = {
    value: 1,
    text: ({ columns }) => `${columns} columns\n`,
    files: { folder: 'runs/a', shown: ['report.html', 'summary.json'] },
  };
  const stage = working({ run: async () => done });
  const plain = await outcome(home, {}, { stage });
  assert.equal(plain.stdout, '80 columns\n');
  assert.deepEqual(plain.said, ['run folder: runs/a (report.html, summary.json)']);
  const narrow = await outcome(home, {}, { stage, style: { colour: true, columns: 40 } });
  assert.equal(narrow.stdout, '40 columns\n');
});

test('a job that could not do all ends with 3; a clean end before its time is an error of the run', async (t) => {
  const home = await temporaryFolder(t);
  const partial = working({ run: async () => ({ value: 1, partial: true }) });
  assert.equal((await outcome(home, {}, { stage: partial })).exitCode, 3);
  const policy = silentPolicy();
  policy.reject({ code: 'LB_JSON', message: 'no JSON', where: {}, raw: '' });
  assert.equal((await outcome(home, {}, { policy })).exitCode, 3);
  assert.equal((await outcome(home, {}, { policy, mode: 'dry' })).exitCode, 3);
  assert.equal((await outcome(home, {}, { mode: 'dry' })).exitCode, 0);
  const reason = new LateBenchError('LB_BUDGET', 'it is spent');
  await assert.rejects(outcome(home, {}, { reason }), { code: 'LB_BUDGET' });
  const signalled = await outcome(home, {}, { reason, exitCode: 130, stage: partial });
  assert.deepEqual([signalled.exitCode, signalled.done?.value], [130, 1]);
});

test('an error that no signal caused is an error also after a signal', async (t) => {
  const home = await temporaryFolder(t);
  for (const error of [new LateBenchError('LB_OUTPUT', 'cannot write'), new Error('a bug')]) {
    const stage = working({ run: () => Promise.reject(error) });
    await assert.rejects(outcome(home, {}, { stage, exitCode: 130 }), error);
  }
});

test('a dry run says the estimate line by line and does nothing', async (t) => {
  const home = await temporaryFolder(t);
  const stage = working({
    async estimate({ calls }) {
      const own = calls({ journalFolder: join(home, 'own'), eventsFolder: join(home, 'events') });
      const endpoint = await own.endpoint('critic');
      const messages = [{ role: 'user' as const, content: 'x' }];
      await endpoint
        .chat({ messages, max_tokens: 10 }, { signal: new AbortController().signal })
        .catch(() => {});
      const lines = own.counted();
      await own.close();
      return ['one', ...lines.slice(0, 2)];
    },
    run: async () => assert.fail('a dry run'),
  });
  const settings = { 'critic.base_url': 'http://127.0.0.1:9/v1', 'critic.model': 'm', home };
  const { said, done } = await outcome(home, {}, { stage, mode: 'dry', settings, price: 'in=1000,out=2000' });
  assert.equal(done, null);
  assert.equal(said[0], 'one');
  assert.match(said[1]!, /^dry run: 1 call,/);
  assert.match(said[2]!, /^expected: .* \$0\.037\d*$/);
  assert.deepEqual(await readdir(home), []);
});

test('calls of a job have its own journal, events and concurrency, and failed ones are in its exit code', async (t) => {
  const home = await temporaryFolder(t);
  const [journalFolder, eventsFolder] = [join(home, 'own'), join(home, 'events')];
  await mkdir(eventsFolder);
  const signal = new AbortController().signal;
  const ask = { messages: [{ role: 'user' as const, content: 'What is 1 + 1?' }] };
  const stage = working({
    concurrency: 33,
    async run({ calls }) {
      const own = calls({ journalFolder, eventsFolder });
      const { baseUrl, name, model } = own.configured('critic');
      const endpoint = await own.endpoint('critic');
      const { content } = await endpoint.chat(ask, { signal });
      assert.equal(await own.endpoint('critic'), endpoint);
      const { calls: made } = own.counters.total();
      await own.close();
      publish(() => ({ type: 'pace', role: 'critic', limit: 1, reason: 'after its end' }));
      assert.throws(() => own.configured('embed'), { code: 'LB_ENDPOINT_CONFIG' });
      return { value: [baseUrl, name, model, own.concurrency, made, content.length > 0] };
    },
  });
  const settings = { 'critic.base_url': 'sim', home };
  const { done, exitCode } = await outcome(home, {}, { stage, settings });
  assert.deepEqual(done?.value, ['sim', 'simulation', 'latebench-sim/critic', 33, 1, true]);
  assert.equal(exitCode, 0);
  assert.deepEqual(await readdir(journalFolder), ['critic']);
  const events = await readFile(join(eventsFolder, 'events.jsonl'), 'utf8');
  assert.match(events, /call_finished/);
  assert.doesNotMatch(events, /after its end/);
  assert.equal(existsSync(join(home, 'journal')), false);
  const asked = await outcome(home, {}, { stage, settings: { ...settings, concurrency: '3' } });
  assert.equal((asked.done!.value as unknown[])[3], 3);

  const failing = (fails: number) =>
    working({
      async run({ calls }) {
        const own = calls({ journalFolder: join(home, `failing-${fails}`) });
        const endpoint = await own.endpoint('critic');
        if (fails < 2) await endpoint.chat(ask, { signal });
        if (fails > 0) own.counters.failures.add('LB_ENDPOINT_SERVER', 'answered 500');
        await own.close();
        return { value: 1 };
      },
    });
  for (const [fails, code] of [
    [0, 0],
    [1, 3],
    [2, 4],
  ] as const) {
    assert.equal((await outcome(home, {}, { stage: failing(fails), settings })).exitCode, code);
  }
});

test('a job runs plans over records with its own calls', async (t) => {
  const home = await temporaryFolder(t);
  const written: unknown[] = [];
  const record = { id: 'a', problem: 'What is 1 + 1?', steps: ['1 + 1 = 2'], error_steps: [] };
  const stage = working({
    async run({ calls }) {
      const own = calls({ journalFolder: join(home, 'own'), eventsFolder: home });
      const plan = (stages: readonly { use: string; with: object }[]) =>
        own.runPlan({
          ...{ label: 'toy', seed: 1, stages: stages as never },
          groups: async function* () {
            yield [record];
          },
          sink: async () => ({
            write: (row) => void written.push(row),
            close: async () => ({ rows: 1, bytes: 0 }),
            abort: async () => {},
          }),
        });
      const critic = { use: 'critic', with: { name: 'a' } };
      const { complete, stages } = await plan([{ use: 'filter', with: {} }, critic]);
      await assert.rejects(plan([critic, critic]), { code: /LB_/, message: /a/ });
      await own.close();
      return { value: [complete, stages.map(({ name }) => name), own.counters.total().calls] };
    },
  });
  const { done } = await outcome(home, {}, { stage, settings: { 'critic.base_url': 'sim', home } });
  assert.deepEqual(done?.value, [true, ['filter', 'critic'], 1]);
  assert.equal((written[0] as { critiques: unknown[] }).critiques.length, 1);
});

test('an endpoint that lacks what a job needs is an error before the job runs', async () => {
  const asked: unknown[] = [];
  const check = async (role: string, need: object) => void asked.push([role, need]);
  const bare = { role: 'critic' as const, callsPerRecord: 1, atOnce: 1 };
  const needy = { ...bare, role: 'logprob' as const, requires: ['logprobs'] as const };
  await checkNeeds({ stage: working({ needs: [bare, needy] }), with: {} }, { check } as never);
  assert.deepEqual(asked, [['logprob', needy]]);
});

test('a job shows its progress and its warnings, also where nothing else is said', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const home = await temporaryFolder(t);
  const stage = working({
    async run({ done, shows, warn }) {
      done(2, 4);
      t.mock.timers.tick(30_000);
      const end = shows(
        () => 'in its own words',
        () => 0.5,
      );
      t.mock.timers.tick(30_000);
      end();
      t.mock.timers.tick(30_000);
      warn('take care');
      return { value: 1 };
    },
  });
  const { stderr } = await outcome(home, {}, { stage });
  const lines = stderr.trimEnd().split('\n');
  assert.match(lines[0]!, /^toy: 2 of 4 things; /);
  assert.equal(lines.filter((line) => line === 'toy: in its own words').length, 1, 'and not after its end');
  assert.equal(lines.at(-1), 'latebench toy: take care');
  t.mock.timers.tick(60_000);
});

test('what a job of a pipeline would do is said with its place and its options, and estimated where it can be', async (t) => {
  const home = await temporaryFolder(t);
  const note = async (waits: boolean) => {
    const said: string[] = [];
    told.length = 0;
    const never = new AbortController().signal;
    const terminal = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
    const say = (line: string) => void said.push(line);
    await noteJob(
      {
        ...{ label: 'toy', seed: 0, folder: home, sources: [] },
        job: { use: 'toy', with: {}, given: {}, stage: toy },
        source: () => Promise.reject(new Error('it reads nothing')),
      },
      {
        session: openSession({ config: new Map(), mode: 'dry', journalFolder: home, say() {} }),
        terminal: { ...terminal, say, showsProgress: false },
        interruption: {
          stopReading: never,
          abandon: never,
          exitCode: undefined,
          reason: undefined,
          stop() {},
        },
        ...{ policy: silentPolicy(), place: 2, given: { pool: 'p' }, waits },
      },
    );
    return [...said, ...told];
  };
  assert.deepEqual(await note(true), ['stage 2: toy {"pool":"p"}']);
  assert.deepEqual(await note(false), [
    'stage 2: toy {"pool":"p"}',
    'dry run: 0 calls',
    'check, dry',
    'estimate',
  ]);
});
