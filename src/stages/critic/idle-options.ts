// Tells whoever gave an option about votes that it changes nothing here: a grid or a pipeline may carry it on purpose, so
// it is no error.

interface VoteOptions {
  readonly protocol: string;
  readonly votes: number;
  readonly tie: string;
  readonly combine: string;
  readonly earlyStop?: boolean | undefined;
}

/** One line for each option other than its default that has no effect. `mostVotes`: of a solution; 0 without a model. */
export function idleOptions(
  { protocol, votes, tie, combine, earlyStop = false }: VoteOptions,
  mostVotes: number,
): string[] {
  const isFirst = protocol === 'first_error';
  const few = ['without a model: arithmetic gives one verdict', 'with one vote: give --votes 2 or more'][
    mostVotes
  ];
  const idle: [flag: string, given: boolean, reason: string | undefined][] = [
    ['--votes', votes > 1, mostVotes === 0 ? few : undefined],
    ['--tie', tie !== 'first', isFirst ? few : `with --protocol ${protocol}: --combine decides there`],
    ['--combine', combine !== 'majority', isFirst ? `with --protocol ${protocol}: --tie decides there` : few],
    ['--early-stop-votes', earlyStop, few],
  ];
  return idle.flatMap(([flag, given, reason]) =>
    given && reason !== undefined ? [`${flag} changes nothing ${reason}`] : [],
  );
}
