import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from '../../src/simulator/faults/rules.ts';
import { type Simulator, startSimulator } from '../../src/simulator/server.ts';
import { openJournal } from '../../src/storage/journal/journal.ts';
import {
  jsonLines,
  latebench,
  type Outcome,
  repository,
  runCommand,
  runHere,
  runInTurn,
  runShell,
} from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { repetitions } from '../support/thorough.ts';

const samples = join(repository, 'data', 'samples', 'problems.jsonl');
const model = 'latebench-sim/critic';

async function setting(
  t: TestContext,
  latencyMs = 0,
  faults: readonly FaultRule[] = [],
): Promise<{ cwd: string; server: Simulator; args: string[] }> {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ latencyMs, faults });
  t.after(() => server.close());
  return {
    cwd,
    server,
    args: ['critic', samples, '--endpoint', server.url, '--model', model, '--votes', '3'],
  };
}

/** Kills the command by SIGKILL once the server has seen this many more calls. */
function killAfter(server: Simulator, calls: number) {
  const until = server.counts.requests + calls;
  return (child: { kill(signal: 'SIGKILL'): boolean; exitCode: number | null }): void => {
    void (async () => {
      while (server.counts.requests < until && child.exitCode === null) await sleep(2);
      child.kill('SIGKILL');
    })();
  };
}

test('killed again and again and repeated, a run loses nothing, doubles nothing and pays only for what was in flight', async (t) => {
  const { cwd, server, args } = await setting(t, 15);
  const undisturbed = await runHere([...args, '--run', 'whole', '--cache', 'off'], { cwd });
  assert.equal(undisturbed.code, 0, undisturbed.stderr);
  const needed = server.counts.requests;
  assert.equal(needed, 35 * 3);
  let inFlightAtKills = 0;
  const before = server.counts.requests;
  let kills = 0;
  for (const times = repetitions(4, 10); kills < times; kills += 1) {
    const outcome = await runCommand([...args, '--run', 'killed', '--cache', 'off', '-c', '5'], {
      cwd,
      started: killAfter(server, 3 + ((kills * 7) % 11)),
    });
    if (outcome.signal !== 'SIGKILL') break;
    inFlightAtKills += 5;
    assert.equal(
      undisturbed.stdout.startsWith(outcome.stdout.slice(0, outcome.stdout.lastIndexOf('\n') + 1)),
      true,
    );
  }
  assert.ok(kills >= 2);
  const final = await runHere([...args, '--run', 'killed', '--cache', 'off', '-c', '5'], { cwd });
  assert.equal(final.code, 0, final.stderr);
  assert.equal(final.stdout, undisturbed.stdout);
  const paid = server.counts.requests - before;
  assert.ok(
    paid <= needed + inFlightAtKills,
    `${paid} calls for ${needed}, ${inFlightAtKills} in flight at ${kills} kills`,
  );
  const journal = await openJournal(join(cwd, 'killed', 'journal', 'critic'));
  assert.equal([...journal.keys()].length, needed);
  await journal.close();
});

test('a repeated run makes no call, and gives the same bytes', async (t) => {
  const { cwd, server, args } = await setting(t);
  const first = await runHere([...args, '--run', 'r'], { cwd });
  const calls = server.counts.requests;
  const again = await runHere([...args, '--run', 'r', '-c', '2', '--offline'], { cwd });
  assert.deepEqual([again.code, again.stdout === first.stdout, server.counts.requests], [0, true, calls]);
  assert.match(again.stderr, /0 API calls, 105 stored replies/);
});

test('a repeated run of which only calls are left that always fail gives the same bytes again', async (t) => {
  const { cwd, args } = await setting(t, 0, [{ do: 'error', status: 500, when: { share: 0.2 } }]);
  const run = () => runHere([...args, '--run', 'r', '--max-retries', '0'], { cwd });
  const [first, again] = [await run(), await run()];
  assert.match(first.stderr, /[4-9] failed|\d\d failed/);
  assert.deepEqual([again.code, again.stdout === first.stdout], [first.code, true], again.stderr);
});

test('--offline stops at the first call that is not paid for, with 4, and says so', async (t) => {
  const { cwd, server, args } = await setting(t);
  const outcome = await runHere([...args, '--offline'], { cwd });
  assert.deepEqual([outcome.code, outcome.stdout, server.counts.requests], [4, '', 0]);
  assert.match(outcome.stderr, /--offline forbids it \(LB_OFFLINE\)/);
});

test('a spent budget stops cleanly with 4; a larger one continues from there', async (t) => {
  const { cwd, server, args } = await setting(t);
  const whole = await runHere([...args, '--run', 'whole', '--cache', 'off'], { cwd });
  const calls = server.counts.requests;
  const some = await runHere([...args, '--run', 'r', '--cache', 'off', '--budget-tokens', '60000'], {
    cwd,
  });
  assert.equal(some.code, 4, some.stderr);
  assert.match(some.stderr, /--budget-tokens.*\(LB_BUDGET\)/);
  const done = jsonLines(some.stdout);
  assert.ok(done.length > 0 && done.length < 35, `${done.length} records`);
  assert.equal(whole.stdout.startsWith(some.stdout), true, 'what was paid for is written, in order');
  const before = server.counts.requests;
  const rest = await runHere([...args, '--run', 'r', '--cache', 'off', '--budget-tokens', '1000000'], {
    cwd,
  });
  assert.deepEqual([rest.code, rest.stdout === whole.stdout], [0, true]);
  assert.equal(before - calls + (server.counts.requests - before), calls, 'nothing was paid for twice');
});

test('a USD budget without a known price is an error that says how to give it', async (t) => {
  const { cwd, server } = await setting(t);
  const args = ['critic', samples, '--endpoint', server.url, '--model', 'unknown-model', '--budget-usd', '1'];
  const outcome = await runHere(args, { cwd });
  assert.equal(outcome.code, 2);
  assert.match(outcome.stderr, /no price is known for the model unknown-model; give it as --price/);
});

test('--dry-run makes no call, writes nothing, and says what the run would cost', async (t) => {
  const { cwd, server, args } = await setting(t);
  const outcome = await runHere([...args, '--dry-run', '--price', 'in=1,out=2', '-o', 'out.jsonl'], {
    cwd,
  });
  assert.deepEqual([outcome.code, outcome.stdout, server.counts.requests], [0, '', 0]);
  assert.match(outcome.stderr, /dry run: 105 calls/);
  assert.match(
    outcome.stderr,
    /expected: about .* prompt \+ 105,000 completion tokens \(1,000 a reply .*, \$\d/,
  );
  assert.match(outcome.stderr, /bound: none, since replies have no token limit/);
  // With a budget every request has one: 105 replies of 4,096 tokens.
  const limited = await runHere([...args, '--dry-run', '--price', 'in=1,out=2', '--budget-usd', '9'], {
    cwd,
  });
  assert.match(limited.stderr, /bound: at most .* prompt \+ 430,080 completion tokens, \$\d/);
  assert.match(outcome.stderr, /"messages"/);
  assert.deepEqual(
    (await readdir(cwd)).filter((name) => name.startsWith('out')),
    [],
  );
});

test('two piped and two parallel processes on one cache pay for no key twice', async (t) => {
  const { cwd, server } = await setting(t, 20);
  const critic = (name: string): string =>
    `${latebench} critic --endpoint ${server.url} --model ${model} --votes 2 --name ${name} -q`;
  // The piped ones ask the same: the second finds everything. The parallel ones race for every key.
  const piped = await runShell(`${critic('a')} "${samples}" | ${critic('b')} > piped.jsonl`, { cwd });
  assert.equal(piped.code, 0, piped.stderr);
  assert.equal(server.counts.requests, 70);
  const seeded = (name: string): string => `${critic(name)} --seed 9 "${samples}"`;
  const raced = await runShell(`${seeded('c')} > c.jsonl & ${seeded('d')} > d.jsonl; wait`, { cwd });
  assert.equal(raced.code, 0, raced.stderr);
  assert.equal(server.counts.requests, 140);
  const critiques = async (file: string): Promise<unknown[]> =>
    jsonLines(await readFile(join(cwd, file), 'utf8')).map(({ critiques: list }) =>
      (list as { critic: string }[]).map(({ critic: _, ...rest }) => rest),
    );
  assert.deepEqual(await critiques('c.jsonl'), await critiques('d.jsonl'));
  for (const list of (await critiques('piped.jsonl')) as object[][]) assert.deepEqual(list[0], list[1]);
});

test('records with the same problem and steps share one call', async (t) => {
  const { cwd, server } = await setting(t);
  const record = { problem: 'p', steps: ['2 + 2 = 4', '\\boxed{4}'], error_steps: null };
  const input = Array.from({ length: 20 }, (_, n) => `${JSON.stringify({ id: `r${n}`, ...record })}\n`).join(
    '',
  );
  const outcome = await runCommand(['critic', '--endpoint', server.url, '--model', model, '--cache', 'off'], {
    cwd,
    input,
  });
  assert.deepEqual([outcome.code, jsonLines(outcome.stdout).length, server.counts.requests], [0, 20, 1]);
});

test('the cache is shown, shrunk and emptied', async (t) => {
  const { cwd, args } = await setting(t);
  const stats = ['cache', 'stats', '--format', 'json'];
  const words = [
    args,
    stats,
    ['cache', 'stats'],
    ['cache', 'prune', '--max-bytes', '1k'],
    stats,
    ['cache', 'clear'],
    stats,
    ['cache'],
  ];
  const outcomes = await runInTurn(
    words.map((turn) => ({ args: turn })),
    { cwd },
  );
  const entries = (at: number): number =>
    (JSON.parse(outcomes[at]!.stdout) as { readonly entries: number }).entries;
  assert.deepEqual(
    outcomes.map(({ code }) => code),
    [0, 0, 0, 0, 0, 0, 0, 2],
  );
  assert.equal(entries(1), 105);
  assert.match(outcomes[2]!.stdout, /latebench-sim\/critic +105/);
  assert.ok(entries(4) < 105);
  assert.equal(entries(6), 0);
});

test('retry feeds what was rejected through a command again', async (t) => {
  const cwd = await temporaryFolder(t);
  const good = '{"id":"a","problem":"p","steps":["x"],"error_steps":null}';
  const bad = '{"id":"b","problem":"p","steps":[],"error_steps":null}';
  const first: Outcome = await runHere(['critic', '--endpoint', 'sim', '--quarantine', 'q.jsonl'], {
    cwd,
    input: `${good}\n${bad}\nnot json\n`,
  });
  assert.equal(first.code, 3);
  const [raw, chosen] = await runInTurn(
    [{ args: ['retry', 'q.jsonl'] }, { args: ['retry', 'q.jsonl', '--code', 'LB_JSON'] }],
    { cwd },
  );
  assert.deepEqual(raw!.stdout.trimEnd().split('\n').sort(), ['not json', bad].sort());
  assert.equal(chosen!.stdout, 'not json\n');
  const again = await runHere(
    ['retry', 'q.jsonl', '--code', 'LB_NO_SOLUTION', '--', 'filter', '--max-steps', '0'],
    { cwd },
  );
  assert.deepEqual([again.code, jsonLines(again.stdout).map(({ id }) => id)], [0, ['b']]);
});

test('a run writes its events, and serves them as metrics while it works', async (t) => {
  // The last calls take long: the page is fetched before they have been answered.
  const faults = [{ do: 'delay', ms: 3000, when: { after_calls: 100 } }] as const;
  const { cwd, server, args } = await setting(t, 20, faults);
  let page = '';
  const outcome = await runCommand([...args, '--run', 'r', '--metrics-port', '0'], {
    cwd,
    started: (child) => {
      child.stderr?.on('data', (chunk: Buffer) => {
        const url = /metrics: (\S+)/.exec(chunk.toString())?.[1];
        if (url === undefined) return;
        void (async () => {
          while (server.counts.completed < 30) await sleep(5);
          page = await (await fetch(url)).text();
        })();
      });
    },
  });
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.match(page, /# TYPE latebench_calls_total counter/);
  assert.match(
    page,
    /latebench_calls_total\{role="critic",model="latebench-sim\/critic",outcome="ok",from="endpoint"\} \d+/,
  );
  const events = jsonLines(await readFile(join(cwd, 'r', 'events.jsonl'), 'utf8'));
  const finished = events.filter(({ type }) => type === 'call_finished');
  assert.equal(finished.length, 105);
  assert.ok(
    finished.every(
      ({ outcome: how, from, at }) => how === 'ok' && from === 'endpoint' && typeof at === 'string',
    ),
  );
});
