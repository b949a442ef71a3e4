// Reads the spec of a dataset from a JSON, JavaScript or TypeScript file and checks it whole before anything runs.

import { dirname, resolve } from 'node:path';
import { readDeclaration } from '../config/read-declaration.ts';
import { LateBenchError } from '../errors.ts';
import { schemaProblem } from '../records/schema-problem.ts';
import { checkText } from '../records/wrong-argument.ts';
import { statInput } from '../storage/input-file.ts';
import { licenceConflicts, licenceWay } from './licences.ts';
import { type DatasetSpec, datasetSpecSchema } from './spec.ts';
import { checkSpecFile } from './spec-files.ts';

/** A dataset specification and the folder that its relative paths refer to. */
export interface LoadedSpec {
  /** Checked, with its defaults filled in. */
  readonly spec: DatasetSpec;
  /** Where the files of the spec are looked for. */
  readonly folder: string;
}

/** The spec with its defaults; says all that is wrong with it, up to five things. */
export function parseSpec(value: unknown, name: string): DatasetSpec {
  const checked = datasetSpecSchema.safeParse(value);
  if (checked.success) {
    const conflicts = licenceConflicts(checked.data);
    if (conflicts.length === 0) return checked.data;
    throw new LateBenchError('LB_CONFIG', `${name}: ${conflicts.join('; ')}: ${licenceWay}`);
  }
  const problems = checked.error.issues
    .slice(0, 5)
    .map((issue) => schemaProblem(issue, datasetSpecSchema, value, 'spec'));
  throw new LateBenchError('LB_CONFIG', `${name}: ${problems.join('; ')}`);
}

/**
 * Reads a dataset specification from a .json, .js or .ts file and checks that the files it names exist. Addresses of
 * the hub are checked when the build begins.
 *
 * @throws LB_INPUT_MISSING for a missing file, LB_CONFIG for an invalid specification, LB_USAGE for a malformed
 * address.
 */
export async function loadSpec(name: string): Promise<LoadedSpec> {
  checkText('loadSpec', 'the path of a spec', name);
  const path = resolve(name);
  await statInput(path);
  const spec = parseSpec(await readDeclaration(path, name), name);
  const folder = dirname(path);
  const files = spec.sources.flatMap(({ file }) => file ?? []);
  for (const file of [
    ...files,
    ...spec.exclude,
    ...spec.comments,
    ...spec.decisions,
    ...(spec.errata ?? []),
  ]) {
    await checkSpecFile(folder, file);
  }
  return { spec, folder };
}
