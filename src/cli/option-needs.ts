// Options that nothing would read: those of another action, and those that change nothing beside the others.
import { LateBenchError } from '../errors.ts';
import type { Option } from '../stages/option.ts';
import { type GivenOptions, idleOption, idleWords } from '../stages/option-needs.ts';

/** @throws LB_USAGE for a given option that this command would ignore */
export function checkNeeds(
  options: readonly Option[],
  given: GivenOptions & { readonly positionals: readonly string[] },
): void {
  const [action] = given.positionals;
  const isAction = options.some(({ actions }) => actions?.includes(action ?? '') === true);
  const other = options.find(
    ({ name, actions }) => given.has(name) && isAction && actions?.includes(action!) === false,
  );
  if (other !== undefined) {
    const message = `--${other.name} is for ${other.actions!.join(' and ')}, and ${action} does not read it: leave it out`;
    throw new LateBenchError('LB_USAGE', message);
  }
  const idle = idleOption(options, given);
  if (idle === undefined) return;
  throw idleFlag(idle);
}

export function idleFlag(idle: Parameters<typeof idleWords>[0]): LateBenchError {
  const words = idleWords(idle, (name, value) => (value === undefined ? `--${name}` : `--${name} ${value}`));
  return new LateBenchError('LB_USAGE', words);
}
