// `latebench extract`: reads the mathematical answer that each row's text gives.
import type { Command } from '../command.ts';
import { errorOptions, generalOptions, limitOption, outputOption, runOption } from '../options.ts';
import { parseOptionTable } from '../verify-options.ts';

export const extractCommand: Command = {
  name: 'extract',
  summary: 'read the mathematical answer that a text gives',
  usage: '[OPTIONS] [FILE…]',
  examples: [
    'latebench extract --text-key completion samples.jsonl > answers.jsonl',
    'latebench extract --mode aime --no-fallback traces.jsonl | jq .extract.answer',
  ],
  about:
    'Adds `extract: {values, kinds, fallback}` to each row: the answer in print with its kind, and the text of the ' +
    'first match. `--mode aime` adds `answer` (0 to 999 or null) and `answer_source` (boxed, fallback or none) to ' +
    'it. The `options` and `config` of a row go before the flags. No model is called.',
  options: [
    { name: 'text-key', value: 'KEY', default: 'text', about: 'field that holds the text', group: 'Input' },
    {
      name: 'mode',
      value: 'MODE',
      choices: ['answer', 'aime'],
      default: 'answer',
      about: 'any answer, or also the integer of an AIME answer',
      group: 'Work',
    },
    {
      name: 'no-fallback',
      about: 'no text of the first match, and in AIME mode no answer but a boxed one',
      group: 'Work',
    },
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
    const { extractStage } = await import('../../metrics/answer-stages.ts');
    const { stageStep } = await import('../../stream/step.ts');
    const { outcomeCount } = await import('../verify-count.ts');
    const { parseOptionsOf } = await import('../verify-options.ts');
    const { options } = call;
    return runFilter(call, async () => {
      const aime = options.text('mode') === 'aime';
      const outcomes = outcomeCount(aime ? ['boxed', 'fallback', 'none'] : ['read', 'text only', 'nothing']);
      const stage = extractStage({
        ...(await parseOptionsOf(options)),
        textKey: options.text('text-key') ?? 'text',
        mode: aime ? 'aime' : 'answer',
      });
      return {
        steps: [stageStep(stage)],
        raw: true,
        divert: ({ extract }) => {
          const {
            values,
            fallback,
            answer_source: source,
          } = extract as {
            values: readonly string[];
            fallback: string | null;
            answer_source?: string;
          };
          outcomes.add(source ?? (values.length > 0 ? 'read' : fallback === null ? 'nothing' : 'text only'));
          return false;
        },
        summary: () => [outcomes.line()].filter((line) => line !== ''),
      };
    });
  },
};
