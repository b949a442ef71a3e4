// `--set NAME=VALUE`: changes in a pipeline before it is checked. A name is a dotted path into the declaration, or
// begins with a stage (`critic.votes`), and then leads into the options of the first stage of that kind.

import { LateBenchError } from '../errors.ts';
import { parseJson } from '../records/parse-json.ts';

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** The object that a path leads to, made where the declaration does not have it; the schema judges it later. */
function within(target: object, keys: readonly string[], setting: string): Record<string, unknown> {
  let inner = target as Record<string, unknown>;
  for (const key of keys) {
    if (forbidden.has(key)) throw new LateBenchError('LB_USAGE', `--set ${setting}: there is no ${key}`);
    inner[key] ??= {};
    if (typeof inner[key] !== 'object') {
      throw new LateBenchError('LB_USAGE', `--set ${setting}: ${key} has a value and nothing inside to set`);
    }
    inner = inner[key] as Record<string, unknown>;
  }
  return inner;
}

/** A changed copy. */
export function withSettings(definition: object, settings: readonly string[]): object {
  const copy = structuredClone(definition) as { stages?: { use?: string; with?: object }[] };
  for (const setting of settings) {
    const at = setting.indexOf('=');
    const path = setting.slice(0, at).split('.');
    if (at < 1 || path.includes('')) {
      throw new LateBenchError('LB_USAGE', `--set ${setting}: write NAME=VALUE, for example seed=3`);
    }
    const stage = copy.stages?.find?.(({ use }) => use === path[0]);
    const [root, keys] = stage === undefined ? [copy, path] : [stage, ['with', ...path.slice(1)]];
    if (stage !== undefined && path.length === 1) {
      throw new LateBenchError('LB_USAGE', `--set ${setting}: say which option of ${path[0]}`);
    }
    const last = keys.at(-1)!;
    if (forbidden.has(last)) throw new LateBenchError('LB_USAGE', `--set ${setting}: there is no ${last}`);
    within(root, keys.slice(0, -1), setting)[last] = parsed(setting.slice(at + 1));
  }
  return copy;
}
