// A budget is a theorem: whatever a server answers, and however often a run is given up or killed, its bill stays within
// the limit. `npm run soak -- budget` draws 10,000 such runs.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { mulberry32 } from '../../../src/statistics/random.ts';
import { type Behaviour, type BillingServer, startBillingServer } from '../../support/billing-server.ts';
import { budgetRun } from '../../support/budget-runs.ts';
import { jsonLines, type Outcome, runHere } from '../../support/cli.ts';
import { killedOnBudget } from '../../support/killed-on-budget.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { repetitions } from '../../support/thorough.ts';

const runs = repetitions(70, 150);
const price = { in: 0.25, out: 2 };
const limits = ['--price', 'in=0.25,out=2'];
/** Long replies where nothing limits them, and nothing else amiss. */
const talkative: Behaviour = {
  rng: mulberry32(1),
  price,
  faultShare: 0,
  faults: [],
  longest: 30_000,
  breakShare: 0,
  perByte: 0.3,
  latencyMs: 0,
};

async function billing(t: TestContext): Promise<BillingServer> {
  const server = await startBillingServer();
  t.after(() => server.close());
  return server;
}

async function inputs(t: TestContext, count = 20): Promise<string> {
  const cwd = await temporaryFolder(t);
  const made = await runHere(['ingest', '--adapter', 'synthetic', '--n', String(count), '-o', 'in.jsonl'], {
    cwd,
  });
  assert.equal(made.code, 0, made.stderr);
  return cwd;
}

function votesOf({ stdout }: Pick<Outcome, 'stdout'>): { status: string; note: string }[] {
  return jsonLines(stdout).flatMap(({ critiques }) =>
    (critiques as { votes: { status: string; note: string }[] }[]).flatMap(({ votes }) => votes),
  );
}

test(`${runs} runs drawn from seeds stay within their budget, or pass it by what a server broke of max_tokens`, async (t) => {
  const server = await billing(t);
  const folder = await temporaryFolder(t);
  const seen = { over: 0, reached: 0, stopped: 0, resumed: 0 };
  for (let seed = 1; seed <= runs; seed += 1) {
    const { over, reached, stopped, sessions } = await budgetRun(server, seed, join(folder, String(seed)));
    seen.over += Number(over > 0);
    seen.reached += Number(reached);
    seen.stopped += Number(stopped);
    seen.resumed += Number(sessions > 1);
  }
  // Nothing is shown by runs in which nothing happens.
  assert.ok(
    Object.values(seen).every((count) => count > 0),
    JSON.stringify(seen),
  );
});

test('64 calls at once that would write without end stay within half a dollar', async (t) => {
  const server = await billing(t);
  const cwd = await inputs(t);
  const { url, bill } = server.add('issue', talkative);
  const place = ['--endpoint', url, '-m', 'gpt-5-mini', '--cache', 'off', 'in.jsonl'];
  const outcome = await runHere(
    ['critic', ...place, ...limits, '--budget-usd', '0.5', '-c', '64', '--votes', '4'],
    { cwd },
  );
  assert.equal(outcome.code, 4, outcome.stderr);
  assert.ok(bill.nanoUsd <= 0.5e9 && bill.calls > 1, JSON.stringify(bill));
  assert.equal(bill.unlimited, 0);
  assert.match(
    outcome.stderr,
    /replies are limited to 128,000 tokens \(the most that gpt-5-mini writes; --max-tokens where the command has it\)/,
  );
  assert.match(outcome.stderr, /so that 1 fit at a time/);
});

test('a command that is killed again and again spends one budget', async (t) => {
  const server = await billing(t);
  const { kills, billed, max } = await killedOnBudget(server, {
    cwd: await temporaryFolder(t),
    seed: 1,
    kills: 2,
  });
  assert.ok(kills > 0 && billed <= max, `${billed} of ${max} after ${kills} kills`);
});

test('a reply cut at the limit that a budget added fails its record, is counted, and is not stored', async (t) => {
  const server = await billing(t);
  const cwd = await inputs(t, 4);
  const { url, bill } = server.add('cut', talkative);
  const args = ['critic', '--endpoint', url, '-m', 'served-here', '-c', '1', '--run', 'r', 'in.jsonl'];
  const limited = await runHere([...args, ...limits, '--budget-usd', '9'], { cwd });
  const cut = votesOf(limited).filter(({ status }) => status === 'failed');
  assert.ok(cut.length > 0 && bill.calls === 4);
  assert.match(
    cut[0]!.note,
    /^LB_ENDPOINT_REPLY: the reply was cut at 4096 tokens, the max_tokens .* added for the budget/,
  );
  assert.match(limited.stderr, /x the reply was cut at 4096 tokens/);
  const spent = JSON.parse(await readFile(join(cwd, 'r', 'manifest.json'), 'utf8')).spent['served-here'];
  assert.equal(spent.promptTokens + spent.completionTokens, bill.tokens, 'what was paid for is counted');
  // The same command without a budget asks for these alone: the keys are the same, and cut replies were not stored.
  const whole = await runHere(args, { cwd });
  assert.equal(bill.calls, 4 + cut.length);
  assert.deepEqual(new Set(votesOf(whole).map(({ status }) => status)), new Set(['unparsed']));
  await runHere([...args, ...limits, '--budget-usd', '9'], { cwd });
  assert.equal(bill.calls, 4 + cut.length, 'and with a budget again, nothing is paid for twice');
});

test('a server that breaks max_tokens ends the run, which says by how much', async (t) => {
  const server = await billing(t);
  const cwd = await inputs(t);
  const { url, bill } = server.add('broken', { ...talkative, longest: 400_000, breakShare: 1 });
  const place = ['--endpoint', url, '-m', 'served-here', '--cache', 'off', 'in.jsonl'];
  const outcome = await runHere(['critic', ...place, ...limits, '--budget-usd', '0.03', '-c', '3'], { cwd });
  assert.equal(outcome.code, 4, outcome.stderr);
  assert.ok(bill.calls <= 3, `${bill.calls} calls`);
  assert.match(outcome.stderr, /the endpoint ignores max_tokens \(LB_ENDPOINT_STOPPED\)/);
  assert.match(outcome.stderr, /--budget-usd: \d\.\d+ USD are spent, \d\.\d+ USD over the limit/);
});

test('attempts whose reply was lost count at their worst case, and the run says how many', async (t) => {
  const server = await billing(t);
  const cwd = await inputs(t, 3);
  const lost: Behaviour = { ...talkative, faultShare: 1, faults: ['no-usage'] };
  const { url } = server.add('lost', lost);
  const place = ['--endpoint', url, '-m', 'served-here', '--cache', 'off', 'in.jsonl'];
  const outcome = await runHere(['critic', ...place, '--max-tokens', '100', '--budget-tokens', '90000'], {
    cwd,
  });
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.match(
    outcome.stderr,
    /3 attempts were sent and came back without usage; counted at the worst case, \d+ tokens/,
  );
  // Nobody listens: nothing was sent.
  const closed = [
    '--endpoint',
    'http://127.0.0.1:9/v1',
    '-m',
    'm',
    '--cache',
    'off',
    '--max-retries',
    '0',
    'in.jsonl',
  ];
  const refused = await runHere(['critic', ...closed, '--budget-tokens', '90000'], { cwd });
  assert.doesNotMatch(refused.stderr, /worst case/);
  assert.equal(refused.code, 2, 'no server');
});

test('what the server said is on stderr, in the notes, the events, the manifest and the score', async (t) => {
  const server = await billing(t);
  const cwd = await inputs(t, 3);
  const { url } = server.add('refusing', { ...talkative, faultShare: 1, faults: ['list-error'] });
  const args = ['critic', '--endpoint', url, '-m', 'm', '--run', 'r', '-o', 'out.jsonl', 'in.jsonl'];
  const outcome = await runHere(args, { cwd });
  assert.equal(outcome.code, 4, outcome.stderr);
  assert.match(
    outcome.stderr,
    /^critic: every call failed \(3 of 3 calls\), most often with: .*400: not this/m,
  );
  assert.match(
    outcome.stderr,
    /3 calls failed:\n.* 3 x endpoint answered 400: not this \(LB_ENDPOINT_REQUEST\)/,
  );
  const read = (path: string): Promise<string> => readFile(join(cwd, path), 'utf8');
  const [vote] = votesOf({ stdout: await read('out.jsonl') });
  assert.equal(vote!.note, 'LB_ENDPOINT_REQUEST: endpoint answered 400: not this');
  assert.match(await read('r/events.jsonl'), /"message":"endpoint answered 400: not this"/);
  const failure = { code: 'LB_ENDPOINT_REQUEST', message: 'endpoint answered 400: not this', count: 3 };
  assert.deepEqual(JSON.parse(await read('r/manifest.json')).failures, [failure]);
  const refused = await runHere(['score', 'out.jsonl'], { cwd });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /all 3 critiques are of calls that failed, .*400: not this.*--allow-failed/);
  assert.equal(refused.stdout, '');
  const scored = await runHere(['score', '--allow-failed', 'out.jsonl'], { cwd });
  assert.match(scored.stdout, /3 votes failed: 3 x LB_ENDPOINT_REQUEST: endpoint answered 400/);
});
