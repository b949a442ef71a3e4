// Errors that come under status 200: in the body, in its choice, or as an event in the middle of a stream.
import { z } from 'zod';
import { completionChunks } from '../completion.ts';
import { eventLines, renderCompletion } from '../reply.ts';
import { eventStreamType, sendBytes, sendJson } from '../send.ts';
import { faultRule } from './fault.ts';
import { withChoices } from './reply-shape.ts';

const errorFields = {
  code: z.union([z.int(), z.string()]).default(502),
  message: z.string().default('the provider returned an error'),
};

/** `where`: in place of the completion, or inside its choice with the text that there was. */
export const errorIn200Rule = faultRule(
  'error_in_200',
  { ...errorFields, where: z.enum(['body', 'choice']).default('body') },
  ({ code, message, where }) => {
    const error = { code, message, metadata: { provider_name: 'latebench-sim' } };
    return {
      kind: 'reply',
      good: () => false,
      deliver({ response, ...reply }) {
        if (where === 'body') return sendJson(response, 200, { error });
        const { contentType, bytes } = renderCompletion(reply, (envelope) =>
          withChoices(envelope, (choice) => ({ ...choice, finish_reason: 'error', error })),
        );
        sendBytes(response, 200, contentType, bytes);
      },
    };
  },
);

/** An event stream, asked for or not, that ends with an error in place of the event number `after_events` + 1. */
export const errorEventRule = faultRule(
  'error_event',
  { ...errorFields, after_events: z.int().min(0).default(3) },
  (rule) => ({
    kind: 'reply',
    good: () => false,
    deliver({ response, completion }) {
      const events = [...completionChunks(completion)].slice(0, rule.after_events);
      const last = {
        ...events[0],
        error: { code: rule.code, message: rule.message },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      };
      response.writeHead(200, { 'content-type': eventStreamType });
      response.end(eventLines([...events, last].map((event) => JSON.stringify(event))));
    },
  }),
);
