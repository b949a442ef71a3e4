// Sends each request as the server takes it. A response that refuses a parameter teaches the profile, and the request goes
// out again without it: afterwards no call is refused for that.
import type { Dialect } from '../dialect.ts';
import type { Profile } from '../profile/profile.ts';
import { mayRefuse, refusedParameter } from '../profile/refused-parameter.ts';
import type { RawResponse } from '../response-handler.ts';
import { withLimit } from '../token-limit.ts';
import type { Call, Link } from './chain.ts';
import { wireBody } from './wire.ts';

export interface Adapting {
  readonly profile: Profile;
  readonly dialect: Dialect;
  readonly model: string;
}

/** Another body than before, once the profile knows all that the response refuses; null where it is refused for good. */
async function bodyAfter(
  call: Call,
  response: RawResponse,
  { profile, dialect, model }: Adapting,
): Promise<string | null> {
  const { body } = call;
  const request = withLimit(model, call.request, call.addedLimit);
  // The profile may have grown since the body was made.
  for (let asked = profile.adapt(request); ; asked = profile.adapt(request)) {
    const next = wireBody(dialect, model, asked, call);
    if (next !== body) return next;
    const refusal = refusedParameter(response, asked);
    if (refusal === null || profile.refuses.has(refusal.parameter)) return null;
    await profile.learn(refusal);
  }
}

export function adaptToServer(adapting: Adapting): Link<RawResponse> {
  const { profile, dialect, model } = adapting;
  return async (call, next) => {
    // Another call may have taught the profile since the last attempt.
    if (call.attempt > 1) call.body = null;
    call.body ??= wireBody(
      dialect,
      model,
      profile.adapt(withLimit(model, call.request, call.addedLimit)),
      call,
    );
    for (;;) {
      const response = await next(call);
      if (!mayRefuse(response.status)) return response;
      const body = await bodyAfter(call, response, adapting);
      if (body === null) return response;
      call.body = body;
      call.attempt += 1;
    }
  };
}
