// All changes that Stryker would make to files, and a seeded sample of them.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { mulberry32, shuffled } from '../../src/statistics/random.ts';
import { keyOf } from './mutant-key.js';

/** What is needed of a package that is installed in this folder alone. */
interface InstrumenterPackage {
  readonly Instrumenter: new (
    logger: unknown,
  ) => {
    instrument(
      files: readonly { name: string; content: string; mutate: true }[],
      options: { ignorers: readonly never[]; plugins: null; excludedMutations: readonly string[] },
    ): Promise<{ mutants: readonly Parameters<typeof keyOf>[0][] }>;
  };
}

const quiet = {
  ...{ debug() {}, info() {}, warn() {}, error() {}, isDebugEnabled: () => false },
};

/** Keys of all of them, in their order in the files. */
export async function mutantsOf(files: readonly string[]): Promise<readonly string[]> {
  const name = '@stryker-mutator/instrumenter';
  const { Instrumenter } = (await import(name)) as InstrumenterPackage;
  const given = files.map((file) => ({
    name: resolve(file),
    content: readFileSync(file, 'utf8'),
    mutate: true as const,
  }));
  const options = { ignorers: [], plugins: null, excludedMutations: [] };
  const { mutants } = await new Instrumenter(quiet).instrument(given, options);
  return mutants.map((mutant) => keyOf(mutant, resolve('.')));
}

export function sampleOf(keys: readonly string[], size: number, seed: number): readonly string[] {
  return shuffled(mulberry32(seed), keys).slice(0, size);
}
