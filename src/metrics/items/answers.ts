// What critics answered about each item, in typed arrays: some 30 bytes a critique and vote, never a text.
import type { Critique } from '../../records/critique.ts';
import type { Parse } from '../../records/score.ts';
import type { Solution } from '../../records/solution.ts';
import { firstErrorOf, goldOf } from '../gold.ts';
import { predictionOf } from '../prediction.ts';

/** Answers and labels: a step (0-based), or -1 for no error; or that there is none to read. */
export const noError = -1;
export const unknown = -2;

export interface PanelCritic {
  readonly name: string;
  /** Critics of one model are one voice; without a model, a critic is a voice by itself. */
  readonly voice: string;
  /** It never saw the steps. */
  readonly blind: boolean;
}

export interface ItemAnswers {
  readonly critics: readonly PanelCritic[];
  readonly items: number;
  /** By item. */
  readonly label: Int32Array;
  readonly steps: Int32Array;
  /** The answers about an item are at start[item] to start[item + 1]. */
  readonly start: Uint32Array;
  /** By answer. */
  readonly critic: Uint16Array;
  readonly answer: Int32Array;
  /** The readable votes of an answer are at voteStart[answer] to voteStart[answer + 1]; without votes, the answer itself. */
  readonly voteStart: Uint32Array;
  readonly vote: Int32Array;
}

export interface AnswerCollector {
  add(record: Solution): void;
  result(): ItemAnswers;
}

type Given = Pick<Critique, 'status' | 'first_error' | 'first_error_strict' | 'error_steps'>;

/** A critique, or one vote of it. */
function answerOf(
  { status, first_error, first_error_strict, error_steps }: Given,
  { critic, protocol }: Pick<Critique, 'critic' | 'protocol'>,
  parse: Parse,
): number {
  const verdict = { critic, protocol, status, first_error, first_error_strict, error_steps };
  return predictionOf(verdict, parse).first_error ?? unknown;
}

function votesOf(critique: Critique, parse: Parse, answer: number): readonly number[] {
  const read = (critique.votes ?? []).map((vote) => answerOf(vote, critique, parse));
  const readable = read.filter((one) => one !== unknown);
  return readable.length > 0 || answer === unknown ? readable : [answer];
}

/** `blind`: the critics that never saw the steps, by name. */
export function createAnswers(blind: ReadonlySet<string>, parse: Parse): AnswerCollector {
  const critics: PanelCritic[] = [];
  const numbers = new Map<string, number>();
  const [label, steps, start]: number[][] = [[], [], [0]];
  const [critic, answer, voteStart, vote]: number[][] = [[], [], [0], []];
  const numberOf = ({ critic: name, model }: Critique): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, critics.length);
    return critics.push({ name, voice: model ?? `critic ${name}`, blind: blind.has(name) }) - 1;
  };
  return {
    add(record) {
      const gold = goldOf(record);
      label!.push(gold === null ? unknown : firstErrorOf(gold));
      steps!.push(record.steps.length);
      for (const critique of record.critiques ?? []) {
        const given = answerOf(critique, critique, parse);
        critic!.push(numberOf(critique));
        answer!.push(given);
        for (const one of votesOf(critique, parse, given)) vote!.push(one);
        voteStart!.push(vote!.length);
      }
      start!.push(critic!.length);
    },
    result: () => ({
      critics,
      items: label!.length,
      label: Int32Array.from(label!),
      steps: Int32Array.from(steps!),
      start: Uint32Array.from(start!),
      critic: Uint16Array.from(critic!),
      answer: Int32Array.from(answer!),
      voteStart: Uint32Array.from(voteStart!),
      vote: Int32Array.from(vote!),
    }),
  };
}
