// Good replies that say how much of the rate limit is left.
import { z } from 'zod';
import { sendCompletion } from '../reply.ts';
import { faultRule } from './fault.ts';

const left = z.int().min(0).optional();
/** As servers write it: `1s`, `6m0s`, `20ms`. */
const duration = z.string().min(1).optional();

const fields = {
  limit_requests: left,
  limit_tokens: left,
  remaining_requests: left,
  remaining_tokens: left,
  reset_requests: duration,
  reset_tokens: duration,
};
const names = Object.keys(fields) as (keyof typeof fields)[];

export const rateHeadersRule = faultRule('rate_headers', fields, (rule) => ({
  kind: 'reply',
  good: () => true,
  deliver(delivery) {
    for (const name of names) {
      const value = rule[name];
      if (value === undefined) continue;
      delivery.response.setHeader(`x-ratelimit-${name.replaceAll('_', '-')}`, value);
    }
    return sendCompletion(delivery);
  },
}));
