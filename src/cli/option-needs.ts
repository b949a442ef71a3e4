// Options that nothing would read: those of another action, and those that change nothing without another option.
import { LateBenchError } from '../errors.ts';
import { changesNothing } from '../stages/changes-nothing.ts';
import type { Option } from '../stages/option.ts';

interface Given {
  readonly positionals: readonly string[];
  has(name: string): boolean;
  /** Its value, or its default. */
  text(name: string): string | undefined;
}

/** @throws LB_USAGE for a given option that this command would ignore */
export function checkNeeds(options: readonly Option[], given: Given): void {
  const [action] = given.positionals;
  const isAction = options.some(({ actions }) => actions?.includes(action ?? '') === true);
  for (const { name, needs, actions } of options.filter((option) => given.has(option.name))) {
    if (isAction && actions?.includes(action!) === false) {
      const message = `--${name} is for ${actions.join(' and ')}, and ${action} does not read it: leave it out`;
      throw new LateBenchError('LB_USAGE', message);
    }
    const isMet = (need: string): boolean => {
      const [other, value] = need.split('=') as [string, string?];
      return value === undefined ? given.has(other) : given.text(other) === value;
    };
    if (needs?.some(isMet) === false) {
      throw changesNothing(`--${name}`, ...needs.map((need) => `--${need.replace('=', ' ')}`));
    }
  }
}
