// Functions of the entry point whose modules are loaded when they are called: together they are half of the library, and
// most programs need none of them.
import type { Pool } from '../deepconf/pool/read.ts';
import type { Sweep } from '../deepconf/sweep.ts';
import type { SweepRun } from '../deepconf/sweep-run.ts';
import type { VoteSummary } from '../deepconf/vote-options.ts';
import type { VoteRun } from '../deepconf/vote-run.ts';
import type { PipelineDefinition } from '../pipeline/schema.ts';
import type { RunCheck } from '../pipeline/verify-run.ts';
import { checkObject, checkText } from '../records/wrong-argument.ts';
import type { Simulator, SimulatorOptions } from '../simulator/server.ts';

function checkPoolRun(call: string, run: VoteRun | SweepRun): void {
  checkObject(call, 'what to run, an object', run);
  checkText(call, 'pool, the folder of a pool', run.pool);
  checkText(call, 'folder, a path for the results', run.folder);
  checkObject(call, 'options, an object', run.options);
}

/**
 * Opens a pool of sampled traces for reading. Nothing is locked: parts that another process adds later are not seen.
 *
 * @param folder The pool's folder, as `latebench pool` writes it.
 * @throws LB_INPUT_MISSING where there is no pool, LB_SCHEMA for one with damaged settings.
 * @example
 * const pool = await openPool('pools/aime');
 * for (const { problem_id } of pool.problems) console.log(problem_id, await pool.samples(problem_id));
 * await pool.close();
 */
export async function openPool(folder: string): Promise<Pool> {
  const module = await import('../deepconf/pool/read.ts');
  return module.openPool(folder);
}

/**
 * Evaluates the voting methods on a pool into a run folder, without a call: what `latebench vote` does. The methods
 * are majority vote and the confidence-weighted and filtered votes of DeepConf (Fu et al. 2025, arXiv:2508.15260).
 *
 * @param run `pool` and `folder` are paths; `options` are those of `latebench vote`.
 * @returns The accuracy of each method, as a fraction from 0 to 1, with the tokens that it needs.
 * @throws LB_USAGE for options that the pool does not allow, LB_INPUT_MISSING where there is no pool.
 */
export async function runVote(run: VoteRun): Promise<VoteSummary> {
  checkPoolRun('runVote', run);
  const module = await import('../deepconf/vote-run.ts');
  return module.runVote(run);
}

/**
 * Votes on a pool with every combination of the settings and writes the results into a run folder, without a call:
 * what `latebench sweep` does.
 *
 * @param run `pool` and `folder` are paths; `options` are those of `latebench sweep`.
 * @throws LB_USAGE for options that the pool does not allow, LB_INPUT_MISSING where there is no pool.
 */
export async function runSweep(run: SweepRun): Promise<Sweep> {
  checkPoolRun('runSweep', run);
  const module = await import('../deepconf/sweep-run.ts');
  return module.runSweepInto(run);
}

/**
 * Starts a simulated OpenAI-compatible endpoint: deterministic for a seed, free of charge, for tests and dry runs.
 *
 * @param options `port` 0 (the default) takes a free port; `faults` are rules that make replies fail
 * (docs/endpoints.md).
 * @throws LB_CONFIG for an invalid fault rule.
 * @example
 * const simulator = await startSimulator({ seed: 1 });
 * const reply = await fetch(`${simulator.url}/models`);
 * await simulator.close();
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const module = await import('../simulator/server.ts');
  return module.startSimulator(options);
}

/**
 * Recomputes a run, in its folder or in a bundle of it, from its stored replies. Every value that differs is named,
 * and every file that was changed; no call is made.
 *
 * @param path The run folder, or a bundle that `latebench bundle` made.
 * @param say Receives lines about what was repaired.
 * @param cacheFolder The cache that has the replies which `latebench runs prune` removed from the journal.
 * @returns Counts of what was compared, `differences` (empty for a sound run) and what could not be checked.
 * @throws LB_INPUT_MISSING, LB_INPUT_READ, LB_USAGE for anything but a finished run or a bundle of one.
 */
export async function verifyRun(
  path: string,
  say: (line: string) => void,
  cacheFolder?: string,
): Promise<RunCheck> {
  const module = await import('../pipeline/verify-run.ts');
  return module.verifyRun(path, say, cacheFolder);
}

/**
 * Reads a pipeline and checks that it can run as declared.
 *
 * @param nameOrFile The name of a pipeline of the package (`quickstart`), or the path of a .json, .js or .ts file.
 * @param settings Changes, as `--set` takes them: `source.synthetic.count=20`.
 * @returns The declaration with its defaults.
 * @throws LB_INPUT_MISSING where there is no such file or pipeline.
 * @throws LB_CONFIG for a pipeline that cannot run as declared; the message names the file and the place in it.
 */
export async function loadPipeline(
  nameOrFile: string,
  settings?: readonly string[],
): Promise<PipelineDefinition> {
  const module = await import('../pipeline/load.ts');
  return module.loadPipeline(nameOrFile, settings);
}
