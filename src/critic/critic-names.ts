// Critics of one run need distinct names: with equal names, the second critique would replace the first.
import { LateBenchError } from '../errors.ts';

/** `stages`: built ones, with what their manifest shows. */
export function rejectSameNames(
  stages: readonly { readonly name: string; readonly config: Readonly<Record<string, unknown>> }[],
): void {
  const names = new Set<string>();
  for (const { config } of stages) {
    const { critic } = config;
    if (typeof critic !== 'string') continue;
    if (names.has(critic)) {
      throw new LateBenchError(
        'LB_CONFIG',
        `two critics are called ${critic}: give one of them another \`name\``,
      );
    }
    names.add(critic);
  }
}
