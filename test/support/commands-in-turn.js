// Runs several built commands one after the other in one plain process; see runInTurn in cli.ts. Takes
// [{ "args": [...], "input": "..." }] as JSON on standard input and prints [{ "code", "stdout", "stderr" }].
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { main } from '../../dist/src/cli/main.js';

async function outcomeOf({ args, input }) {
  const streams = {
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  };
  const printed = Promise.all([text(streams.stdout), text(streams.stderr)]);
  const code = await main('latebench', args, streams);
  streams.stdout.end();
  streams.stderr.end();
  const [stdout, stderr] = await printed;
  return { code, signal: null, stdout, stderr };
}

const outcomes = [];
for (const turn of JSON.parse(await text(process.stdin))) outcomes.push(await outcomeOf(turn));
process.stdout.write(JSON.stringify(outcomes));
