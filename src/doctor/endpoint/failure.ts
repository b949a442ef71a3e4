// What to do about a call that failed.
import { isLateBenchError } from '../../errors.ts';
import type { Target } from './target.ts';

/** Of each call and request, in milliseconds. */
export const waitMs = 10_000;

/** `said`: the error in words; throws what is no error of an endpoint. */
export function failure(
  error: unknown,
  { origin, modelOrigin }: Pick<Target, 'origin' | 'modelOrigin'>,
): { readonly said: string; readonly remedy: string | undefined } {
  if (!isLateBenchError(error)) throw error;
  const { code, message } = error;
  const address = `correct the address (from ${origin})`;
  if (code === 'LB_ABORTED') {
    return {
      said: `no reply within ${waitMs / 1000} s`,
      remedy: 'see whether the server is busy or loading',
    };
  }
  if (code === 'LB_ENDPOINT_NETWORK' || code === 'LB_ENDPOINT_TIMEOUT' || code === 'LB_ENDPOINT_DOWN') {
    return { said: message, remedy: `start the server, or ${address}` };
  }
  if (code === 'LB_ENDPOINT_AUTH') {
    return { said: message, remedy: 'correct the key; latebench config --explain shows which goes where' };
  }
  if (code === 'LB_ENDPOINT_CONFIG' || code === 'LB_ENDPOINT_REQUEST') {
    return { said: message, remedy: `correct the model (from ${modelOrigin}), or ${address}` };
  }
  return { said: message, remedy: undefined };
}
