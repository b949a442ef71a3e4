// Critics of one run need distinct names: with equal names, the second critique would replace the first.
import { LateBenchError } from '../errors.ts';

/** `stages`: built ones, with what their manifest shows; of a pipeline, with their places. */
export function rejectSameNames(
  stages: readonly {
    readonly name: string;
    readonly config: Readonly<Record<string, unknown>>;
    readonly place?: number | undefined;
  }[],
): void {
  const names = new Set<string>();
  for (const { config, place } of stages) {
    const { critic } = config;
    if (typeof critic !== 'string') continue;
    if (names.has(critic)) {
      const where = place === undefined ? '' : `stages.${place}.with.name: `;
      throw new LateBenchError(
        'LB_CONFIG',
        `${where}two critics are called ${critic}: give one of them another \`name\``,
      );
    }
    names.add(critic);
  }
}
