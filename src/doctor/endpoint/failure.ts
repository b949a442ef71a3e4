// What to do about a call that failed.
import { chooseDialect } from '../../endpoints/dialects/choose.ts';
import { addressRemedy } from '../../endpoints/first-contact/explain.ts';
import { publicUrl } from '../../endpoints/redact.ts';
import { isLateBenchError, type LateBenchError } from '../../errors.ts';
import type { Target } from './target.ts';

/** Of each call and request, in milliseconds. */
export const waitMs = 10_000;

/** As a run would say it, in the form of the other remedies. */
function wayOut(error: LateBenchError, { config, origin, modelOrigin }: Omit<Target, 'roles'>): string {
  const { role, baseUrl, model } = config;
  const dialect = chooseDialect(config.dialect, baseUrl).name;
  const place = { role, url: publicUrl(baseUrl), urlFrom: origin, model, modelFrom: modelOrigin, dialect };
  const text = addressRemedy(error, place, null).replace(/\.$/, '');
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** `said`: the error in words; throws what is no error of an endpoint. */
export function failure(
  error: unknown,
  target: Omit<Target, 'roles'>,
): { readonly said: string; readonly remedy: string | undefined } {
  if (!isLateBenchError(error)) throw error;
  const { code, message } = error;
  const { origin, modelOrigin } = target;
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
  const ofAddress = wayOut(error, target);
  if (ofAddress !== '') return { said: message, remedy: ofAddress };
  if (code === 'LB_ENDPOINT_CONFIG' || code === 'LB_ENDPOINT_REQUEST') {
    return { said: message, remedy: `correct the model (from ${modelOrigin}), or ${address}` };
  }
  return { said: message, remedy: undefined };
}
