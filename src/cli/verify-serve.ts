// `latebench verify --serve`: verdicts over HTTP until a signal; the first lets batches finish, the second does not.
import { availableParallelism } from 'node:os';
import { exitCodes, LateBenchError } from '../errors.ts';
import { startGradingServer } from '../grading/grading-server.ts';
import { formatCount } from '../report/format.ts';
import type { Call } from './command.ts';
import { verifyOptionsOf } from './verify-options.ts';

/** How long batches are waited for after the first signal. */
const drainMs = 10_000;
const mebibyte = 2 ** 20;

export async function serveVerdicts(call: Call): Promise<number> {
  const { options, stdout, say } = call;
  if (options.positionals.length > 0) {
    const message = `--serve reads no files (${options.positionals[0]}): send pairs to its /verify`;
    throw new LateBenchError('LB_USAGE', message);
  }
  const { goldKey, predKey, explain, ...settings } = await verifyOptionsOf(options);
  const server = await startGradingServer({
    options: { goldKey, predKey, ...settings },
    goldKey,
    predKey,
    explain: explain === true,
    port: options.whole('port', 0) ?? 0,
    threads: options.whole('threads', 1) ?? availableParallelism(),
    limitMs: options.whole('pair-timeout', 1) ?? 1000,
    maxPairs: options.whole('queue', 1) ?? 16_384,
    maxBodyBytes: (options.whole('max-body', 1) ?? 8) * mebibyte,
  });
  stdout.write(`${server.url}\n`);
  const { threads } = server.counts;
  say(
    `latebench verify: POST {"pairs": [{"${goldKey}": …, "${predKey}": …}]} to ${server.url}/verify; ` +
      `${threads} ${threads === 1 ? 'thread' : 'threads'}; stop it with Ctrl-C`,
  );
  await new Promise<void>((resolve) => {
    let signals = 0;
    const onSignal = (): void => {
      signals += 1;
      if (signals > 1) process.exit(exitCodes.interrupted);
      resolve();
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
  await server.close(drainMs);
  const { verdicts, ended } = server.counts;
  const graded = Object.entries(verdicts).map(([verdict, count]) => `${formatCount(count)} ${verdict}`);
  say(`latebench verify: ${graded.join(', ')}; ${formatCount(ended)} ended by the time limit`);
  return exitCodes.ok;
}
