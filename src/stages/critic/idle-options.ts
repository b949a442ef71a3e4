// Tells whoever gave an option about votes or calls that it changes nothing here: a grid or a pipeline may carry it on purpose, so
// it is no error.
import { kebab } from '../option-rows.ts';

/** What prompts and replies alone have. */
const ofCalls = new Set([
  ...['wording', 'template', 'system', 'preset', 'temperature', 'topP', 'topK', 'maxTokens'],
  ...['keepReplies', 'probe'],
]);

interface VoteOptions {
  readonly protocol: string;
  readonly votes: number;
  readonly tie: string;
  readonly combine: string;
  readonly earlyStop?: boolean | undefined;
}

/**
 * One line for each option other than its default that has no effect. `mostVotes`: of a solution; 0 without a model.
 * `given`: the names of the options that were given.
 */
export function idleOptions(
  { protocol, votes, tie, combine, earlyStop = false }: VoteOptions,
  mostVotes: number,
  given: readonly string[],
): string[] {
  const isFirst = protocol === 'first_error';
  const few = ['without a model: arithmetic gives one verdict', 'with one vote: give --votes 2 or more'][
    mostVotes
  ];
  const idle: [flag: string, isGiven: boolean, reason: string | undefined][] = [
    ['--votes', votes > 1, mostVotes === 0 ? few : undefined],
    ['--tie', tie !== 'first', isFirst ? few : `with --protocol ${protocol}: --combine decides there`],
    ['--combine', combine !== 'majority', isFirst ? `with --protocol ${protocol}: --tie decides there` : few],
    ['--early-stop-votes', earlyStop, few],
  ];
  const calls = mostVotes === 0 ? given.filter((name) => ofCalls.has(name)) : [];
  return [
    ...idle.flatMap(([flag, isGiven, reason]) =>
      isGiven && reason !== undefined ? [`${flag} changes nothing ${reason}`] : [],
    ),
    ...calls.map((name) => `--${kebab(name)} changes nothing without a model: arithmetic makes no call`),
  ];
}
