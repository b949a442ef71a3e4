// The calls of a build: their replies are kept in the dataset's folder, and the spec may name the endpoint.
import { join } from 'node:path';
import { buildFolder } from '../../publish/layout.ts';
import type { LoadedSpec } from '../../publish/load-spec.ts';
import type { JobContext } from '../define-job.ts';
import type { Calls } from '../job-calls.ts';

export function buildCalls({ spec }: LoadedSpec, folder: string, { calls }: JobContext): Calls {
  const { name, endpoint: url } = spec;
  const build = buildFolder(folder);
  return calls({
    journalFolder: join(build, 'journal'),
    eventsFolder: build,
    ...(url === undefined ? {} : { endpoint: { url, from: `spec of ${name}` } }),
  });
}
