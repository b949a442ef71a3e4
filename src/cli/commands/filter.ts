// `latebench filter`: keeps the records that meet every condition.
import type { BalanceCounts } from '../../datasets/balance.ts';
import type { Command } from '../command.ts';
import {
  adapterOption,
  errorOptions,
  generalOptions,
  keyOptions,
  limitOption,
  outputOption,
  runOption,
  seedOption,
} from '../options.ts';

export const filterCommand: Command = {
  name: 'filter',
  summary: 'keep the records that meet every condition',
  usage: '[OPTIONS] [FILE…]',
  examples: [
    'latebench filter --min-steps 8 --no-error records.jsonl > correct.jsonl',
    "latebench filter --where subject=algebra --where 'meta.level>=4' records.jsonl",
    'latebench filter --has-error --sample 200 --seed 1 records.jsonl > sample.jsonl',
    'latebench filter --preset latebench-error --late --single-error --unique near --report records.jsonl > late.jsonl',
  ],
  about:
    'A condition is FIELD<op>VALUE with one of = != < <= > >= ~ (~ matches a regular expression); dots lead into ' +
    'nested fields, and steps.length is the number of steps. Numbers compare as numbers. Nothing is evaluated. ' +
    'Records pass the conditions one after the other; --report shows how many each of them let through.',
  options: [
    {
      name: 'preset',
      value: 'NAME',
      choices: ['latebench-correct', 'latebench-error'],
      about: '20 steps and no error, or 10 steps and an error; other conditions add to it',
      group: 'Selection',
    },
    { name: 'min-steps', value: 'N', about: 'at least N steps', group: 'Selection' },
    { name: 'max-steps', value: 'N', about: 'at most N steps', group: 'Selection' },
    { name: 'has-error', about: 'solutions known to have an error', group: 'Selection' },
    { name: 'no-error', about: 'solutions known to be correct', group: 'Selection' },
    { name: 'single-error', about: 'at most one wrong step', group: 'Selection' },
    {
      name: 'late',
      about: 'first error in the last third: step floor(2n/3)+1 or later',
      group: 'Selection',
    },
    { name: 'where', value: 'COND', multiple: true, about: 'a condition on a field', group: 'Selection' },
    { name: 'boxed', about: 'solutions with a boxed answer', group: 'Selection' },
    { name: 'final-answer', about: 'solutions with a whole final answer', group: 'Selection' },
    {
      name: 'consistent-answer',
      about: 'final answer equal to the reference answer (mathematically)',
      group: 'Selection',
    },
    { name: 'one-solution', about: 'no second solution in the solution', group: 'Selection' },
    { name: 'one-language', about: 'one script in problem and steps', group: 'Selection' },
    { name: 'valid-latex', about: 'LaTeX that is balanced, with no escapes lost', group: 'Selection' },
    { name: 'min-step-chars', value: 'N', about: 'every step of at least N characters', group: 'Selection' },
    { name: 'max-step-chars', value: 'N', about: 'every step of at most N characters', group: 'Selection' },
    {
      name: 'max-step-ratio',
      value: 'X',
      about: 'longest step at most X times the median step',
      group: 'Selection',
    },
    {
      name: 'min-complexity',
      value: 'X',
      about: 'complexity score of at least X (0-10)',
      group: 'Selection',
    },
    { name: 'max-complexity', value: 'X', about: 'complexity score of at most X (0-10)', group: 'Selection' },
    {
      name: 'unique',
      value: 'KIND',
      choices: ['problem', 'solution', 'near'],
      about: 'the first of equal problems, of equal solutions, or of nearly equal problems',
      group: 'Selection',
    },
    {
      name: 'near-threshold',
      value: 'X',
      about: 'similarity from which problems are nearly equal, 0-1 (0.8)',
      group: 'Selection',
    },
    { name: 'unique-window', value: 'N', about: 'records that --unique remembers', group: 'Selection' },
    {
      name: 'overlap',
      value: 'FILE',
      multiple: true,
      about: 'no problems that overlap those of FILE',
      group: 'Selection',
    },
    { name: 'overlap-words', value: 'N', about: 'words an n-gram of --overlap (10)', group: 'Selection' },
    {
      name: 'overlap-share',
      value: 'X',
      about: 'share of n-grams from which a problem overlaps, 0-1 (0.5)',
      group: 'Selection',
    },
    {
      name: 'sample',
      value: 'N|P%',
      about: 'keep N records at random, or P percent of them',
      group: 'Selection',
    },
    {
      name: 'balance',
      about: 'as many erroneous as correct solutions: of the larger class, some at random',
      group: 'Selection',
    },
    seedOption,
    limitOption,
    adapterOption,
    ...keyOptions,
    outputOption,
    { name: 'report', about: 'print what each condition saw, dropped and kept', group: 'Output' },
    runOption,
    ...errorOptions,
    ...generalOptions,
  ],
  docs: 'docs/datasets.md',
  async run(call) {
    const { runFilter } = await import('../filter-run.ts');
    const { filterStage } = await import('../../datasets/filter.ts');
    const { uniqueKinds } = await import('../../datasets/quality/duplicates.ts');
    const { funnelTable } = await import('../../datasets/quality/funnel.ts');
    const { presetNames } = await import('../../datasets/quality/presets.ts');
    const { parseSample, reservoir } = await import('../../datasets/sample.ts');
    const { balanced } = await import('../../datasets/balance.ts');
    const { stageStep } = await import('../../stream/step.ts');
    const { options } = call;
    return runFilter(call, async () => {
      const seed = options.whole('seed', 0) ?? 0;
      const text = options.text('sample');
      const sample = text === undefined ? undefined : parseSample(text);
      const lists = options.list('overlap');
      const words = options.whole('overlap-words', 1) ?? 10;
      const answersEqual = options.flag('consistent-answer')
        ? (await import('../../datasets/quality/math-answers.ts')).sameMeaning
        : undefined;
      const overlap =
        lists.length === 0
          ? undefined
          : await (await import('../../datasets/quality/overlap-list.ts')).readOverlapList(lists, {
              words,
              say: (line) => call.say(`latebench filter: ${line}`),
            });
      const stage = filterStage({
        preset: presetNames.find((name) => name === options.text('preset')),
        minSteps: options.whole('min-steps', 0),
        maxSteps: options.whole('max-steps', 0),
        hasError: options.flag('has-error'),
        noError: options.flag('no-error'),
        singleError: options.flag('single-error'),
        late: options.flag('late'),
        where: options.list('where'),
        boxed: options.flag('boxed'),
        finalAnswer: options.flag('final-answer'),
        consistentAnswer: options.flag('consistent-answer'),
        answersEqual,
        oneSolution: options.flag('one-solution'),
        oneLanguage: options.flag('one-language'),
        validLatex: options.flag('valid-latex'),
        minStepChars: options.whole('min-step-chars', 0),
        maxStepChars: options.whole('max-step-chars', 0),
        maxStepRatio: options.number('max-step-ratio', 1, 1e9),
        minComplexity: options.number('min-complexity', 0, 10),
        maxComplexity: options.number('max-complexity', 0, 10),
        unique: uniqueKinds.find((kind) => kind === options.text('unique')),
        nearThreshold: options.number('near-threshold', 0, 1),
        uniqueWindow: options.whole('unique-window', 2),
        overlap,
        overlapShare: options.number('overlap-share', 0, 1),
        share: sample !== undefined && 'share' in sample ? sample.share : undefined,
        seed,
      });
      const counts: BalanceCounts = { erroneous: 0, correct: 0, unlabelled: 0, kept: 0 };
      const balance = options.flag('balance');
      const plan = {
        steps: [stageStep(stage)],
        onlyChooses: true,
        summary: () => [
          ...(options.flag('report') ? funnelTable(stage.funnel()) : []),
          ...(balance
            ? [
                `balance: ${counts.kept} of ${counts.erroneous} erroneous and ${counts.correct} correct kept` +
                  (counts.unlabelled === 0 ? '' : `, ${counts.unlabelled} without a label left out`),
              ]
            : []),
        ],
      };
      const count = sample !== undefined && 'count' in sample ? sample.count : undefined;
      if (!balance && count === undefined) return plan;
      return {
        ...plan,
        after: (records) => {
          const even = balance ? balanced(records, seed, counts) : records;
          return count === undefined ? even : reservoir(even, count, seed);
        },
      };
    });
  },
};
