// Runs `deepconf evaluate`: the plan of two stages, pool and vote, whose options are parts of one command line.
import { basename, join } from 'node:path';
import { endpointConfig } from '../config/endpoint-config.ts';
import { readPoolSettings } from '../deepconf/pool/pool-settings.ts';
import type { SetSize } from '../deepconf/voting-choices.ts';
import { exitCodes, isLateBenchError } from '../errors.ts';
import { checkedStage } from '../executor/build-plan.ts';
import { pool } from '../stages/pool/pool.ts';
import { confidenceFields } from '../stages/vote/confidence-options.ts';
import { vote } from '../stages/vote/vote.ts';
import type { StageUse } from '../stream/records-plan.ts';
import type { Call } from './command.ts';
import { configFor } from './command-config.ts';
import { shortHelp } from './help.ts';
import { runJobParts } from './job-run.ts';
import type { ParsedOptions } from './parse-options.ts';
import { stageUse } from './stage-use.ts';

/** Pool to working set in the paper: 4,096 to 512. */
const setsInPool = 8;

function poolFolder(options: ParsedOptions, [first = '-']: readonly string[]): string {
  const name = basename(first).replace(/\.[^.]*$/, '') || 'problems';
  return options.text('pool') ?? join('data', 'pools', first === '-' ? 'problems' : name);
}

/** How traces are judged is the vote's matter: a new pool stores the usual scores, and one that is there keeps its own. */
function poolWith(
  given: StageUse['with'],
  known: Awaited<ReturnType<typeof readPoolSettings>>,
): StageUse['with'] {
  const sampling = Object.entries(given).filter(([key]) => !(key in confidenceFields) && key !== 'fallback');
  if (known === undefined) return Object.fromEntries(sampling);
  const { window, tail, edge, bottom_count: bottomCount, sentinel, missing } = known.scores;
  const stored = { window, tail, edge, bottomCount, sentinel, missing, fallback: known.answers.fallback };
  return { ...stored, ...Object.fromEntries(sampling) };
}

function hasEndpoint(call: Call): boolean {
  try {
    endpointConfig(configFor(call), 'logprob');
    return true;
  } catch (error) {
    if (isLateBenchError(error) && error.code === 'LB_ENDPOINT_CONFIG') return false;
    throw error;
  }
}

export async function runEvaluate(call: Call): Promise<number> {
  const { options, command, stdin, stderr, say } = call;
  const paths = [...options.list('problems'), ...options.positionals];
  if (paths.length === 0 && stdin.isTTY === true) {
    stderr.write(shortHelp(command));
    return exitCodes.usage;
  }
  const folder = poolFolder(options, paths);
  const own: ParsedOptions = {
    ...options,
    positionals: [],
    list: (name) => (name === pool.takes ? [folder] : options.list(name)),
    text: (name) => (name === pool.takes ? folder : options.text(name)),
  };
  const voting = { stage: vote, use: await stageUse(vote, own) };
  const { k } = (await checkedStage(voting.use)).options as { k: readonly SetSize[] };
  const rebuilt = options.flag('rebuild');
  const known = rebuilt ? undefined : await readPoolSettings(folder);
  if (known !== undefined && !hasEndpoint(call)) {
    say(`${folder}: no endpoint is configured; the pool is used as it is`);
    return runJobParts(call, [voting]);
  }
  const largest = Math.max(0, ...k.filter((size) => size !== 'all'));
  const fresh = largest === 0 ? {} : { n: setsInPool * largest };
  const n = known !== undefined && known.n >= largest ? { n: known.n } : fresh;
  const { use, with: given } = await stageUse(pool, own);
  const building = { stage: pool, use: { use, with: { ...n, ...poolWith(given, known) } } };
  return runJobParts(call, [{ ...building, seed: known?.sampling?.seed ?? undefined }, voting]);
}
