// What an accepted injection costs where replies are written as models write them: 2,000 synthetic problems, 10 calls in
// flight, and a server that puts each of the simulator's replies down in the habits of eight families of models
// (test/fixtures/replies). Other versions are measured with LATEBENCH_BIN=/path/to/bin/latebench.js.
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { syntheticRecords } from '../src/datasets/synthetic.ts';
import { textTable } from '../src/report/text-table.ts';
import { startSimulator } from '../src/simulator/server.ts';
import { mulberry32, pick, seedFrom } from '../src/statistics/random.ts';
import { families, type Habit } from '../test/fixtures/replies/families.ts';

const problems = Number(process.env.PROBLEMS ?? 2000);
const workers = 10;
const bin = process.env.LATEBENCH_BIN ?? 'bin/latebench.js';
/** Share of the repair requests that get valid JSON. */
const repairs = 0.8;

type Value = Record<string, unknown>;
type Completion = { choices: { message: { content: string } }[] };
const habits = Object.values(families).flat();

function fits({ needs, not }: Habit, value: Value): boolean {
  const text = JSON.stringify(value).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
  return needs?.test(text) !== false && not?.test(text) !== true;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

const simulator = await startSimulator();
const calls = { attempts: 0, repairs: 0 };
/** What each malformed reply says. */
const meant = new Map<string, Value>();

function malformed(value: Value, key: string): string {
  const rng = mulberry32(seedFrom('habit', key));
  const reply = pick(
    rng,
    habits.filter((habit) => fits(habit, value)),
  ).reply(value);
  meant.set(reply, value);
  return reply;
}

async function answer(path: string, body: string): Promise<string> {
  const forward = await fetch(new URL(path, simulator.url), {
    method: body === '' ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === '' ? {} : { body }),
  });
  const text = await forward.text();
  if (body === '') return text;
  const completion = JSON.parse(text) as Completion;
  const prompt = (JSON.parse(body) as { messages: { content: string }[] }).messages.at(-1)!.content;
  const asked = /<reply>\n([\s\S]*)\n<\/reply>$/.exec(prompt)?.[1];
  const message = completion.choices[0]!.message;
  if (asked !== undefined) {
    calls.repairs += 1;
    const value = meant.get(asked) ?? {};
    message.content =
      mulberry32(seedFrom('repair', asked))() < repairs ? JSON.stringify(value) : malformed(value, body);
  } else {
    calls.attempts += 1;
    const value = JSON.parse(message.content) as Value;
    if (value.target_step !== null) message.content = malformed(value, body);
  }
  return JSON.stringify(completion);
}

const server = createServer(async (request, response) => {
  try {
    const text = await answer(request.url ?? '/', await bodyOf(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const folder = await mkdtemp(join(tmpdir(), 'malformed-replies-'));
try {
  const input = join(folder, 'problems.jsonl');
  const output = join(folder, 'out.jsonl');
  const lines = [...syntheticRecords({ count: problems, seed: 22 })].map((record) => JSON.stringify(record));
  await writeFile(input, `${lines.join('\n')}\n`);
  const args = [
    'inject',
    '--keep-rejected',
    '--concurrency',
    `${workers}`,
    '--seed',
    '1',
    '-o',
    output,
    input,
  ];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const env = {
    ...process.env,
    LATEBENCH_HOME: folder,
    OPENAI_BASE_URL: url,
    OPENAI_API_KEY: 'none',
    OPENAI_MODEL: 'latebench-sim/injector',
  };
  const code = await new Promise<number | null>((resolve) =>
    spawn(process.execPath, [bin, ...args, '--model', 'latebench-sim/injector'], {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    }).once('close', resolve),
  );
  let accepted = 0;
  for await (const line of createInterface({ input: createReadStream(output) }))
    if ((JSON.parse(line) as { injection?: { status?: string } }).injection?.status === 'accepted')
      accepted += 1;
  const paid = calls.attempts + calls.repairs;
  const columns = ['problems', 'attempts', 'repairs', 'accepted', 'paid'].map((key) => ({
    key,
    title: key === 'paid' ? 'calls per accepted' : key,
    align: 'right' as const,
  }));
  const row = { problems, ...calls, accepted, paid: accepted === 0 ? '-' : (paid / accepted).toFixed(2) };
  console.log(textTable({ columns, rows: [row] }));
  process.exitCode = code ?? 1;
} finally {
  server.close();
  server.closeAllConnections();
  await simulator.close();
  await rm(folder, { recursive: true, force: true });
}
