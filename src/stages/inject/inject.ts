// The injector: puts one hard-to-catch error into the last third of each correct solution, behind a gate.
import { join } from 'node:path';
import { z } from 'zod';
import { LateBenchError } from '../../errors.ts';
import type { ManualRequest } from '../../inject/manual.ts';
import { nameList } from '../../records/name-list.ts';
import { callsForOneReply } from '../../records/reply-calls.ts';
import type { Solution } from '../../records/solution.ts';
import { errorTypes } from '../../records/taxonomy.ts';
import { votesIfAny } from '../../records/vote-count.ts';
import { formatCounted } from '../../report/format.ts';
import { stageStep } from '../../stream/step.ts';
import { defineMap, type StageContext } from '../define.ts';
import { option } from '../described-option.ts';
import { lookedAt, type Watch } from '../looked-at.ts';
import { rejectsPort } from '../rejects.ts';
import {
  askedSampling,
  regionOption,
  reportFileOption,
  targetDifficultyOption,
  temperatureOption,
} from '../shared-options.ts';
import { manualWatch } from './manual-records.ts';
import { injectObserver } from './observer.ts';

/** A file concerns many records: no form has it. */
function fileOption(about: string) {
  return option(z.string().optional(), about, { value: 'FILE', form: false });
}

const options = z.strictObject({
  cleanFraction: option(
    z.number().min(0).max(1).default(0),
    'share of the solutions to keep unchanged as clean controls, 0 to 1',
    { value: 'F', form: false },
  ),
  types: option(z.array(z.string()).optional(), 'error types to choose from (all)', {
    value: 'KEY,…',
    spelling: 'list',
    label: 'Error types',
    offers: errorTypes.map(({ key, name }) => ({ key, name })),
  }),
  weights: option(
    z.record(z.string(), z.number().min(0)).optional(),
    'how often a type is requested, relative to the others (1 each)',
    {
      value: 'KEY=W,…',
      spelling: 'weights',
      label: 'Weights of the error types',
      example: 'missing_case=3',
    },
  ),
  typesFrom: fileOption(
    'request types more often that succeeded before: the folder of a run of inject, or its records including ' +
      'the rejected ones',
  ),
  region: regionOption,
  step: option(
    z.int().min(0).optional(),
    'the step to change, counted from 1 (the model chooses in the region)',
    { value: 'N', spelling: 'stepFromOne', label: 'In step' },
  ),
  comment: option(
    z.string().optional(),
    "a description of the error in your words; a record's own injection.comment takes precedence",
    {
      value: 'TEXT',
      label: 'What the error should be',
      example: 'Count one end point twice, so that it sounds natural',
    },
  ),
  manual: fileOption('annotations with comments and steps by record id; the last one on a record counts'),
  gate: option(
    z.enum(['strict', 'report', 'off']).default('strict'),
    'reject what fails a check, only record it, or check nothing',
    { value: 'HOW', label: 'Checks of the gate' },
  ),
  verifyVotes: option(
    votesIfAny.default(0),
    'ask a second model K times which of two versions of the step is wrong; more than half must agree',
    { value: 'K' },
  ),
  verifyModel: option(z.string().min(1).optional(), "the second model (the critic role's)", {
    value: 'NAME',
    group: 'Model',
    needs: ['verify-votes'],
  }),
  difficultyVotes: option(
    votesIfAny.default(0),
    'ask M blind critics for each accepted error, and record how many find it',
    { value: 'M' },
  ),
  difficultyModels: option(
    z.array(z.string().min(1)).optional(),
    "the models of those critics, M votes each (the critic role's)",
    { value: 'NAME,…', spelling: 'list', group: 'Model', needs: ['difficulty-votes'] },
  ),
  targetDifficulty: targetDifficultyOption.meta({ form: false }),
  maxAttempts: option(z.int().min(1).default(3), 'maximum number of attempts per solution', { value: 'N' }),
  requireCorrect: option(z.boolean().optional(), 'only solutions known to be correct (error_steps is [])', {
    form: false,
  }),
  temperature: temperatureOption('sampling temperature'),
  reportFile: reportFileOption(
    '.html',
    'write an injection report (.html): yield by type and check, places, lengths, leaks, examples',
  ),
});

export const inject = defineMap({
  name: 'inject',
  summary: 'put one hard-to-catch error into the last third of each correct solution',
  about:
    'Each injection must pass a gate (place, unchanged prefix, one error, changed text and answer, ' +
    'consistency, revealing words, LaTeX, length, style), or is repeated with the reason in the prompt. ' +
    'Solutions known to have an error pass unchanged. Injections that are not accepted are left out of ' +
    'stdout unless --keep-rejected is given. accepted + rejected + failed + clean + untouched = records read.',
  examples: [
    'cat problems.jsonl | latebench-inject | latebench-critic > judged.jsonl',
    'latebench inject --clean-fraction 0.5 --verify-votes 3 --report-file injection.html problems.jsonl > half.jsonl',
    'latebench inject --types missing_case,quantifier --weights missing_case=3 --region last-half problems.jsonl',
    'latebench inject --manual annotations/anna.jsonl --rejects rejected.jsonl problems.jsonl > manual.jsonl',
    'latebench inject --endpoint sim --keep-rejected problems.jsonl > all.jsonl',
  ],
  docs: 'docs/injection.md',
  options,
  ports: {
    in: 'records',
    main: 'records',
    side: rejectsPort('rejected and failed ones', 'rejected', 'failed'),
  },
  role: 'inject',
  adds: 'injection',
  discardsCritiques: () => true,
  needs: ({ maxAttempts, verifyVotes, verifyModel, temperature }) => [
    {
      role: 'inject',
      callsPerRecord: maxAttempts * callsForOneReply,
      atOnce: 1,
      ...askedSampling({ temperature }),
    },
    ...(verifyVotes === 0
      ? []
      : [
          {
            role: 'critic' as const,
            model: verifyModel,
            callsPerRecord: maxAttempts * verifyVotes * callsForOneReply,
            atOnce: verifyVotes,
          },
        ]),
  ],
  followedBy({ difficultyVotes: votes, difficultyModels: models, targetDifficulty: target }) {
    if (votes === 0 && target !== undefined) {
      throw new LateBenchError(
        'LB_CONFIG',
        'a target difficulty needs critics who measure it: give --difficulty-votes M (difficultyVotes) as well',
      );
    }
    return votes === 0 ? [] : [{ use: 'difficulty', with: { votes, models, target } }];
  },
  async build(asked, context) {
    const [{ injectStage }, { createVerifier }] = await Promise.all([
      import('../../inject/inject.ts'),
      import('../../inject/verify.ts'),
    ]);
    const { manual, typesFrom, weights, verifyVotes, verifyModel, reportFile, ...rest } = asked;
    const { seed, concurrency, endpoint } = context;
    const requests = manual === undefined ? undefined : await commentsIn(manual, context);
    const commented =
      manual === undefined || requests === undefined
        ? []
        : [await manualWatch(manual, requests.keys(), context)];
    const watches: Watch[] = [...commented, ...(rest.step === undefined ? [] : [stepWatch(rest.step)])];
    const injector = await endpoint('inject');
    const verifier =
      verifyVotes === 0
        ? undefined
        : createVerifier({ endpoint: await endpoint('critic', { model: verifyModel }), votes: verifyVotes });
    const before =
      typesFrom === undefined ? undefined : await typeWeights(typesFrom, injector.model, context);
    const stage = injectStage({
      ...rest,
      endpoint: injector,
      seed,
      verifier,
      requests,
      weights: before === undefined ? weights : multiplied(before, weights, rest.types),
    });
    return {
      step: stageStep<Solution, Solution>(stage, concurrency),
      ...(watches.length === 0 ? {} : { after: lookedAt(watches) }),
      observe: injectObserver({ reportFile, asked: requests?.keys() }),
    };
  },
});

/** `step`: counted from 0. */
function stepWatch(step: number): Watch {
  let longest = 0;
  return {
    look({ steps }) {
      if (Array.isArray(steps)) longest = Math.max(longest, steps.length);
    },
    check() {
      if (longest === 0 || step < longest) return;
      const message = `--step ${step + 1}: no solution has that step (the longest has ${longest})`;
      throw new LateBenchError('LB_USAGE', message);
    },
  };
}

/** By how types succeeded in the run that is named. */
async function typeWeights(
  path: string,
  model: string,
  { rows }: StageContext,
): Promise<Readonly<Record<string, number>>> {
  const { weightsFrom, yieldsIn } = await import('../../inject/types-from.ts');
  const what = `--types-from ${path}`;
  try {
    return weightsFrom(await yieldsIn(rows(path, '--types-from'), what), model);
  } catch (error) {
    if (!(error instanceof LateBenchError) || error.code !== 'LB_INPUT_DIRECTORY') throw error;
    return weightsFrom(await yieldsIn(rows(join(path, 'manifest.json'), '--types-from'), what), model);
  }
}

/** Weights that were given count beside those of the earlier run. */
function multiplied(
  before: Readonly<Record<string, number>>,
  given: Readonly<Record<string, number>> = {},
  types: readonly string[] = Object.keys(before),
): Record<string, number> {
  const product = types.map((key) => [key, (before[key] ?? 1) * (given[key] ?? 1)] as const);
  return { ...given, ...Object.fromEntries(product) };
}

/** The annotations that say which errors people want. */
async function commentsIn(
  path: string,
  { rows, say }: StageContext,
): Promise<ReadonlyMap<string, ManualRequest>> {
  const [{ readManualRequests }, { LateBenchError }] = await Promise.all([
    import('../../inject/manual.ts'),
    import('../../errors.ts'),
  ]);
  const all: object[] = [];
  for await (const group of rows(path, '--manual')) all.push(...group);
  const { byRecord, contested, bad, passed } = readManualRequests(all);
  if (bad.length > 0) throw new LateBenchError('LB_CONFIG', `${path}: ${bad[0]} (--manual)`);
  if (byRecord.size === 0) {
    const others = passed === 0 ? '' : ` (${formatCounted(passed, 'other annotation')})`;
    const message = `--manual ${path}: it has no comment${others}, and without one every record would be changed as the model likes`;
    throw new LateBenchError('LB_USAGE', message);
  }
  say(
    `  manual: ${formatCounted(byRecord.size, 'record has', 'records have')} a comment${passed === 0 ? '' : `, ${passed} other annotations`}`,
  );
  if (contested.length > 0) {
    say(
      `  manual: several annotators commented on ${contested.length}; the last counts: ${nameList(contested)}`,
    );
  }
  return byRecord;
}
