// What a record's dataset is called in names of files: the dataset that the record names, or, for rows of a public layout,
// the file or the repository of the hub that they were read from. So Deltabench_v1 and Deltabench_v2, which are both
// `deltabench` rows, keep apart.
import { adapterNames } from './adapter-names.ts';
import { isHubAddress, parseHubAddress } from './hub/hub-address.ts';

/** Names that adapters give to all that they read; rows of a user's own are `custom`. */
const layouts: ReadonlySet<string> = new Set([...adapterNames, 'custom']);

/** Names of files that say which part of a dataset they are, and not which dataset. */
const parts = /^(?:train|training|test|testing|dev|val|valid|validation|eval|default|main|all|data)$/i;

function repositoryIn(sources: readonly string[]): string | undefined {
  const [only, ...more] = sources;
  if (only === undefined || more.length > 0 || !isHubAddress(only)) return undefined;
  return parseHubAddress(only).repo.split('/')[1];
}

/**
 * @param sources The files and addresses that the records come from, as they were named.
 * @returns The name for a record; `records` where it names no dataset.
 */
export function datasetNaming(
  sources: readonly string[],
): (record: {
  readonly dataset?: string | null | undefined;
  readonly subset?: string | null | undefined;
}) => string {
  const repository = repositoryIn(sources);
  return ({ dataset, subset }) => {
    const named = dataset ?? 'records';
    if (subset == null || !layouts.has(named)) return named;
    return parts.test(subset) ? `${repository ?? named}-${subset}` : subset;
  };
}
