// The licences of sources on the hub, from their cards, where the spec does not state them.
import { isRemote } from '../datasets/open-inputs.ts';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { licenceConflicts, licenceWay, uncompared } from './licences.ts';
import type { SourceFacts, SourceOptions } from './sources.ts';
import type { DatasetSpec, SourceSpec } from './spec.ts';
import { openSpecFile } from './spec-files.ts';

async function licencesOf(
  { file }: SourceSpec,
  { say, onBad: _, ...place }: SourceOptions,
): Promise<readonly string[]> {
  if (file === undefined || !isRemote(file)) return [];
  const [input] = await openSpecFile(place, file);
  try {
    return (await input?.licences?.()) ?? [];
  } catch (error) {
    if (!isLateBenchError(error)) throw error;
    say(`${file}: the licence in its card could not be read: ${error.message}`);
    return [];
  }
}

/**
 * Fills in `facts` what the spec leaves open.
 *
 * @throws LB_CONFIG where a licence contradicts the dataset's and the spec states no permission.
 */
export async function readSourceLicences(
  { licence, sources }: Pick<DatasetSpec, 'licence' | 'sources'>,
  facts: readonly SourceFacts[],
  options: SourceOptions,
): Promise<void> {
  const conflicts: string[] = [];
  for (const [at, source] of sources.entries()) {
    const found = await licencesOf(source, options);
    const unknown = uncompared(
      found.length === 0 ? source : { ...source, licence: source.licence ?? found[0] },
    );
    if (unknown !== null) options.say(unknown);
    if (found.length === 0) continue;
    if (source.licence === undefined) {
      facts[at]!.licence = found.join(', ');
      for (const one of found) {
        const stated = sources.map((other, place) => (place === at ? { ...source, licence: one } : other));
        conflicts.push(...licenceConflicts({ licence, sources: stated }));
      }
    } else if (!found.includes(source.licence.toLowerCase())) {
      options.say(
        `${source.file}: its card says ${found.join(', ')}, the spec ${source.licence}, which counts`,
      );
    }
  }
  if (conflicts.length > 0) throw new LateBenchError('LB_CONFIG', `${conflicts.join('; ')}: ${licenceWay}`);
}
