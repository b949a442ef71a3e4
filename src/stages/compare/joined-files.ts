// The critics of further files, joined by id to the records of the first: what `compare` takes, and those that plan like it.
import { readInput } from '../../storage/input.ts';
import { readOptionInput } from '../../storage/option-input.ts';

/** The critics at the beginning of a file, to distinguish them from critics with the same name in another file. */
async function criticsIn(path: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const rows of readInput(path, { onBad: () => {} })) {
    for (const { critiques } of rows as readonly { critiques?: unknown }[]) {
      if (!Array.isArray(critiques)) continue;
      for (const { critic } of critiques as { critic?: unknown }[])
        if (typeof critic === 'string') names.add(critic);
    }
    break;
  }
  return names;
}

/** Undefined where there are no further files. Critics that have a name in common are told apart by their file. */
export async function joinedFiles(sources: readonly string[], others: readonly string[]) {
  if (others.length === 0) return undefined;
  const files = [...sources, ...others].filter((path) => path !== '-');
  const { criticsApart, loadCritiques } = await import('../../metrics/join-critiques.ts');
  return readOptionInput(undefined, async () => {
    const critics = await Promise.all(files.map(criticsIn));
    return loadCritiques(others, { rename: criticsApart(critics) });
  });
}
