// What the flags of `latebench run` change in a pipeline beside --set: its files, how many records of each, its model.
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { roles } from '../config/setting-table.ts';
import { isHubAddress } from '../datasets/hub/hub-address.ts';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import type { PipelineDefinition } from '../pipeline/schema.ts';
import { datasetFiles } from './named-inputs.ts';
import type { ParsedOptions } from './parse-options.ts';

type Source = PipelineDefinition['source'];

/** `process_bench` is how other tools call the dataset of the pipeline `processbench`. */
function isOwn(name: string, pipeline: string): boolean {
  const plain = (text: string): string => text.replaceAll(/[_-]/g, '').toLowerCase();
  return plain(name) === plain(pipeline);
}

function sourceOf({ name, source }: PipelineDefinition, options: ParsedOptions): Source {
  const datasets = options.list('datasets').filter((dataset) => !isOwn(dataset, name));
  const limit = options.whole('limit', 1);
  const read = datasets.length === 0 ? source : { files: [...datasetFiles(datasets)], limit: source.limit };
  return limit === undefined ? read : { ...read, limit };
}

/** Every role is asked for this model. */
function endpointOf(
  { endpoint }: PipelineDefinition,
  model: string | undefined,
): PipelineDefinition['endpoint'] {
  if (model === undefined) return endpoint;
  return Object.fromEntries(
    roles.map((role) => {
      const declared = typeof endpoint === 'string' ? { baseUrl: endpoint } : endpoint?.[role];
      return [role, { ...declared, model }];
    }),
  );
}

/** A changed copy of the pipeline, as it is kept in the run folder. */
export function withInputs(definition: PipelineDefinition, options: ParsedOptions): PipelineDefinition {
  const endpoint = endpointOf(definition, options.text('model'));
  return {
    ...definition,
    source: sourceOf(definition, options),
    ...(endpoint === undefined ? {} : { endpoint }),
  };
}

/** A file of the source that is missing, with where it was looked for. `named`: the pipeline as the user named it. */
function withPlace(error: LateBenchError, { source }: PipelineDefinition, named: string): LateBenchError {
  const missing = source.files?.find((file) => error.message.startsWith(`${file}: `));
  if (missing === undefined || isAbsolute(missing)) return error;
  const beside = join(dirname(named), missing);
  const remedy = existsSync(beside) ? `; ${beside} is there: --datasets ${beside} reads it` : '';
  const message = `${error.message} (source.files of ${named}, from the working folder ${process.cwd()})${remedy}`;
  return new LateBenchError(error.code, message, { cause: error });
}

/** The error with the way out, where files of the source cannot be had. */
export function withWayOut(error: unknown, definition: PipelineDefinition, named: string): unknown {
  if (!isLateBenchError(error)) return error;
  if (error.code === 'LB_INPUT_MISSING') return withPlace(error, definition, named);
  const { source } = definition;
  if (!error.code.startsWith('LB_HUB_')) return error;
  if (source.files?.some(isHubAddress) !== true) return error;
  const message = `${error.message}. Without the hub, name local copies of its files: --datasets DIR|FILE…`;
  return new LateBenchError(error.code, message, { cause: error });
}
