// What identifies a call: equal keys mean equal work, which is paid once. The key is made of the canonical request,
// the logical endpoint and the sample index; never of the record's id, the API key, time limits or concurrency.
import { canonicalJson, sha256Hex } from '../records/identity.ts';
import type { ChatRequest } from './chat.ts';

/** Changes when equal requests could mean other work than before. */
const keyVersion = 1;

export function requestKey(endpoint: string, model: string, request: ChatRequest, sample: number): string {
  return sha256Hex(canonicalJson({ version: keyVersion, endpoint, model, request, sample }));
}
