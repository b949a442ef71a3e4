// `latebench verify`: says of each row whether its prediction means the same as its gold answer.
import type { Command } from '../command.ts';
import { errorOptions, generalOptions, limitOption, outputOption, runOption } from '../options.ts';
import { parseOptionTable } from '../verify-options.ts';

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'compare predicted with gold mathematical answers',
  usage: '[OPTIONS] [FILE…]',
  examples: [
    'cat cases.jsonl | latebench verify > verified.jsonl',
    'latebench verify --gold-key answer --pred-key completion --definite samples.jsonl',
    'latebench verify --explain cases.jsonl | jq \'select(.verify.verdict == "different")\'',
  ],
  about:
    'Adds `verify: {equal, verdict, reason}` to each row; verdict is equal, different, unparsed (one side has no ' +
    'readable answer) or undecided. Rows need no other fields. The `options`, `gold_config` and `pred_config` of a ' +
    'row go before the flags. No model is called.',
  options: [
    {
      name: 'gold-key',
      value: 'KEY',
      default: 'gold',
      about: 'field that holds the gold answer',
      group: 'Input',
    },
    {
      name: 'pred-key',
      value: 'KEY',
      default: 'pred',
      about: 'field that holds the prediction, a whole reply or an answer',
      group: 'Input',
    },
    { name: 'explain', about: 'add what was read on both sides to `verify`', group: 'Work' },
    {
      name: 'precision',
      value: 'N',
      about: 'decimals that count where a decimal is written (6)',
      group: 'Work',
    },
    {
      name: 'symmetric',
      about: 'also equal when gold and prediction are equal the other way round',
      group: 'Work',
    },
    { name: 'any-part', about: 'some part of a gold answer with several parts will do', group: 'Work' },
    { name: 'no-strict', about: 'unknowns may have other names', group: 'Work' },
    {
      name: 'allow-set-relation',
      about: 'an unsolved relation may stand for a gold set or interval',
      group: 'Work',
    },
    { name: 'number-bases', about: 'the index of a number is its base: 1011_2 is eleven', group: 'Work' },
    { name: 'no-fallback', about: 'never compare as texts what cannot be read', group: 'Work' },
    ...parseOptionTable,
    limitOption,
    outputOption,
    runOption,
    ...errorOptions,
    ...generalOptions,
  ],
  docs: 'docs/mathverify.md',
  async run(call) {
    const { runFilter } = await import('../filter-run.ts');
    const { verifyStage } = await import('../../metrics/answer-stages.ts');
    const { stageStep } = await import('../../stream/step.ts');
    const { outcomeCount } = await import('../verify-count.ts');
    const { parseOptionsOf } = await import('../verify-options.ts');
    const { options } = call;
    return runFilter(call, async () => {
      const parse = await parseOptionsOf(options);
      const { maxSteps } = parse;
      const precision = options.whole('precision', 0);
      const verdicts = outcomeCount(['equal', 'different', 'unparsed', 'undecided']);
      const stage = verifyStage({
        goldKey: options.text('gold-key') ?? 'gold',
        predKey: options.text('pred-key') ?? 'pred',
        explain: options.flag('explain'),
        ...(precision === undefined ? {} : { precision }),
        ...(maxSteps === undefined ? {} : { maxSteps }),
        strict: !options.flag('no-strict'),
        symmetric: options.flag('symmetric'),
        requireAll: !options.flag('any-part'),
        allowSetRelation: options.flag('allow-set-relation'),
        numberBases: options.flag('number-bases'),
        goldParse: parse,
        predictionParse: parse,
      });
      return {
        steps: [stageStep(stage)],
        raw: true,
        divert: ({ verify }) => {
          verdicts.add((verify as { verdict: string }).verdict);
          return false;
        },
        summary: () => [verdicts.line()].filter((line) => line !== ''),
      };
    });
  },
};
