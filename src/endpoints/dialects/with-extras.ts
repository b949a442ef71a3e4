// A dialect whose requests carry more than their work: headers, fields of the body, a query.
import type { EndpointExtras } from '../../config/endpoint-extras.ts';
import { isSecretHeader } from '../../config/endpoint-extras.ts';
import { canonicalJson, sha256Hex } from '../../records/identity.ts';
import type { Dialect } from '../dialect.ts';
import { secretsOfQuery } from '../redact.ts';
import { isObject, type JsonObject } from '../wire-shape.ts';

function merged(into: JsonObject, more: Readonly<JsonObject>): JsonObject {
  const result = { ...into };
  for (const [key, value] of Object.entries(more)) {
    const known = result[key];
    result[key] = isObject(known) && isObject(value) ? merged(known, value) : value;
  }
  return result;
}

export function withExtras(
  dialect: Dialect,
  { headers, body, query, secrets = [] }: EndpointExtras,
): Dialect {
  const search = new URLSearchParams(query).toString();
  const hasBody = Object.keys(body).length > 0;
  return {
    ...dialect,
    secrets: [...secrets, ...secretsOfQuery(Object.entries(query))],
    path(model) {
      const path = dialect.path(model);
      if (search === '') return path;
      const [place, own] = path.split('?') as [string, string?];
      // What the user gives takes the place of ours.
      const all = new URLSearchParams(own);
      for (const [key, value] of Object.entries(query)) all.set(key, value);
      return `${place}?${all}`;
    },
    headers: (apiKey) => ({ ...dialect.headers(apiKey), ...headers }),
    body(model, request) {
      const text = dialect.body(model, request);
      return hasBody ? JSON.stringify(merged(JSON.parse(text) as JsonObject, body)) : text;
    },
  };
}

/**
 * What follows an endpoint's name in keys, where requests carry more than their work: 12 digits of a hash. Headers are in
 * it by the hash of their value; those that say who asks by their name alone, so that a new token pays nothing twice.
 */
export function extrasMark({ headers, body, query }: EndpointExtras): string {
  const named = Object.entries(headers).map(([name, value]) => [
    name,
    isSecretHeader(name) ? null : sha256Hex(value),
  ]);
  if (named.length + Object.keys(body).length + Object.keys(query).length === 0) return '';
  const sends = { headers: Object.fromEntries(named), body, query: hashedQuery(query) };
  return `#${sha256Hex(canonicalJson(sends)).slice(0, 12)}`;
}

/** A query may hold a secret under any name. */
function hashedQuery(query: EndpointExtras['query']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, sha256Hex(value)]));
}
