// What `latebench pool verify` says.
import { openPool } from '../deepconf/pool/read.ts';
import { verifyPool } from '../deepconf/pool/verify.ts';
import { exitCodes } from '../errors.ts';
import { startLiveLine } from '../executor/live-line.ts';
import { formatCount } from '../report/format.ts';
import type { Call } from './command.ts';
import { poolFolderOf } from './pool-options.ts';

export async function runPoolVerify(call: Call): Promise<number> {
  const { options, say, stderr, command } = call;
  const pool = await openPool(poolFolderOf(options, command));
  let done = 0;
  const endLine = startLiveLine(() => `pool verify: ${formatCount(done)} parts`, call);
  try {
    const outcome = await verifyPool(pool, (parts) => {
      done = parts;
    }).finally(endLine);
    for (const { path, what } of outcome.findings) stderr.write(`${path}: ${what}\n`);
    for (const { problem_id, samples } of outcome.short) {
      say(`${problem_id} has ${formatCount(samples)} of ${formatCount(pool.settings.n)} samples`);
    }
    const count = `${formatCount(outcome.parts)} parts with ${formatCount(outcome.traces)} traces`;
    if (outcome.findings.length === 0) {
      say(`${count}: everything is as it should be`);
      return exitCodes.ok;
    }
    stderr.write(
      `${count}: ${formatCount(outcome.findings.length)} findings; delete a damaged part and run \`pool build\` again, which samples it again\n`,
    );
    return exitCodes.failure;
  } finally {
    await pool.close();
  }
}
