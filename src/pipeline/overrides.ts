// `--set NAME=VALUE`: changes in a pipeline before it is checked. A name is a dotted path into the declaration, or
// begins with a stage (`critic.votes`), and then leads into the options of the first stage of that kind.

import { LateBenchError } from '../errors.ts';
import { didYouMean } from '../records/nearest-name.ts';
import { parseJson } from '../records/parse-json.ts';
import { formatCounted } from '../report/format.ts';
import { isRow } from '../storage/rows.ts';
import { pipelineSchema } from './schema.ts';

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

function isField(name: string): boolean {
  return forbidden.has(name) || Object.hasOwn(pipelineSchema.shape, name);
}

/** A name in an object, or the place of an element in a list, or the place behind its last one. */
function checkKey(inner: object, key: string, setting: string): void {
  if (forbidden.has(key)) throw new LateBenchError('LB_USAGE', `--set ${setting}: there is no ${key}`);
  if (!Array.isArray(inner) || (/^(0|[1-9]\d*)$/.test(key) && Number(key) <= inner.length)) return;
  const places = inner.length === 0 ? '0' : `a number from 0 to ${inner.length}`;
  const message = `--set ${setting}: ${key} would be in a list with ${formatCounted(inner.length, 'element')}; write ${places} instead, or set the whole list`;
  throw new LateBenchError('LB_USAGE', message);
}

/** The object that a path leads to, made where the declaration does not have it; the schema judges it later. */
function within(target: object, keys: readonly string[], setting: string): Record<string, unknown> {
  let inner = target as Record<string, unknown>;
  for (const key of keys) {
    checkKey(inner, key, setting);
    if (!Object.hasOwn(inner, key) || inner[key] == null) inner[key] = {};
    if (typeof inner[key] !== 'object') {
      throw new LateBenchError('LB_USAGE', `--set ${setting}: ${key} has a value and nothing inside to set`);
    }
    inner = inner[key] as Record<string, unknown>;
  }
  return inner;
}

/**
 * A changed copy.
 *
 * @throws LB_USAGE for a setting that leads nowhere.
 */
export function withSettings(definition: object, settings: readonly string[]): object {
  const copy: { stages?: unknown } = structuredClone(definition);
  for (const setting of settings) {
    const at = setting.indexOf('=');
    const path = setting.slice(0, at).split('.');
    if (at < 1 || path.includes('')) {
      throw new LateBenchError('LB_USAGE', `--set ${setting}: write NAME=VALUE, for example seed=3`);
    }
    // Not checked yet: an earlier setting, too, may have put anything there.
    const stages: readonly unknown[] = Array.isArray(copy.stages) ? copy.stages : [];
    const stage = stages.filter(isRow).find(({ use }) => use === path[0]);
    const [root, keys] = stage === undefined ? [copy, path] : [stage, ['with', ...path.slice(1)]];
    if (stage !== undefined && path.length === 1) {
      throw new LateBenchError('LB_USAGE', `--set ${setting}: say which option of ${path[0]}`);
    }
    const uses = stages.filter(isRow).map(({ use }) => String(use));
    const near = stage === undefined && !isField(path[0]!) ? didYouMean(path[0]!, new Set(uses)) : '';
    if (near !== '') {
      throw new LateBenchError('LB_USAGE', `--set ${setting}: the pipeline has no ${path[0]}${near}`);
    }
    const last = keys.at(-1)!;
    const inner = within(root, keys.slice(0, -1), setting);
    checkKey(inner, last, setting);
    inner[last] = parsed(setting.slice(at + 1));
  }
  return copy;
}
