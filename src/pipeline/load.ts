// Finds a pipeline by name (those of the package) or by file, and applies --set to it.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LateBenchError } from '../errors.ts';
import type { PipelineDefinition } from './define.ts';

const ours: Readonly<Record<string, () => Promise<{ default: PipelineDefinition }>>> = {
  quickstart: () => import('../../pipelines/quickstart.ts'),
  'critic-benchmark': () => import('../../pipelines/critic-benchmark.ts'),
  'injection-batch': () => import('../../pipelines/injection-batch.ts'),
};

export async function loadPipeline(nameOrFile: string): Promise<PipelineDefinition> {
  const known = Object.hasOwn(ours, nameOrFile) ? ours[nameOrFile] : undefined;
  if (known !== undefined) return (await known()).default;
  const path = resolve(nameOrFile);
  if (!existsSync(path)) {
    const names = Object.keys(ours).join(', ');
    throw new LateBenchError(
      'LB_INPUT_MISSING',
      `${nameOrFile}: neither a file nor one of our pipelines (${names})`,
    );
  }
  const loaded = (await importFile(path)) as { default?: PipelineDefinition };
  if (
    typeof loaded.default !== 'object' ||
    loaded.default === null ||
    !Array.isArray(loaded.default.stages)
  ) {
    throw new LateBenchError(
      'LB_CONFIG',
      `${nameOrFile}: its default export is no pipeline; write export default definePipeline({…})`,
    );
  }
  return loaded.default;
}

/** A module by its path, TypeScript or not. */
export async function importFile(path: string): Promise<unknown> {
  const url = pathToFileURL(path).href;
  if (!/\.[cm]?ts$/.test(path)) return import(url);
  // Node 20 cannot import TypeScript: tsx does, loaded only here.
  const { tsImport } = await import('tsx/esm/api');
  return tsImport(url, import.meta.url);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `--set seed=3`, `--set source.synthetic.count=500`, `--set critic.votes=4` (the options of that stage). */
export function withSettings(
  definition: PipelineDefinition,
  settings: readonly string[],
): PipelineDefinition {
  const copy = structuredClone(definition) as unknown as Record<string, unknown>;
  for (const setting of settings) {
    const at = setting.indexOf('=');
    if (at < 1)
      throw new LateBenchError('LB_USAGE', `--set ${setting}: write NAME=VALUE, for example seed=3`);
    const path = setting.slice(0, at).split('.');
    const stage = definition.stages.findIndex(({ use }) => use === path[0]);
    let target: unknown = copy;
    if (stage !== -1) {
      target = ((copy.stages as { with: unknown }[])[stage] ?? { with: {} }).with;
      path.shift();
    }
    for (const key of path.slice(0, -1)) {
      const inner = (target as Record<string, unknown>)[key];
      if (typeof inner !== 'object' || inner === null) {
        throw new LateBenchError(
          'LB_USAGE',
          `--set ${setting}: the pipeline has no ${key} to set something in`,
        );
      }
      target = inner;
    }
    const last = path.at(-1);
    if (last === undefined || last === '__proto__')
      throw new LateBenchError('LB_USAGE', `--set ${setting}: name what to set`);
    (target as Record<string, unknown>)[last] = parsed(setting.slice(at + 1));
  }
  return copy as unknown as PipelineDefinition;
}
