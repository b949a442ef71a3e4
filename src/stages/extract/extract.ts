// Extract: reads the mathematical answer that each row's text gives.
import { z } from 'zod';
import type { Row } from '../../storage/rows.ts';
import { stageStep } from '../../stream/step.ts';
import { parseOptions, parseOptionsOf } from '../answer-options.ts';
import { defineMap } from '../define.ts';
import { option } from '../described-option.ts';
import { outcomeCount } from '../outcome-count.ts';

const options = z.strictObject({
  textKey: option(z.string().default('text'), 'field that holds the text', { value: 'KEY', group: 'Input' }),
  mode: option(
    z.enum(['answer', 'aime']).default('answer'),
    'extract any answer, or also the integer of an AIME answer',
    { value: 'MODE' },
  ),
  fallback: option(
    z.boolean().default(true),
    'no fallback to the text of the first match; in AIME mode only boxed answers count',
  ),
  ...parseOptions,
});

/** In AIME mode where the answer came from; else whether one was read. */
function outcomeOf({ extract }: Row): string {
  const { values, fallback, answer_source } = extract as {
    readonly values: readonly string[];
    readonly fallback: string | null;
    readonly answer_source?: string;
  };
  return answer_source ?? (values.length > 0 ? 'read' : fallback === null ? 'nothing' : 'text only');
}

export const extract = defineMap({
  name: 'extract',
  summary: 'extract the mathematical answer of a text',
  about:
    'Adds `extract: {values, kinds, fallback}` to each row: the printed answer with its kind, and the text ' +
    'of the first match. `--mode aime` adds `answer` (0 to 999 or null) and `answer_source` (boxed, ' +
    'fallback, boxed_out_of_range or none). `options` and `config` in a row take precedence over the flags. ' +
    'No model is called.',
  examples: [
    'latebench extract --text-key completion samples.jsonl > answers.jsonl',
    'latebench extract --mode aime --no-fallback traces.jsonl | jq .extract.answer',
  ],
  docs: 'docs/mathverify.md',
  options,
  ports: { in: 'rows', main: 'rows' },
  async build(asked) {
    const [{ extractStage }, { answerSources }] = await Promise.all([
      import('../../metrics/answer-stages.ts'),
      import('../../mathverify/aime.ts'),
    ]);
    const { textKey, mode } = asked;
    const stage = extractStage({ ...(await parseOptionsOf(asked)), textKey, mode });
    const known = mode === 'aime' ? answerSources : ['read', 'text only', 'nothing'];
    return { step: stageStep(stage), observe: () => outcomeCount(known, outcomeOf) };
  },
});
