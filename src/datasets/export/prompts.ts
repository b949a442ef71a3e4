// Rows that hold the prompt itself: chats to fine-tune a critic with, and samples for Inspect. The prompt is the
// critic's own, and it sees problem and steps only.
import type { Solution } from '../../records/solution.ts';
import { toStepIndex } from '../../records/steps.ts';
import { list, struct, utf8 } from '../../storage/columnar/column.ts';
import { isRow } from '../../storage/rows.ts';
import { labelledFormat } from './format.ts';
import { labelOf } from './gold.ts';

/** Why the step is wrong, where an injector or an annotator has said it. */
function explanationOf(record: Solution, step: number): string | null {
  const { explanation: injected, error_step } = record.injection ?? {};
  if (typeof injected === 'string' && injected.trim() !== '' && error_step === step) {
    return injected.trim();
  }
  const sections = record.meta?.sections_labeled_info;
  const section: unknown = Array.isArray(sections) ? sections[step] : undefined;
  const explanation = isRow(section) ? section.explanation : undefined;
  return typeof explanation === 'string' && explanation.trim() !== '' ? explanation.trim() : null;
}

const stepNumbers = /\b(step)(s?)\s+(\d+(?:\s*(?:,|and|or|to|-|–)\s*\d+)*)/gi;

/** Explanations count steps from 1; the critic's prompt has paragraphs from 0. */
function inParagraphs(text: string): string {
  return text.replaceAll(stepNumbers, (whole, word: string, plural: string, numbers: string) => {
    // Text that mentions step 0 does not count from 1.
    if (/\b0+\b/.test(numbers)) return whole;
    const name = word.startsWith('S') ? 'Paragraph' : 'paragraph';
    return `${name}${plural} ${numbers.replaceAll(/\d+/g, (number) => String(toStepIndex(Number(number))))}`;
  });
}

/** The reply of a critic that is right: what is wrong, in which paragraph (from 0), and the index in a box. */
function rightReply(record: Solution, label: number): string {
  if (label === -1) return 'I find no error in any paragraph.\n\n\\boxed{-1}';
  const before = label === 0 ? '' : `Paragraphs before paragraph ${label} hold. `;
  const why = explanationOf(record, label);
  return `${before}The earliest error is in paragraph ${label}.${why === null ? '' : ` ${inParagraphs(why)}`}\n\n\\boxed{${label}}`;
}

/** The reply of a critic that was asked the same and is right, where one was kept: the first in the record's order. */
function keptReply({ critiques }: Solution, label: number): string | null {
  for (const { protocol, votes } of critiques ?? []) {
    if (protocol !== 'first_error') continue;
    for (const { status, first_error, reply } of votes ?? []) {
      if (status !== 'ok' || first_error !== label || typeof reply !== 'string') continue;
      const boxes = [...reply.matchAll(/\\boxed\{\s*(-?\d+)\s*\}/g)];
      if (Number(boxes.at(-1)?.[1] ?? Number.NaN) === label) return reply.trim();
    }
  }
  return null;
}

export const sftCriticFormat = labelledFormat({
  name: 'sft-critic',
  about: 'chats to fine-tune a critic with: the prompt, and the reply that is right',
  columns: { id: utf8, messages: list(struct({ role: utf8, content: utf8 })) },
  row(record, gold, { prompt }) {
    const { problem, steps } = record;
    const label = labelOf(gold);
    return {
      id: record.id,
      messages: [
        { role: 'user', content: prompt({ problem, steps }) },
        { role: 'assistant', content: keptReply(record, label) ?? rightReply(record, label) },
      ],
    };
  },
});

export const inspectFormat = labelledFormat({
  name: 'inspect',
  about: "samples for Inspect's json_dataset: input, target (the label), id, metadata",
  row(record, gold, { prompt }) {
    const { problem, steps } = record;
    return {
      input: prompt({ problem, steps }),
      target: String(labelOf(gold)),
      id: record.id,
      metadata: {
        dataset: record.dataset ?? null,
        subset: record.subset ?? null,
        subject: record.subject ?? null,
        difficulty: record.difficulty ?? null,
        error_source: record.error_source ?? null,
        error_steps: gold,
        problem,
        steps,
      },
    };
  },
});
