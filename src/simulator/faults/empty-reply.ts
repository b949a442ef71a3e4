// Replies of the right form with nothing in them.
import { z } from 'zod';
import { type Delivery, type Envelope, renderCompletion } from '../reply.ts';
import { sendBytes } from '../send.ts';
import { readyRule, ruleFields } from './fault.ts';
import { withChoices, withMessage } from './reply-shape.ts';

function deliverEdited(edit: (envelope: Envelope) => Envelope) {
  return ({ response, ...reply }: Delivery): void => {
    const { contentType, bytes } = renderCompletion(reply, edit);
    sendBytes(response, 200, contentType, bytes);
  };
}

/** `choices: []`. */
export const emptyChoicesRule = z.strictObject(ruleFields('empty_choices')).transform((rule) =>
  readyRule(rule, {
    kind: 'reply',
    good: () => false,
    deliver: deliverEdited((envelope) => ({ ...envelope, choices: [] })),
  }),
);

/** `content: null`, and no logprobs. */
export const nullContentRule = z.strictObject(ruleFields('null_content')).transform((rule) =>
  readyRule(rule, {
    kind: 'reply',
    good: () => false,
    deliver: deliverEdited((envelope) =>
      withChoices(envelope, (choice) => ({
        ...withMessage(choice, (message) => ({ ...message, content: null })),
        logprobs: null,
      })),
    ),
  }),
);
