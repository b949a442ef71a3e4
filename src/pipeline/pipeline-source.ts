// Where a pipeline's records come from.
import { relative } from 'node:path';
import { isRemote, type OpenInput, type RemoteInputs } from '../datasets/open-inputs.ts';
import { LateBenchError } from '../errors.ts';
import type { Plan } from '../executor/plan.ts';
import { openSource, type SourcePlan } from '../executor/source.ts';
import type { Terminal } from '../executor/terminal.ts';
import type { RecordPipeline } from './schema.ts';

interface SourceContext {
  readonly remote?: RemoteInputs | undefined;
  readonly terminal: Terminal;
}

/** The default when the caller has not resolved addresses of the hub. */
export const noRemote: RemoteInputs = async (address) => {
  const message = `${address}: this run reads files only; hand runPipeline remote inputs, or use latebench run`;
  throw new LateBenchError('LB_CONFIG', message);
};

/** Relative where that is shorter: reports and manifests are read on other machines. */
function nameOf({ name, source }: OpenInput): { path: string; source: string } {
  if (isRemote(name)) return { path: name, source };
  const short = relative('.', name);
  const path = short.startsWith('..') ? name : short;
  return { path, source: path };
}

/** Where a pipeline's records come from; of a run that begins later, from what the stage before left. */
export function pipelineSource({ source }: RecordPipeline, kept?: string): SourcePlan {
  const { files = [], synthetic, limit } = kept === undefined ? source : { files: [kept] };
  if (files.includes('-')) {
    const message = 'source.files: a pipeline reads its source again when it is resumed; name files, not -';
    throw new LateBenchError('LB_CONFIG', message);
  }
  if (files.length === 0 && synthetic === undefined) {
    const message = 'source: it names no records; give files, or synthetic for generated problems';
    throw new LateBenchError('LB_CONFIG', message);
  }
  return { files, synthetic, limitEach: limit, hash: true, nameOf };
}

/** The plan of a pipeline, for those who run it and for those who lay its records out. */
export function openPipelineSource(
  source: SourcePlan,
  { remote = noRemote, terminal }: SourceContext,
): Plan['source'] {
  return ({ policy, quiet }) =>
    openSource(source, {
      remote,
      onBad: (bad) => policy.reject(bad),
      say: quiet ? () => {} : terminal.say,
    });
}
