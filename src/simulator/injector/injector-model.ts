// The simulated injector: makes a rule-based error of the kind asked for in a step of the allowed region, carries it
// forward, and replies in the JSON form that the prompt asks for. Where no rule applies it says so.
import { lastUserText } from '../chat-call.ts';
import type { SimulatedModel } from '../model.ts';
import { draftError } from './draft.ts';
import { readInjectRequest } from './inject-request.ts';

export const injectorModel: SimulatedModel = (call, rng) => {
  const request = readInjectRequest(lastUserText(call));
  const draft = request === null ? null : draftError(request, rng);
  if (draft === null) {
    const reason =
      request === null
        ? 'I find no numbered solution in this message'
        : `none of the steps ${request.from} to ${request.to} holds a number that a rule of mine can change so that the answer changes`;
    return { text: JSON.stringify({ target_step: null, reason }) };
  }
  const { step, steps, finalAnswer, explanation } = draft;
  return {
    text: JSON.stringify({ target_step: step, steps, final_answer: finalAnswer, explanation }, null, 1),
  };
};
