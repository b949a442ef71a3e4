// Whether an object of a critic's reply says of its step, or of the solution, that it is right or wrong: true, "no",
// "Correct.", a description of the error.
import { readObject } from '../endpoints/reply-json/object-in-reply.ts';
import { bareStatement } from '../endpoints/reply-json/reply-choice.ts';
import type { JsonObject } from '../endpoints/wire-shape.ts';

/** `unclear`: it says something that is neither. */
export type Truth = 'right' | 'wrong' | 'unclear';

/** Each with the other names that models give it. */
const fields = {
  right: ['is_correct', 'correct', 'is_right', 'is_valid', 'valid'],
  wrong: ['is_error', 'has_error', 'has_errors', 'is_wrong', 'is_incorrect', 'incorrect', 'error'],
};
const verdictFields = { verdict: ['label', 'status', 'judgement', 'judgment', 'correctness'] };

const yes = /^(?:true|yes|y|1)$/;
const no = /^(?:false|no|n|0)$/;
const noError = /^no (?:errors?|mistakes?|issues?)(?: found)?$/;
/** Under "error". */
const nothing = /^(?:none|null|nil|n\/?a|-)?$/;
const right = /^(?:correct|right|ok|okay|valid|sound|fine|good|pass|passed|error.free)\b/;
const wrong =
  /\b(?:incorrect|wrong|invalid|false|errors?|erroneous|mistakes?|mistaken|flawed|fail|failed|faulty|bad)\b/;
const reservation = /\b(?:but|except|however|although|though|mostly|partly|partially|not?)\b/;

function stated(value: unknown): string | null {
  if (value === null) return '';
  return ['string', 'boolean', 'number'].includes(typeof value) ? bareStatement(String(value)) : null;
}

export const isRight = (text: string): boolean =>
  noError.test(text) || (right.test(text) && !reservation.test(text) && !wrong.test(text));

function named(object: JsonObject, names: Readonly<Record<string, readonly string[]>>): JsonObject {
  const found = readObject(JSON.stringify(object), { fields: names, nested: false });
  return 'value' in found ? found.value : {};
}

/** Null where the object says nothing of the kind. */
export function truthOf(given: JsonObject): Truth | null {
  const object = named(given, fields);
  if (object.right !== undefined) {
    const text = stated(object.right);
    if (text === null || text === '') return 'unclear';
    if (yes.test(text) || isRight(text)) return 'right';
    return no.test(text) || wrong.test(text) ? 'wrong' : 'unclear';
  }
  if (object.wrong !== undefined) {
    const text = stated(object.wrong);
    // A text under "error" describes it.
    return text !== null && (no.test(text) || nothing.test(text) || isRight(text)) ? 'right' : 'wrong';
  }
  return null;
}

/** That of an object for one step, which may also be under "verdict" or "status". */
export function truthOfStep(object: JsonObject): Truth | null {
  const truth = truthOf(object);
  const { verdict } = named(object, verdictFields);
  if (truth !== null || verdict === undefined) return truth;
  const text = stated(verdict);
  if (text === null || text === '') return 'unclear';
  if (isRight(text) || text === 'true') return 'right';
  return wrong.test(text) && !reservation.test(text) ? 'wrong' : 'unclear';
}
