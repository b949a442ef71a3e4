// Schedules under a clock of the test's: what was missed, runs longer than their interval, changes to summer time and
// back; and, with real processes, a schedule and its run killed midway.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { calendarOf } from '../../src/pipeline/schedule/cron.ts';
import { type RunEnding, runSchedule } from '../../src/pipeline/schedule/schedule.ts';
import { readState, type ScheduledRun } from '../../src/pipeline/schedule/state.ts';
import { onCalendar, unitText } from '../../src/pipeline/schedule/units.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { takeExclusive } from '../../src/storage/process-lock.ts';
import { runCommand } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface World {
  readonly folder: string;
  readonly runs: (ScheduledRun & { readonly at: string })[];
  readonly printed: string[];
  time: number;
}

async function worldAt(t: TestContext, start: string): Promise<World> {
  return { folder: await temporaryFolder(t), runs: [], printed: [], time: Date.parse(start) };
}

interface Days {
  readonly cron: string;
  readonly timezone?: string;
  readonly until: string;
  readonly catchUp?: 'latest' | 'none';
  /** How long a run takes, and how it ends. */
  readonly run?: (run: ScheduledRun, world: World) => RunEnding;
}

/** Lets the schedule run until a time; the clock moves only when somebody sleeps or works. */
async function live(world: World, { cron, timezone, until, catchUp = 'latest', run }: Days): Promise<void> {
  const stop = new AbortController();
  const end = Date.parse(until);
  const look = (): void => {
    if (world.time >= end) stop.abort();
  };
  await runSchedule({
    folder: world.folder,
    calendar: calendarOf(cron, timezone),
    catchUp,
    clock: {
      now: () => new Date(world.time),
      async sleep(milliseconds) {
        world.time += milliseconds;
        look();
      },
    },
    once: false,
    signal: stop.signal,
    say: (line) => world.printed.push(line),
    async run(scheduled) {
      world.runs.push({ ...scheduled, at: new Date(world.time).toISOString() });
      const ending = run?.(scheduled, world) ?? 'done';
      look();
      return ending;
    },
  });
}

const times = ({ runs }: World): string[] => runs.map(({ at }) => at.slice(0, 16));

test('what was missed while nothing ran is made up for by one run', async (t) => {
  const world = await worldAt(t, '2026-03-01T12:00:00Z');
  const nightly = { cron: '0 2 * * *' };
  await live(world, { ...nightly, until: '2026-03-03T03:00:00Z' });
  assert.deepEqual(times(world), ['2026-03-02T02:00', '2026-03-03T02:00']);
  world.time = Date.parse('2026-03-06T15:30:00Z');
  await live(world, { ...nightly, until: '2026-03-07T03:00:00Z' });
  assert.deepEqual(times(world).slice(2), ['2026-03-06T15:30', '2026-03-07T02:00']);
  assert.equal(world.runs[2]!.due, '2026-03-06T02:00:00.000Z');
  assert.deepEqual((await readState(world.folder)).missed, 2);

  world.time = Date.parse('2026-03-09T15:30:00Z');
  await live(world, { ...nightly, catchUp: 'none', until: '2026-03-10T03:00:00Z' });
  assert.deepEqual(times(world).slice(4), ['2026-03-10T02:00']);
});

test('a run longer than the time to the next delays it, and nothing runs twice at once', async (t) => {
  const world = await worldAt(t, '2026-03-01T00:30:00Z');
  await live(world, {
    cron: '0 * * * *',
    until: '2026-03-01T07:30:00Z',
    run(_, inner) {
      if (inner.runs.length === 1) inner.time += 150 * 60_000;
      return 'done';
    },
  });
  assert.deepEqual(
    times(world).map((time) => time.slice(11)),
    ['01:00', '03:30', '04:00', '05:00', '06:00', '07:00'],
  );
  const held = await takeExclusive(join(world.folder, 'schedule.lock'));
  assert.ok('release' in held);
  await assert.rejects(live(world, { cron: '0 * * * *', until: '2026-03-02T00:00:00Z' }), {
    code: 'LB_BUSY',
  });
  await held.release();
});

test('a run that stopped early continues in its folder at the next time', async (t) => {
  const world = await worldAt(t, '2026-03-01T00:30:00Z');
  const endings: RunEnding[] = ['unfinished', 'done', 'done'];
  await live(world, {
    cron: '0 * * * *',
    until: '2026-03-01T03:30:00Z',
    run: (_, { runs }) => endings[runs.length - 1]!,
  });
  const [first, second, third] = world.runs.map(({ folder }) => folder);
  assert.equal(first, second);
  assert.notEqual(second, third);
});

/** The times in [from, to), in the zone. */
function timesOf(cron: string, timezone: string, from: string, to: string): string[] {
  const { next, last } = calendarOf(cron, timezone);
  const found: string[] = [];
  for (let time = next(new Date(Date.parse(from) - 1)); time! < new Date(to); time = next(time!)) {
    found.push(time!.toLocaleTimeString('en-GB', { timeZone: timezone, timeStyle: 'short' }));
    for (const later of [0, 1, 59_999]) {
      assert.deepEqual(last(new Date(time!.getTime() + later)), time, `${cron} ${timezone}`);
    }
  }
  return found;
}

test('in the hour that occurs twice or is left out, local times run once, and intervals continue', () => {
  const days = {
    spring: ['2026-03-28T23:00:00Z', '2026-03-29T03:00:00Z'],
    autumn: ['2026-10-24T23:00:00Z', '2026-10-25T03:00:00Z'],
  } as const;
  const expected: readonly [cron: string, spring: string, autumn: string][] = [
    ['30 2 * * *', '03:00', '02:30'],
    ['0,30 2 * * *', '03:00', '02:00 02:30'],
    ['*/20 2,3 * * *', '03:00 03:20 03:40', '02:00 02:20 02:40 03:00 03:20 03:40'],
    ['0 */2 * * *', '00:00 03:00 04:00', '02:00'],
    ['30 1-3 * * *', '01:30 03:00 03:30', '01:30 02:30 03:30'],
    [
      '*/30 * * * *',
      '00:00 00:30 01:00 01:30 03:00 03:30 04:00 04:30',
      '01:00 01:30 02:00 02:30 02:00 02:30 03:00 03:30',
    ],
    ['5 0-23 * * *', '00:05 01:05 03:05 04:05', '01:05 02:05 02:05 03:05'],
  ];
  for (const [cron, spring, autumn] of expected) {
    assert.equal(timesOf(cron, 'Europe/Berlin', ...days.spring).join(' '), spring, cron);
    assert.equal(timesOf(cron, 'Europe/Berlin', ...days.autumn).join(' '), autumn, cron);
  }
  // Half an hour, on the other side of the world; and a day that a zone has left out.
  const lordHowe = (from: string, to: string) =>
    timesOf('0,15,45 1,2 * * *', 'Australia/Lord_Howe', from, to).join(' ');
  assert.equal(lordHowe('2026-10-03T14:00:00Z', '2026-10-03T16:30:00Z'), '01:00 01:15 01:45 02:30 02:45');
  assert.equal(
    lordHowe('2026-04-04T14:00:00Z', '2026-04-04T17:00:00Z'),
    '01:00 01:15 01:45 02:00 02:15 02:45',
  );
  const apia = timesOf('0 12 * * *', 'Pacific/Apia', '2011-12-29T10:00:00Z', '2012-01-01T10:00:00Z');
  assert.deepEqual(apia, ['12:00', '00:00', '12:00', '12:00']);
});

test('changes to summer time and back leave one run a day', async (t) => {
  for (const [from, until, expected] of [
    ['2026-03-27T12:00:00Z', '2026-03-30T12:00:00Z', ['28T01:30', '29T01:00', '30T00:30']],
    ['2026-10-23T12:00:00Z', '2026-10-26T12:00:00Z', ['24T00:30', '25T00:30', '26T01:30']],
  ] as const) {
    const world = await worldAt(t, from);
    await live(world, { cron: '30 2 * * *', timezone: 'Europe/Berlin', until });
    assert.deepEqual(
      times(world).map((time) => time.slice(8)),
      expected,
    );
  }
});

test('a clock that was ahead and is set back does not silence a schedule until that time comes again', async (t) => {
  const world = await worldAt(t, '2031-01-01T12:00:00Z');
  await live(world, { cron: '0 2 * * *', until: '2031-01-02T12:00:00Z' });
  assert.deepEqual(times(world), ['2031-01-02T02:00']);
  world.time = Date.parse('2026-05-01T12:00:00Z');
  await live(world, { cron: '0 2 * * *', until: '2026-05-03T12:00:00Z' });
  assert.deepEqual(times(world).slice(1), ['2026-05-02T02:00', '2026-05-03T02:00']);
  assert.match(world.printed.join('\n'), /last run was for 2031-01-02T02:00:00.000Z, and it is 2026-05-01/);
  // Set back by less, a time that was handled is not handled again.
  world.time = Date.parse('2026-05-03T01:55:00Z');
  await live(world, { cron: '0 2 * * *', until: '2026-05-03T12:00:00Z' });
  assert.equal(world.runs.length, 3);
});

test('expressions that cannot be read are refused, and units say the same times', async (t) => {
  assert.throws(() => calendarOf('0 25 * * *'), /Invalid value for hour/);
  assert.throws(() => calendarOf('0 2 * * *', 'Mars/Olympus'), /timezone/);
  assert.deepEqual(onCalendar('*/15 8-18 * * 1-5', 'UTC'), ['Mon..Fri *-*-* 8..18:0/15:00 UTC']);
  for (const [weekday, words] of [
    ['0-4', 'Sun,Mon..Thu'],
    ['0-1', 'Sun,Mon'],
    ['0-0', 'Sun'],
    ['0-6', 'Sun,Mon..Sat'],
    ['2,0-3,5', 'Tue,Sun,Mon..Wed,Fri'],
    ['5-7', 'Fri..Sun'],
    ['MON-fri,Sun', 'Mon..Fri,Sun'],
    ['sun-tue', 'Sun,Mon..Tue'],
  ])
    assert.deepEqual(onCalendar(`0 2 * * ${weekday}`, 'UTC'), [`${words} *-*-* 2:0:00 UTC`], weekday);
  assert.deepEqual(onCalendar('0 2 * JAN-mar,12 *', 'UTC'), ['*-1..3,12-* 2:0:00 UTC']);
  assert.deepEqual(onCalendar('0 2 1,15 */3 0', 'UTC'), ['*-1/3-1,15 2:0:00 UTC', 'Sun *-1/3-* 2:0:00 UTC']);
  const cwd = await temporaryFolder(t);
  for (const [kind, line] of [
    ['systemd', /^OnCalendar=\*-\*-\* 2:30:00 Europe\/Berlin$/m],
    ['cron', /^30 2 \* \* \* cd .* schedule quickstart --folder runs\/quickstart .*--once$/m],
    ['k8s', /^ {2}timeZone: "Europe\/Berlin"$/m],
  ] as const) {
    const words = ['schedule', 'quickstart', '--cron', '30 2 * * *', '--timezone', 'Europe/Berlin'];
    const { stdout, code } = await runCommand([...words, '--print', kind], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, line);
  }
});

test('a description of several lines is one line of a unit: a crontab would take the second for an entry', () => {
  const unit = {
    name: 'n',
    about: 'one\n  two\n',
    cron: '0 2 * * *',
    timezone: 'UTC',
    command: ['latebench'],
  };
  for (const kind of ['cron', 'systemd'] as const) {
    const text = unitText(kind, { ...unit, folder: '/work', version: '1' });
    assert.match(text, /: one two$/m);
    assert.doesNotMatch(text, /^\s*two/m);
  }
});

test('a schedule killed with its run continues with it, and pays for nothing twice', async (t) => {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ latencyMs: 20 });
  t.after(() => server.close());
  const declaration = {
    name: 'nightly',
    about: 'a critic on synthetic problems',
    source: { synthetic: { count: 40, seed: 1 } },
    stages: [{ use: 'critic', with: {} }],
    endpoint: { critic: { baseUrl: server.url, model: 'latebench-sim/critic' } },
    // Long past: nothing else falls due while the test runs.
    schedule: { cron: '0 0 1 1 *' },
    seed: 1,
  };
  await writeFile(join(cwd, 'nightly.json'), JSON.stringify(declaration));
  const words = ['schedule', 'nightly.json', '--once', '--concurrency', '4', '--cache', 'off'];
  const killed = await runCommand(words, {
    cwd,
    started(child) {
      void (async () => {
        while (server.counts.completed < 12) await sleep(5);
        child.kill('SIGKILL');
        const { folder } = (await readState(join(cwd, 'runs', 'nightly'))).running!;
        const owner = JSON.parse(await readFile(join(cwd, folder, 'run.lock'), 'utf8')) as { pid: number };
        process.kill(owner.pid, 'SIGKILL');
      })();
    },
  });
  assert.equal(killed.signal, 'SIGKILL');
  const { running } = await readState(join(cwd, 'runs', 'nightly'));
  assert.ok(running !== null);
  const again = await runCommand(words, { cwd });
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /going on with the run of/);
  assert.ok(existsSync(join(cwd, running.folder, 'report.html')));
  assert.ok(server.counts.requests <= 40 + 4, `${server.counts.requests} requests`);
});
