// Good replies that say how much of the rate limit is left.
import { z } from 'zod';
import { sendCompletion } from '../reply.ts';
import { readyRule, ruleFields } from './fault.ts';

const left = z.int().min(0).optional();
/** As servers write it: `1s`, `6m0s`, `20ms`. */
const duration = z.string().min(1).optional();

export const rateHeadersRule = z
  .strictObject({
    ...ruleFields('rate_headers'),
    limit_requests: left,
    limit_tokens: left,
    remaining_requests: left,
    remaining_tokens: left,
    reset_requests: duration,
    reset_tokens: duration,
  })
  .transform(({ do: action, name, when, ...values }) =>
    readyRule(
      { do: action, name, when },
      {
        kind: 'reply',
        good: () => true,
        deliver(delivery) {
          for (const [field, value] of Object.entries(values)) {
            if (value === undefined) continue;
            delivery.response.setHeader(`x-ratelimit-${field.replaceAll('_', '-')}`, value);
          }
          return sendCompletion(delivery);
        },
      },
    ),
  );
