// What `latebench pool import` does around the import: problems, rows, error policy, and what came of it.

import { existsSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { homeOf } from '../config/shared-settings.ts';
import { PoolImport } from '../deepconf/pool/import.ts';
import { checkFolder } from '../deepconf/pool/own-files.ts';
import { lockPool } from '../deepconf/pool/pool-lock.ts';
import { readPoolSettings } from '../deepconf/pool/pool-settings.ts';
import { exitCodes, isLateBenchError, LateBenchError } from '../errors.ts';
import { startLiveLine } from '../executor/live-line.ts';
import { locationOf } from '../records/location.ts';
import { formatCounted } from '../report/format.ts';
import { readProblems } from '../stages/pool/problems.ts';
import { storedScores } from '../stages/pool/stored-scores.ts';
import type { Call } from './command.ts';
import { configOf } from './command-config.ts';
import { errorHandling } from './error-options.ts';
import { shortHelp } from './help.ts';
import { givenConfidence, poolFolderOf } from './pool-options.ts';
import { hasNothingToRead, openRecords, sourcePlan } from './record-source.ts';

/** As long as a reply may be: one of 64,000 tokens with 20 alternatives each takes 80 MB. */
const maxRowBytes = 256 << 20;

function nothingImported(rejected: number): LateBenchError {
  const message =
    rejected === 0
      ? 'no traces came in: is the input empty, or did the command before it fail?'
      : `none of ${formatCounted(rejected, 'row')} is a trace of these problems: the messages above say why`;
  return new LateBenchError('LB_INPUT_MISSING', `pool import: ${message}`);
}

export async function runPoolImport(call: Call): Promise<number> {
  const { options, say, stderr, command } = call;
  if (hasNothingToRead(call)) {
    stderr.write(shortHelp(command));
    return exitCodes.usage;
  }
  const folder = poolFolderOf(options, command);
  const problemFiles = options.list('problems');
  if (problemFiles.length === 0) {
    throw new LateBenchError(
      'LB_USAGE',
      'pool import: say which problems the traces are of (--problems FILE)',
    );
  }
  const rebuild = options.flag('rebuild');
  const dry = options.flag('dry-run');
  await checkFolder(folder);
  if (!rebuild && (await readPoolSettings(folder)) !== undefined) {
    throw new LateBenchError(
      'LB_CONFIG',
      `${folder} is a pool already; take another --pool, or --rebuild to replace it`,
    );
  }
  const scores = storedScores(await givenConfidence(options));
  const errors = errorHandling(call, homeOf(configOf(call)));
  const { policy } = errors;
  try {
    const given = await openRecords(call, sourcePlan(call, { paths: problemFiles, raw: true }), policy);
    const keys = { problem: options.text('problem-key'), answer: options.text('answer-key') };
    const problems = await readProblems({ groups: given.groups, keys, sources: problemFiles }, policy);
    const { groups } = await openRecords(
      call,
      sourcePlan(call, { raw: true, pythonNumbers: true, maxRowBytes }),
      policy,
    );
    const isNew = !existsSync(folder);
    const release = dry ? async () => {} : await lockPool(folder);
    try {
      const imported = await PoolImport.open({
        folder,
        problems,
        scores,
        answers: { mode: 'aime', fallback: !options.flag('no-fallback') },
        keepTop: options.flag('no-keep-top') ? false : undefined,
        rebuild,
        dry,
        say: (line) => say(`latebench pool import: ${line}`),
      });
      let rows = 0;
      const endLine = startLiveLine(() => `pool import: ${formatCounted(rows, 'row')} read`, call);
      try {
        for await (const group of groups) {
          for (const row of group) {
            rows += 1;
            try {
              await imported.add(row);
              policy.accepted();
            } catch (error) {
              if (!isLateBenchError(error) || error.code !== 'LB_SCHEMA') throw error;
              const { code, message } = error;
              policy.reject({ code, message, where: locationOf(row) ?? {}, raw: JSON.stringify(row) });
            }
          }
        }
        policy.finish();
        endLine();
        if (imported.traces === 0) throw nothingImported(policy.rejected);
        const { traces, without, unscored, k, keepTop } = await imported.finish();
        const kept = keepTop ? `${k} alternatives a token` : 'no alternatives';
        const what = `${formatCounted(traces, 'trace')} of ${formatCounted(problems.length, 'problem')}`;
        say(dry ? `dry run: 0 calls; ${what} would be imported, ${kept}` : `${what} imported, ${kept}`);
        if (unscored > 0) {
          say(
            `${formatCounted(unscored, 'trace has', 'traces have')} no confidence: no logprobs or token_conf were found in the row`,
          );
        }
        if (without.length > 0)
          say(
            `${formatCounted(without.length, 'problem has', 'problems have')} no trace: ${without.slice(0, 5).join(', ')}`,
          );
        return policy.rejected > 0 ? exitCodes.partial : exitCodes.ok;
      } finally {
        endLine();
        await imported.close();
      }
    } finally {
      await release();
      // Only where it is empty: nothing was imported.
      if (isNew && !dry) await rmdir(folder).catch(() => {});
    }
  } finally {
    errors.close();
  }
}
