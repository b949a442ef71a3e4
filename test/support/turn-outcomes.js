// Commands one after the other in one process: those of commands-in-turn.js, and of cli.ts where it is to run the sources.
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Milliseconds that were waited or computed since the start: not those in which the processor worked for others. */
function spentMs() {
  const { user, system } = process.cpuUsage();
  return performance.eventLoopUtilization().idle + (user + system) / 1000;
}

async function outcomeOf(main, { args, input = '' }) {
  const streams = {
    stdin: Readable.from(input.length === 0 ? [] : [Buffer.from(input)]),
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
export async function outcomesOf(main, { cwd, env, turns }) {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const outcomes = [];
  for (const { piped = false, ...turn } of turns) {
    const input = piped ? outcomes.at(-1).stdout : turn.input;
    outcomes.push(await outcomeOf(main, { ...turn, input }));
  }
  return outcomes;
}
