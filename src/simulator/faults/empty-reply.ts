// Replies of the right form with nothing in them.
import { type Delivery, type Envelope, renderCompletion } from '../reply.ts';
import { sendBytes } from '../send.ts';
import { faultRule } from './fault.ts';
import { withChoices, withMessage } from './reply-shape.ts';

function deliverEdited(edit: (envelope: Envelope) => Envelope) {
  return ({ response, ...reply }: Delivery): void => {
    const { contentType, bytes } = renderCompletion(reply, edit);
    sendBytes(response, 200, contentType, bytes);
  };
}

/** `choices: []`. */
export const emptyChoicesRule = faultRule('empty_choices', {}, () => ({
  kind: 'reply',
  good: () => false,
  deliver: deliverEdited((envelope) => ({ ...envelope, choices: [] })),
}));

/** `content: null`, and no logprobs. */
export const nullContentRule = faultRule('null_content', {}, () => ({
  kind: 'reply',
  good: () => false,
  deliver: deliverEdited((envelope) =>
    withChoices(envelope, (choice) => ({
      ...withMessage(choice, (message) => ({ ...message, content: null })),
      logprobs: null,
    })),
  ),
}));
