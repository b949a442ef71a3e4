// Files that a stage's options name, and records for an earlier pass over the source.
import type { Readable } from 'node:stream';
import type { RemoteInputs } from '../datasets/open-inputs.ts';
import { LateBenchError } from '../errors.ts';
import type { StageContext } from '../stages/define.ts';
import { readInput } from '../storage/input.ts';
import { statInput } from '../storage/input-file.ts';
import { asOptionError } from '../storage/option-input.ts';
import type { BadRow } from '../storage/rows.ts';
import { openSource, type SourcePlan } from './source.ts';

export interface NamedFilesOptions {
  readonly stdin: Readable | undefined;
  readonly remote: RemoteInputs;
  readonly source: SourcePlan;
}

/** For plans over records that have no files: an option that names one is refused. */
export const noFiles: Pick<StageContext, 'rows' | 'records'> = {
  rows(path) {
    throw new LateBenchError('LB_CONFIG', `${path}: an option that names a file has no place here`);
  },
  records(refusal) {
    throw new LateBenchError('LB_CONFIG', refusal);
  },
};

export function namedFiles({
  stdin,
  remote,
  source,
}: NamedFilesOptions): Pick<StageContext, 'rows' | 'records'> {
  return {
    async *rows(path, what, onBytes) {
      const onBad = ({ code, message, where }: BadRow): void => {
        throw new LateBenchError(code, message, { where });
      };
      try {
        if (path !== '-') await statInput(path);
        yield* readInput(path, {
          ...(stdin === undefined ? {} : { stdin }),
          onBad,
          ...(onBytes === undefined ? {} : { onBytes }),
        });
      } catch (error) {
        throw asOptionError(error, what);
      }
    },
    async records(refusal, path) {
      const files = path === undefined ? source.files : [path];
      if (files.includes('-')) throw new LateBenchError('LB_USAGE', refusal);
      let count = 0;
      const onBad = (): void => {
        count += 1;
      };
      const { groups } = await openSource({ ...source, files }, { remote, onBad, say: () => {} });
      return { groups, bad: () => count };
    },
  };
}
