// A pool bought by two workers and a coordinator that share no disk, over object storage and a real redis-server, while
// any of the three is killed at random and started again; beside it the same pool from one process. A test runs it
// small, the soak large.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { s3Place } from '../../src/objects/s3-address.ts';
import { openS3Objects } from '../../src/objects/s3-objects.ts';
import { type Simulator, startSimulator } from '../../src/simulator/server.ts';
import { mulberry32, pick } from '../../src/statistics/random.ts';
import { type Running, runBeside } from './beside.ts';
import { type Outcome, runHere } from './cli.ts';
import { startRedis } from './redis.ts';
import { type S3Server, startS3 } from './s3.ts';

export interface FleetOptions {
  readonly folder: string;
  readonly problems: number;
  readonly samples: number;
  readonly latencyMs: number;
  readonly kills: number;
  readonly seed: number;
  /** Starts the storage, with its files below a folder; an S3 server of this process by default. */
  readonly storage?: ((folder: string) => Promise<S3Server>) | undefined;
}

export interface FleetReport {
  readonly single: Outcome;
  readonly coordinator: Outcome;
  /** Chat calls that the pool of one process took, and that of the fleet. */
  readonly expected: number;
  readonly calls: number;
  /** Who was killed, in order. */
  readonly killed: readonly string[];
  /** Places for calls of the workers that were killed, at the moment of the kill. */
  readonly inFlight: number;
  /** Names of files that differ from those of one process, or are there only once. */
  readonly different: readonly string[];
  readonly files: number;
  /** What was left in the bucket. */
  readonly left: readonly string[];
  readonly printed: string;
}

const each = 8;
const members = ['coordinator', 'worker 1', 'worker 2'] as const;
type Member = (typeof members)[number];

async function filesOf(folder: string): Promise<Map<string, Buffer>> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => /^(core|top)\/.*\.parquet$|^(manifest|problems)\./.test(name));
  return new Map(
    await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}

/** Processes that are started again when they are killed. */
class Fleet {
  readonly #running = new Map<Member, { child: Running; end: Promise<Outcome> }>();
  readonly #words: Readonly<Record<Member, readonly string[]>>;
  readonly #cwd: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #ends: (() => unknown)[] = [];
  readonly log: string[] = [];

  constructor(
    cwd: string,
    env: Readonly<Record<string, string>>,
    words: Readonly<Record<Member, readonly string[]>>,
  ) {
    this.#cwd = cwd;
    this.#env = env;
    this.#words = words;
  }

  start(member: Member): void {
    let child: Running | undefined;
    const own = { after: (end: () => unknown) => void this.#ends.push(end) };
    const end = runBeside(own, this.#words[member], {
      cwd: join(this.#cwd, member),
      env: this.#env,
      started: (started) => {
        child = started;
      },
      said: (text) => void this.log.push(`${member}: ${text}`),
    });
    this.#running.set(member, { child: child!, end });
  }

  /** False where it had ended by itself. */
  async kill(member: Member): Promise<boolean> {
    const { child, end } = this.#running.get(member)!;
    child.kill('SIGKILL');
    const { signal } = await end;
    return signal === 'SIGKILL';
  }

  end(member: Member): Promise<Outcome> {
    return this.#running.get(member)!.end;
  }

  signal(signal: NodeJS.Signals): void {
    for (const { child } of this.#running.values()) child.kill(signal);
  }

  /** Kills what still runs. */
  close(): void {
    for (const end of this.#ends) end();
  }
}

async function objectsOf({ address, env }: S3Server): Promise<readonly string[]> {
  const signal = new AbortController().signal;
  const patience = { patienceMs: 10_000, silenceMs: 10_000, signal, say: () => {} };
  const store = await openS3Objects(s3Place(address, env), patience);
  try {
    return await store.list('');
  } finally {
    await store.close();
  }
}

const longestStandstillMs = 240_000;

async function reached(server: Simulator, completed: number, log: readonly string[]): Promise<void> {
  let seen = -1;
  let since = Date.now();
  while (server.counts.completed < completed) {
    if (server.counts.completed !== seen) {
      seen = server.counts.completed;
      since = Date.now();
    }
    if (Date.now() - since > longestStandstillMs) {
      throw new Error(`${seen} calls of ${completed} came\n${log.join('')}`);
    }
    await sleep(10);
  }
}

export async function fleetStorm(options: FleetOptions): Promise<FleetReport> {
  const { folder: cwd, problems, samples, latencyMs, kills, seed, storage = startS3 } = options;
  const server = await startSimulator({ latencyMs, requestCounts: false });
  const [redis, s3] = await Promise.all([startRedis(), storage(join(cwd, 'objects'))]);
  const rows = Array.from({ length: problems }, (_, at) =>
    JSON.stringify({ id: `p${at}`, problem: `What is ${at} + ${at}?`, answer: String(2 * at) }),
  );
  const problemFile = join(cwd, 'problems.jsonl');
  await writeFile(problemFile, `${rows.join('\n')}\n`);
  for (const member of members) await mkdir(join(cwd, member));
  const build = [
    'pool',
    'build',
    problemFile,
    '--n',
    String(samples),
    '--max-tokens',
    '8',
    '--top-logprobs',
    '2',
  ];
  build.push('--base-url', server.url, '--model', 'latebench-sim/sampler');
  const shared = ['--redis', redis.url, '--store', `${s3.address}/fleet`];
  const worker = ['worker', 'own', ...shared, '-c', String(each), '--lock', '2'];
  const fleet = new Fleet(cwd, s3.env, {
    coordinator: [...build, '--pool', 'pool', '--engine', 'bullmq', ...shared],
    'worker 1': worker,
    'worker 2': worker,
  });
  try {
    const single = await runHere([...build, '--pool', 'one', '-c', String(2 * each), '-q'], { cwd });
    const expected = server.counts.requests;
    for (const member of members) fleet.start(member);
    const random = mulberry32(seed);
    const killed: Member[] = [];
    for (let at = 0; at < kills; at += 1) {
      await reached(
        server,
        expected + Math.ceil((expected * (at + 0.3 + 0.4 * random())) / (kills + 1)),
        fleet.log,
      );
      const member = pick(random, members);
      if (!(await fleet.kill(member))) throw new Error(`${member} had ended\n${fleet.log.join('')}`);
      killed.push(member);
      fleet.start(member);
    }
    const coordinator = await fleet.end('coordinator');
    fleet.signal('SIGTERM');
    await Promise.all(members.map((member) => fleet.end(member)));
    const [one, many] = await Promise.all([
      filesOf(join(cwd, 'one')),
      filesOf(join(cwd, 'coordinator', 'pool')),
    ]);
    const names = new Set([...one.keys(), ...many.keys()]);
    const left = await objectsOf(s3);
    return {
      single,
      coordinator,
      expected,
      calls: server.counts.requests - expected,
      killed,
      inFlight: killed.filter((member) => member !== 'coordinator').length * each,
      different: [...names].filter(
        (name) => !(one.get(name)?.equals(many.get(name) ?? Buffer.alloc(0)) ?? false),
      ),
      files: names.size,
      left,
      printed: fleet.log.join(''),
    };
  } finally {
    fleet.close();
    await Promise.all([redis.close(), s3.stop(), server.close()]);
  }
}
