// What `latebench pool verify` says.
import { openPool } from '../deepconf/pool/read.ts';
import { verifyPool } from '../deepconf/pool/verify.ts';
import { exitCodes } from '../errors.ts';
import { startLiveLine } from '../executor/live-line.ts';
import { formatCount, formatCounted } from '../report/format.ts';
import type { Call } from './command.ts';
import { poolFolderOf } from './pool-options.ts';

export async function runPoolVerify(call: Call): Promise<number> {
  const { options, say, stderr, command } = call;
  const pool = await openPool(poolFolderOf(options, command));
  let done = 0;
  const endLine = startLiveLine(() => `pool verify: ${formatCounted(done, 'part')}`, call);
  try {
    const outcome = await verifyPool(pool, (parts) => {
      done = parts;
    }).finally(endLine);
    for (const { path, what } of outcome.findings) stderr.write(`${path}: ${what}\n`);
    for (const { problem_id, samples } of outcome.short) {
      say(`${problem_id} has ${formatCount(samples)} of ${formatCounted(pool.settings.n, 'sample')}`);
    }
    const count = `${formatCounted(outcome.parts, 'part')} with ${formatCounted(outcome.traces, 'trace')}`;
    if (outcome.findings.length === 0) {
      say(`${count}: everything is as it should be`);
      return exitCodes.ok;
    }
    stderr.write(
      `${count}: ${formatCounted(outcome.findings.length, 'finding')}; delete a damaged part and run \`pool build\` again, which samples it again\n`,
    );
    return exitCodes.failure;
  } finally {
    await pool.close();
  }
}
