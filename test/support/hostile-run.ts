// Commands under hostile input: records by standard input, and replies of a server that answers from the grammar.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { peakOf } from '../../bench/soak/peak.ts';
import { mulberry32, randomInt } from '../../src/statistics/random.ts';
import { runCommand } from './cli.ts';
import { hostileLine, hostileReply } from './hostile-lines.ts';

export interface HostileOutcome {
  readonly code: number | null;
  /** Lines or replies that were given. */
  readonly given: number;
  /** In MB. */
  readonly peak: number;
  readonly stderr: string;
}

/** Different lines; longer inputs draw from them at random. */
const differentLines = 20_000;
const linesAtOnce = 500;

function* blocks(lines: number, seed: number, array: boolean): Generator<Buffer> {
  const rng = mulberry32(seed);
  const pool = Array.from({ length: Math.min(lines, differentLines) }, () => hostileLine(rng));
  const end = Buffer.from('\n');
  const between = Buffer.from(',\n');
  if (array) yield Buffer.from('[');
  for (let done = 0; done < lines; done += linesAtOnce) {
    const parts: Buffer[] = [];
    for (let at = done; at < Math.min(lines, done + linesAtOnce); at += 1) {
      if (array && at > 0) parts.push(between);
      parts.push(pool[lines <= pool.length ? at : randomInt(rng, 0, pool.length - 1)]!);
      if (!array) parts.push(end);
    }
    yield Buffer.concat(parts);
  }
  if (array) yield Buffer.from(']');
}

function watchPeak(child: ChildProcess): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid));
  }, 50);
  child.once('exit', () => clearInterval(timer));
  return () => peak;
}

/** Gives a command lines by standard input: JSONL, or the elements of an array. */
export async function hostileLines(
  args: readonly string[],
  { cwd, lines, seed, array = false }: { cwd: string; lines: number; seed: number; array?: boolean },
): Promise<HostileOutcome> {
  let peak = (): number => 0;
  const outcome = await runCommand(args, {
    cwd,
    input: null,
    started(child) {
      peak = watchPeak(child);
      // A command that ends early closes its end.
      pipeline(Readable.from(blocks(lines, seed, array)), child.stdin!).catch(() => {});
    },
  });
  return { code: outcome.code, given: lines, peak: peak(), stderr: outcome.stderr };
}

/** A critic whose server answers from the grammar, run again until it is done or so many replies have been given. */
export async function hostileReplies(
  cwd: string,
  { replies, seed }: { replies: number; seed: number },
): Promise<readonly HostileOutcome[]> {
  const rng = mulberry32(seed);
  let given = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const { status, body } = hostileReply(rng);
      given += 1;
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const outcomes: HostileOutcome[] = [];
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    while (given < replies) {
      const before = given;
      const file = createWriteStream(join(cwd, 'in.jsonl'));
      for (let n = 0; n < Math.ceil((replies - given) / 4); n += 1) {
        file.write(
          `{"id":"${outcomes.length}/${n}","problem":"${outcomes.length}: ${n}?","steps":["a","b"],"error_steps":[]}\n`,
        );
      }
      file.end();
      await once(file, 'finish');
      let peak = (): number => 0;
      const args = [
        'critic',
        'in.jsonl',
        '--endpoint',
        url,
        '--model',
        'm',
        '--votes',
        '4',
        '--max-retries',
        '0',
      ];
      const outcome = await runCommand([...args, '--cache', 'off', '-c', '32', '-o', 'out.jsonl'], {
        cwd,
        started: (child) => {
          peak = watchPeak(child);
        },
      });
      outcomes.push({ code: outcome.code, given: given - before, peak: peak(), stderr: outcome.stderr });
      if (given === before) break;
    }
  } finally {
    server.close();
    await writeFile(join(cwd, 'in.jsonl'), '');
  }
  return outcomes;
}
