// What `latebench pool score` does: rows of scores, joined with the traces of a pool by problem and sample.

import { homeOf } from '../config/shared-settings.ts';
import { type OtherScores, scoreName, writeOtherScores } from '../deepconf/pool/other-scores.ts';
import { lockPool } from '../deepconf/pool/pool-lock.ts';
import { openPool, type Pool } from '../deepconf/pool/read.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import { locationOf } from '../records/location.ts';
import { formatCount } from '../report/format.ts';
import type { Row } from '../storage/rows.ts';
import type { Call } from './command.ts';
import { configOf } from './command-config.ts';
import { errorHandling } from './error-options.ts';
import { shortHelp } from './help.ts';
import { poolFolderOf } from './pool-options.ts';
import { hasNothingToRead, openRecords, sourcePlan } from './record-source.ts';

/** The samples that each problem of the pool has. */
async function samplesOf(pool: Pool): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const samples = new Map<string, Set<number>>();
  for (const { problem_id } of pool.problems) {
    const ids = new Set<number>();
    for await (const batch of pool.traces(problem_id, { columns: ['sample_id'] }))
      for (const id of batch.ints('sample_id')) ids.add(id);
    samples.set(problem_id, ids);
  }
  return samples;
}

interface Scored {
  readonly problem: string;
  readonly sample: number;
  readonly score: number;
}

/** Throws LB_SCHEMA for a row that is no score of one of the traces. */
function scoreOf(row: Row, column: string, traces: ReadonlyMap<string, ReadonlySet<number>>): Scored {
  const refuse = (message: string): LateBenchError => new LateBenchError('LB_SCHEMA', message);
  const problem = String(row.problem_id ?? '');
  const sample = Number(row.sample_id ?? Number.NaN);
  const ids = traces.get(problem);
  if (ids === undefined) throw refuse(`no problem of the pool has the id ${JSON.stringify(problem)}`);
  if (!ids.has(sample)) throw refuse(`${problem} has no sample ${String(row.sample_id)}`);
  const value = row[column];
  const score = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof score === 'number' && Number.isFinite(score)) return { problem, sample, score };
  throw refuse(`its ${column} is ${JSON.stringify(value ?? null)}, which is not a number`);
}

function nameOf(given: string | undefined, column: string): string {
  const name = given ?? column;
  if (scoreName.test(name)) return name;
  throw new LateBenchError(
    'LB_USAGE',
    `--name ${name}: use lower-case letters, digits, - and _, beginning with a letter`,
  );
}

/** Keeps the scores under their name; those of the name before are replaced. */
async function keep(
  folder: string,
  name: string,
  { scores, made }: { scores: OtherScores; made: Readonly<Record<string, string>> },
): Promise<void> {
  const release = await lockPool(folder);
  try {
    await writeOtherScores(folder, name, scores, made);
  } finally {
    await release();
  }
}

/** `5 of 8 traces`. */
function counted(scores: OtherScores, traces: ReadonlyMap<string, ReadonlySet<number>>): string {
  const sum = (sizes: Iterable<{ readonly size: number }>): number =>
    [...sizes].reduce((total, { size }) => total + size, 0);
  return `${formatCount(sum(scores.values()))} of ${formatCount(sum(traces.values()))} traces`;
}

/** `pool score --prm`. */
async function scoreByModel(call: Call, folder: string, name: string): Promise<number> {
  const { modelCalls, scoresByModel } = await import('./pool-score-model.ts');
  const pool = await openPool(folder);
  try {
    if (call.options.flag('dry-run')) {
      call.say(`${await modelCalls(pool)}; they would have the score ${name}`);
      return exitCodes.ok;
    }
    const traces = await samplesOf(pool);
    const { scores, interrupted, unscored, made } = await scoresByModel(call, pool);
    if (interrupted !== null) {
      call.say('interrupted: nothing was written; run the command again to resume');
      return interrupted;
    }
    if (scores.size === 0) call.say(`no trace of ${folder} has a score: nothing was written`);
    else {
      await keep(folder, name, { scores, made });
      call.say(scored(counted(scores, traces), name, folder));
    }
    return unscored > 0 ? exitCodes.partial : exitCodes.ok;
  } finally {
    await pool.close();
  }
}

function scored(what: string, name: string, folder: string): string {
  return `${what} have the score ${name}; latebench vote --pool ${folder} --scores ${name}`;
}

export async function runPoolScore(call: Call): Promise<number> {
  const { options, say, stderr, command } = call;
  if (options.flag('prm')) {
    const [given] = options.positionals;
    if (options.text('column') !== undefined)
      throw new LateBenchError(
        'LB_USAGE',
        'pool score: read scores (--column) or ask a model (--prm), not both',
      );
    if (given !== undefined)
      throw new LateBenchError(
        'LB_USAGE',
        `pool score: --prm takes no value: name the reward model with --model ${given}; where ${given} is a file of ` +
          'scores, give --column NAME in place of --prm',
      );
    return scoreByModel(call, poolFolderOf(options, command), nameOf(options.text('name'), 'prm'));
  }
  if (hasNothingToRead(call)) {
    stderr.write(shortHelp(command));
    return exitCodes.usage;
  }
  const folder = poolFolderOf(options, command);
  const column = options.text('column');
  if (column === undefined)
    throw new LateBenchError('LB_USAGE', 'pool score: say which field holds the score (--column NAME)');
  const name = nameOf(options.text('name'), column);
  const errors = errorHandling(call, homeOf(configOf(call)));
  const { policy } = errors;
  const pool = await openPool(folder);
  try {
    const traces = await samplesOf(pool);
    const { groups } = await openRecords(call, sourcePlan(call, { raw: true }), policy);
    const scores = new Map<string, Map<number, number>>();
    let count = 0;
    for await (const group of groups) {
      for (const row of group) {
        try {
          const { problem, sample, score } = scoreOf(row, column, traces);
          const samples = scores.get(problem) ?? new Map<number, number>();
          scores.set(problem, samples);
          if (!samples.has(sample)) count += 1;
          samples.set(sample, score);
          policy.accepted();
        } catch (error) {
          if (!(error instanceof LateBenchError) || error.code !== 'LB_SCHEMA') throw error;
          const { code, message } = error;
          policy.reject({ code, message, where: locationOf(row) ?? {}, raw: JSON.stringify(row) });
        }
      }
    }
    policy.finish();
    if (count === 0) say(`no row fits a trace of ${folder}: nothing was written`);
    else if (options.flag('dry-run'))
      say(`dry run: 0 calls; ${counted(scores, traces)} would have the score ${name}`);
    else {
      await keep(folder, name, { scores, made: { column } });
      say(scored(counted(scores, traces), name, folder));
    }
    return policy.rejected > 0 ? exitCodes.partial : exitCodes.ok;
  } finally {
    await pool.close();
    errors.close();
  }
}
