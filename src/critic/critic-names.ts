// Critics of one run must have names of their own: of two with one name the second would replace what the first said.
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
