// A dataset build of a program, with endpoints of its own.

import { z } from 'zod';
import type { RemoteInputs } from '../datasets/open-inputs.ts';
import { type GivenEndpoints, givenContext } from '../executor/given-context.ts';
import { runRecordsPlan } from '../executor/run-records-plan.ts';
import type { BuiltDataset } from '../publish/build.ts';
import type { LoadedSpec } from '../publish/load-spec.ts';
import { aFunction, checkArgument } from '../records/check-argument.ts';
import { checkObject } from '../records/wrong-argument.ts';
import { strictPolicy } from '../stream/error-policy.ts';
import type { PassContext } from '../stream/pass.ts';

/**
 * What a dataset build needs in addition to its spec: the folder, endpoints, and what may stop it. Without a policy an
 * invalid row ends the build; without signals only an error stops it.
 */
export interface BuildOptions extends Partial<PassContext>, GivenEndpoints {
  /** The dataset's folder. */
  readonly folder: string;
  /** Choose parts and splits anew, also of the records that the version in the folder has. */
  readonly rebalance?: boolean;
  /** Folder of the version to build on, if the dataset's folder has none: its records are kept unchanged. */
  readonly base?: string | undefined;
  /** Receives lines about the progress; nothing is printed without it. */
  readonly say?: (line: string) => void;
  /** Opens addresses of the hub in the spec; without it they end the build with LB_CONFIG. */
  readonly remote?: RemoteInputs | undefined;
}

const optionsSchema = z.looseObject({ folder: z.string(), endpoint: aFunction });

/**
 * Builds a version of a dataset: what `latebench dataset build` does, with endpoints of your own. With their journals
 * kept, building again pays nothing and gives the same bytes.
 *
 * @param loaded The spec, from `loadSpec`.
 * @param options The dataset's folder, endpoints by role, and what may stop the build.
 * @returns The version that was written; null when the build was stopped: the journals keep all replies, and the same
 * call resumes.
 * @throws LB_CONFIG where no record is left to publish, LB_OUTPUT where the folder holds this version with other
 * records,
 * LB_USAGE where it holds one that is not built on `base`, LB_BUSY while another build works in it.
 */
export async function buildDataset(loaded: LoadedSpec, options: BuildOptions): Promise<BuiltDataset | null> {
  checkObject('buildDataset', 'a spec, as loadSpec gives it', loaded);
  checkArgument('buildDataset', { schema: optionsSchema, value: options });
  const { buildVersion } = await import('../publish/build.ts');
  const { folder, rebalance, base, endpoint, concurrency, say, remote, tally } = options;
  const { policy = strictPolicy(), stopReading = new AbortController().signal, abandon } = options;
  const onStop =
    options.onStop ??
    ((reason) => {
      throw reason;
    });
  const context = givenContext({ endpoint, concurrency, policy, tally, stopReading, abandon, onStop });
  return buildVersion(loaded, {
    ...{ folder, rebalance, base, endpoint, concurrency, policy, stopReading, say, remote },
    runPlan: (plan) => runRecordsPlan(plan, context),
  });
}
