// Asks for token counts with streams, until the server refuses that: then what arrives is counted.
import type { RawResponse } from '../response-handler.ts';
import { refusesStreamOptions } from '../stream/streamed-body.ts';
import type { Link } from './chain.ts';

export function withoutRefusedCounts(): Link<RawResponse> {
  let refused = false;
  const watched: Link<RawResponse> = async (call, next) => {
    if (refused && !call.withoutCounts) call.body = null;
    call.withoutCounts = refused;
    const response = await next(call);
    if (refused || (response.status !== 400 && response.status !== 422)) return response;
    if (!refusesStreamOptions(response.body)) return response;
    refused = true;
    call.withoutCounts = true;
    call.body = null;
    call.attempt += 1;
    return next(call);
  };
  return (call, next) => (call.watch === undefined ? next(call) : watched(call, next));
}
