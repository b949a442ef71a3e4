// The critic: asks a model for the first error, or all errors, of each solution, and adds one critique to the record.
import { z } from 'zod';
import { presets } from '../../critic/presets.ts';
import { LateBenchError } from '../../errors.ts';
import { cascadeRules } from '../../records/cascade.ts';
import { arithmeticName } from '../../records/critic-names.ts';
import { protocols, wordings } from '../../records/protocols.ts';
import type { Solution } from '../../records/solution.ts';
import { voteCount } from '../../records/vote-count.ts';
import { combineRules } from '../../statistics/combine-steps.ts';
import { tieRules } from '../../statistics/majority.ts';
import { stageStep } from '../../stream/step.ts';
import { defineMap, type Need } from '../define.ts';
import { option } from '../described-option.ts';
import { onPart, partField } from '../problem-part.ts';
import {
  askedSampling,
  criticModelField,
  resultsFields,
  sourceText,
  temperatureOption,
} from '../shared-options.ts';
import { arithmeticBuilt } from './arithmetic.ts';
import { cascadeBuilt } from './cascade.ts';
import { deltabenchHint } from './deltabench-hint.ts';
import { idleOptions } from './idle-options.ts';
import { criticObserver } from './observer.ts';

const options = z.strictObject({
  critic: option(
    z.literal(arithmeticName).optional(),
    'arithmetic: check every closed equality and inequality of the steps, exactly; no endpoint, no simulation',
    { value: 'NAME', label: 'Critic without a model' },
  ),
  thenModel: option(
    z.string().min(1).optional(),
    'a cascade: call MODEL only for records that the first critic does not decide (--accept)',
    { flag: 'then', value: 'MODEL', label: 'Model for what the first critic does not decide' },
  ),
  thenVotes: option(voteCount.optional(), 'with --then: samples of that model (those of --votes)', {
    value: 'N',
    form: false,
    needs: ['then'],
  }),
  accept: option(
    z.enum(cascadeRules).optional(),
    'with --then: verdicts of the first critic that are final: those that name an error (the default), ' +
      'confident ones, or both',
    { value: 'RULE', form: false, needs: ['then'] },
  ),
  acceptShare: option(
    z.number().min(0).max(1).optional(),
    'with --then: share of its votes from which a verdict is accepted (0; with confident 1)',
    { value: 'X', form: false, needs: ['then'] },
  ),
  protocol: option(
    z.enum(protocols).default('first_error'),
    'what to ask for: the first error (ProcessBench) or all errors (DeltaBench)',
    { value: 'NAME', label: 'What the critic looks for' },
  ),
  wording: option(
    z.enum(wordings).optional(),
    'wording of the first_error prompt: maths (ProcessBench, the default) or deltabench (any problem)',
    { value: 'NAME' },
  ),
  template: option(
    sourceText.optional(),
    'your own prompt with {problem} and {steps}; no other field of a record is allowed',
    { value: 'FILE', spelling: 'fileText', label: 'Prompt of your own' },
  ),
  system: option(sourceText.optional(), 'a system message before the prompt', {
    value: 'TEXT|@FILE',
    spelling: 'textOrFile',
    label: 'System message',
  }),
  votes: option(voteCount.default(1), 'samples per solution; the majority decides', {
    value: 'N',
    aliases: ['n-votes'],
  }),
  tie: option(
    z.enum(tieRules).default('first'),
    'how to decide a tie of first_error votes: the first in sample order, the smallest step, … or no verdict',
    { value: 'HOW', label: 'Ties' },
  ),
  combine: option(z.enum(combineRules).default('majority'), 'how to combine votes of all_errors', {
    value: 'HOW',
    label: 'Combining votes',
  }),
  earlyStop: option(z.boolean().optional(), 'skip votes that can no longer change the outcome', {
    flag: 'early-stop-votes',
    label: 'Stop voting early',
  }),
  keepReplies: option(z.boolean().optional(), 'store the text of every reply with its vote'),
  probe: option(
    z.literal('length').optional(),
    'also judge each solution padded with empty sentences, to measure the effect of length alone',
    { value: 'KIND', label: 'Probe' },
  ),
  preset: option(
    z.enum(['auto', ...presets.map(({ name }) => name)]).default('auto'),
    "sampling recommended for the model's family, or all settings of a public script (docs/critics.md has " +
      'the sources)',
    { value: 'NAME', group: 'Model' },
  ),
  temperature: temperatureOption(
    "sampling temperature (the preset's: 0 with one vote and 0.7 with several for most models)",
  ),
  topP: option(z.number().min(0).max(1).optional(), "nucleus sampling (the preset's)", {
    value: 'P',
    group: 'Model',
    label: 'Top-p',
  }),
  topK: option(z.int().min(1).optional(), "sample among the K likeliest tokens (the preset's)", {
    value: 'K',
    group: 'Model',
    label: 'Top-k',
  }),
  maxTokens: option(z.int().min(1).optional(), 'longest reply', {
    value: 'N',
    group: 'Model',
    label: 'Longest reply, in tokens',
  }),
  name: option(
    z.string().min(1).optional(),
    "the critic's name in the records (<model>/<protocol>[/v<votes>])",
    { value: 'NAME', label: 'Name of the critic' },
  ),
  ...resultsFields,
  part: partField,
  model: criticModelField,
});

/** Throws where options of a cascade are given for a critic that has no votes. */
function checkCascade({ critic: kind, accept, acceptShare }: z.output<typeof options>): void {
  if (kind === arithmeticName && (accept ?? acceptShare) !== undefined) {
    const message =
      'what --critic arithmetic flags is always accepted: leave out --accept and --accept-share';
    throw new LateBenchError('LB_USAGE', message);
  }
}

export const critic = defineMap({
  name: 'critic',
  summary: 'ask a model for the first error, or all errors, of each solution',
  about:
    'The critic sees the problem and the steps and no other field of a record. Each critic adds one entry to ' +
    '`critiques`; running the same name again replaces its entry. An unreadable reply is `unparsed`, and a ' +
    'call that finally failed is `failed`; neither is ever "no error".',
  examples: [
    'cat problems.jsonl | latebench-inject | latebench-critic --votes 8 > judged.jsonl',
    'latebench critic --protocol all_errors --model gpt-4o-mini records.jsonl | latebench score',
    'latebench critic Deltabench_v1.jsonl --results results --output judged.jsonl',
    'latebench critic --prm --model Qwen2.5-Math-PRM-7B --prm-split subset=gsm8k records.jsonl > judged.jsonl',
    'latebench critic --endpoint sim records.jsonl > judged.jsonl',
    'latebench critic --critic arithmetic records.jsonl | latebench score',
    'latebench critic --critic arithmetic --then gpt-4o-mini --dry-run records.jsonl',
    'latebench critic --model gpt-4o-mini --votes 5 --then gpt-4o --then-votes 1 --accept confident --accept-share 0.8 records.jsonl',
  ],
  docs: 'docs/critics.md',
  options,
  ports: { in: 'records', main: 'records' },
  role: 'critic',
  variant: {
    use: 'prm',
    flag: 'prm',
    about: 'the model is a process reward model: it scores steps, and a low score is an error',
    group: 'Reward model',
    shares: ['name', 'results', 'datasetName'],
    refusal: 'is for language models, and a reward model scores each step once; leave it out',
  },
  adds: 'critique',
  explains: ({ protocol, keepReplies, critic }) =>
    protocol === 'all_errors' || keepReplies === true || critic !== undefined,
  replays: true,
  implied: ({ preset }) => presets.find(({ name }) => name === preset)?.script ?? {},
  needs: ({ votes, model, probe, critic: kind, thenModel, thenVotes, ...sampling }) => {
    const need = (asked: string | undefined, calls: number): Need => ({
      role: 'critic',
      model: asked,
      callsPerRecord: probe === undefined ? calls : 2 * calls,
      atOnce: calls,
      ...askedSampling(sampling),
    });
    return [
      ...(kind === arithmeticName ? [] : [need(model, votes)]),
      ...(thenModel === undefined ? [] : [need(thenModel, thenVotes ?? votes)]),
    ];
  },
  async build(whole, context, given) {
    const {
      model,
      results,
      datasetName,
      critic: kind,
      thenModel,
      thenVotes,
      accept,
      acceptShare,
      part,
      ...asked
    } = whole;
    const { seed, concurrency, endpoint, say } = context;
    checkCascade(whole);
    const mostVotes = Math.max(
      kind === arithmeticName ? 0 : asked.votes,
      thenModel === undefined ? 0 : (thenVotes ?? asked.votes),
    );
    for (const line of idleOptions(whole, mostVotes, Object.keys(given))) say(`  ${line}`);
    const files = { results, datasetName };
    if (kind === arithmeticName) {
      const votes = thenVotes ?? asked.votes;
      return arithmeticBuilt({ ...asked, votes, thenModel, part }, files, context);
    }
    if (thenModel !== undefined) {
      const rule = {
        thenModel,
        thenVotes: thenVotes ?? asked.votes,
        accept: accept ?? 'errors',
        acceptShare: acceptShare ?? ((accept ?? 'errors') === 'errors' ? 0 : 1),
      };
      return cascadeBuilt({ ...asked, ...rule, model, part }, files, context);
    }
    const { criticStage } = await import('../../critic/critic.ts');
    const stage = criticStage({ ...asked, endpoint: await endpoint('critic', { model }), seed });
    if (asked.votes > 1 && stage.config.temperature === 0) {
      say('  votes at temperature 0 are near-copies of each other; leave --temperature out for 0.7');
    }
    return {
      step: stageStep<Solution, Solution>(
        onPart(deltabenchHint(stage, { protocol: asked.protocol, given }, say), part, seed),
        concurrency,
      ),
      observe: criticObserver(String(stage.config.critic), files),
    };
  },
});
