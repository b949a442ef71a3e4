// The process reward model of `latebench critic --prm`: step scores from an endpoint or a file, and the threshold, given
// or chosen on a split in a pass of its own over the records.
import { createHash } from 'node:crypto';
import { endpointConfig, simulation } from '../config/endpoint-config.ts';
import { prmStage } from '../critic/prm-critic.ts';
import { endpointScorer, fileScorer, type StepScorer } from '../critic/step-scores.ts';
import { parseCondition } from '../datasets/where.ts';
import { LateBenchError } from '../errors.ts';
import { chooseThreshold } from '../pipeline/choose-threshold.ts';
import type { Solution } from '../records/solution.ts';
import { formatCount, formatPercent } from '../report/format.ts';
import { readInput, statInput } from '../storage/input.ts';
import type { BadRow } from '../storage/rows.ts';
import type { Stage } from '../stream/stage.ts';
import type { Call } from './command.ts';
import type { FilterPlan } from './filter-run.ts';
import type { ParsedOptions } from './option.ts';
import { openRecords } from './record-source.ts';
import { roleEndpoint } from './role-endpoint.ts';
import { configOf } from './settings.ts';

export function isPrm(options: ParsedOptions): boolean {
  return options.flag('prm') || options.text('prm-scores') !== undefined;
}

interface OpenPrm extends Pick<FilterPlan, 'endpoints' | 'endpoint' | 'dryRun'> {
  readonly stage: Stage<Solution, Solution>;
  readonly concurrency: number;
  readonly summary: () => readonly string[];
}

/** `{id, scores}` a line. All of them are held in memory: they are looked up by id, in the order of the records. */
async function readScores(
  path: string,
  call: Call,
): Promise<{ scores: Map<string, unknown>; sha256: string }> {
  await statInput(path);
  const scores = new Map<string, unknown>();
  const digest = createHash('sha256');
  const onBad = ({ message, where }: BadRow): void => {
    throw new LateBenchError('LB_CONFIG', `${message} (--prm-scores)`, { where });
  };
  const onBytes = (chunk: Uint8Array): void => void digest.update(chunk);
  for await (const group of readInput(path, { stdin: call.stdin, onBad, onBytes })) {
    for (const { id, scores: list } of group as readonly { id?: unknown; scores?: unknown }[]) {
      if (typeof id !== 'string' || !Array.isArray(list)) {
        throw new LateBenchError(
          'LB_CONFIG',
          `${path}: a line is not {"id": …, "scores": […]} (--prm-scores)`,
        );
      }
      scores.set(id, list);
    }
  }
  return { scores, sha256: digest.digest('hex') };
}

/** Another pass over the records, or over those of another file, for the split alone. */
async function thresholdOn(
  call: Call,
  split: string,
  scorer: StepScorer,
  concurrency: number,
): Promise<number> {
  const { options, say } = call;
  const from = options.text('prm-split-from');
  const positionals = from === undefined ? options.positionals : [from];
  if (positionals.length === 0 || positionals.includes('-')) {
    throw new LateBenchError(
      'LB_USAGE',
      '--prm-split reads its records before the others: name files as arguments, or the split with --prm-split-from FILE',
    );
  }
  let bad = 0;
  const source = { ...call, options: { ...options, positionals }, say: () => {} };
  const reject = (): void => {
    bad += 1;
  };
  const { groups } = await openRecords({ call: source, policy: { reject } });
  const signal = new AbortController().signal;
  const found = await chooseThreshold(groups, { scorer, split: parseCondition(split), concurrency, signal });
  const { threshold, f1, auc, nError, nCorrect, unscored } = found;
  // Those of the records themselves are reported when they are read again.
  if (from !== undefined && bad > 0) say(`  ${formatCount(bad)} bad records of ${from} were skipped`);
  say(
    `  threshold ${threshold} chosen where ${split}: F1 ${formatPercent(f1)}, AUC ${auc === null ? '—' : auc.toFixed(3)} ` +
      `over ${formatCount(nError)} solutions with an error and ${formatCount(nCorrect)} without` +
      `${unscored === 0 ? '' : `, ${formatCount(unscored)} without scores`}; score that split apart from the rest`,
  );
  return threshold;
}

/** What is asked of a language model means nothing to a reward model: said, rather than passed over. */
function refuseChatOptions(options: ParsedOptions): void {
  const foreign = ['protocol', 'wording', 'template', 'system', 'votes', 'tie', 'combine', 'probe', 'preset'];
  const given = [...foreign, 'temperature', 'top-p', 'top-k', 'max-tokens'].find(
    (name) => options.list(name).length > 0,
  );
  if (given === undefined) return;
  const message = `--${given} is for language models, and a reward model scores each step once; leave it out`;
  throw new LateBenchError('LB_USAGE', message);
}

export async function openPrm(call: Call): Promise<OpenPrm> {
  const { options } = call;
  refuseChatOptions(options);
  const file = options.text('prm-scores');
  const split = options.text('prm-split');
  const given = options.number('prm-threshold', -1e6, 1e6);
  const index = options.whole('prm-index', 0);
  if (given !== undefined && split !== undefined) {
    throw new LateBenchError(
      'LB_USAGE',
      '--prm-threshold and --prm-split: the threshold is given or chosen, not both',
    );
  }
  const dry = options.flag('dry-run');
  const finish = async (scorer: StepScorer, concurrency: number): Promise<Stage<Solution, Solution>> =>
    prmStage({
      scorer,
      // A dry run has no scores to choose by; the pass over the split makes no call that the other does not.
      threshold:
        split === undefined || dry ? (given ?? 0.5) : await thresholdOn(call, split, scorer, concurrency),
      chosenOn: split ?? null,
      name: options.text('name'),
    });
  if (file !== undefined) {
    const { scores, sha256 } = await readScores(file, call);
    const model = options.text('model') ?? 'scores';
    const stage = await finish(fileScorer(model, sha256, scores, index), 1);
    return { stage, concurrency: 1, dryRun: dry, summary: () => [] };
  }
  const settings = configOf(call);
  const asked = endpointConfig(settings, 'critic');
  const named = settings.get('critic.model')?.origin !== 'default';
  if (!named && asked.baseUrl !== simulation) {
    throw new LateBenchError('LB_USAGE', '--prm needs the name of a reward model: give it with --model');
  }
  const reward = named ? undefined : 'latebench-sim/prm';
  const { endpoints, chat, config, dryRun, report } = await roleEndpoint(call, 'critic', {
    dialect: 'pooling',
    model: reward,
  });
  try {
    const separator = options.text('prm-separator');
    const stage = await finish(endpointScorer({ endpoint: chat, separator, index }), config.concurrency);
    return {
      stage,
      concurrency: config.concurrency,
      endpoints,
      endpoint: { role: 'critic', chat },
      dryRun: dryRun !== undefined,
      summary: report,
    };
  } catch (error) {
    await endpoints.close();
    throw error;
  }
}
