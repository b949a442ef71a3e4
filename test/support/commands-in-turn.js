// Runs built commands one after the other in one plain process; see runInTurn in cli.ts. Takes messages
// { "cwd", "env", "turns": [{ "args": [...], "input": "..." }] } and answers each with [{ "code", "stdout", "stderr", "ms" }].
// A turn with "piped" reads what the turn before it wrote.
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { main } from '../../dist/bundle/src/cli/main.js';

/** Milliseconds that were waited or computed since the start: not those in which the processor worked for others. */
function spentMs() {
  const { user, system } = process.cpuUsage();
  return performance.eventLoopUtilization().idle + (user + system) / 1000;
}

async function outcomeOf({ args, input = '' }) {
  const streams = {
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  };
  const printed = Promise.all([text(streams.stdout), text(streams.stderr)]);
  const started = spentMs();
  const code = await main('latebench', args, streams);
  const ms = spentMs() - started;
  streams.stdout.end();
  streams.stderr.end();
  const [stdout, stderr] = await printed;
  return { code, signal: null, stdout, stderr, ms };
}

/** Each command finds the folder and the environment that it was asked to run in. */
async function answer({ cwd, env, turns }) {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const outcomes = [];
  for (const { piped = false, ...turn } of turns) {
    const input = piped ? outcomes.at(-1).stdout : turn.input;
    outcomes.push(await outcomeOf({ ...turn, input }));
  }
  return outcomes;
}

let last = Promise.resolve();
process.on('message', (asked) => {
  last = last
    .then(async () => process.send(await answer(asked)))
    // The test sees that this process ended, and why.
    .catch((error) => {
      console.error(error);
      process.exit(1);
    });
});
// The tests are over.
process.on('disconnect', () => process.exit());
