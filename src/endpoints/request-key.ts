// What identifies a call: equal keys mean equal work, which is paid once. The key is made of the canonical request,
// the logical endpoint and the sample index; never of the record's id, the API key, time limits or concurrency.
import { canonicalJson, sha256Hex } from '../records/identity.ts';
import type { ChatRequest } from './chat.ts';
import { requestJson } from './request-json.ts';

/** Changes when equal requests could mean other work than before. */
const keyVersion = 1;

/** 64 hex digits: sha256 over the canonical JSON of `{endpoint, model, request, sample, version}`. */
export function requestKey(endpoint: string, model: string, request: ChatRequest, sample: number): string {
  const where = `"endpoint":${canonicalJson(endpoint)},"model":${canonicalJson(model)}`;
  const what = `"request":${requestJson(request)},"sample":${canonicalJson(sample)}`;
  return sha256Hex(`{${where},${what},"version":${keyVersion}}`);
}
