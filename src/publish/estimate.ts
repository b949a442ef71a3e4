// How many calls a build makes at most: every attempt of every injection used, every record published.
import type { Role } from '../config/setting-table.ts';
import { defaultAttempts } from '../inject/inject.ts';
import { callsForOneReply } from '../records/reply-calls.ts';
import { type Part, parts } from './choose.ts';
import type { Prepared } from './prepare.ts';
import type { DatasetSpec } from './spec.ts';

export interface PlannedCalls {
  readonly role: Role;
  readonly purpose: 'injection' | 'verification' | 'difficulty' | 'critics';
  /** Calls that stored replies answer are included, retries of failed calls are not. */
  readonly calls: number;
}

export type PartCounts = Readonly<Record<Part, number>>;

/** Of all records that are chosen, and of those among them that are new. */
export function countParts({ chosen, kept }: Pick<Prepared, 'chosen' | 'kept'>): {
  readonly all: PartCounts;
  readonly added: PartCounts;
} {
  const added = [...chosen.partOf].filter(([id]) => kept?.partOf.has(id) !== true);
  return { all: countsOf([...chosen.partOf.values()]), added: countsOf(added.map(([, part]) => part)) };
}

function countsOf(planned: readonly Part[]): PartCounts {
  return Object.fromEntries(
    parts.map((part) => [part, planned.filter((one) => one === part).length]),
  ) as PartCounts;
}

/** In the order in which they are made; stages without calls are left out. */
export function plannedCalls(
  { inject, difficultyVotes, critics }: Pick<DatasetSpec, 'inject' | 'difficultyVotes' | 'critics'>,
  { all, added }: ReturnType<typeof countParts>,
): readonly PlannedCalls[] {
  const records = parts.reduce((sum, part) => sum + all[part], 0);
  const injections = added.general + added.manual;
  const attempts = injections * (inject.maxAttempts ?? defaultAttempts);
  const votes = critics.reduce((sum, critic) => sum + critic.votes, 0);
  const planned: readonly PlannedCalls[] = [
    { role: 'inject', purpose: 'injection', calls: attempts * callsForOneReply },
    { role: 'critic', purpose: 'verification', calls: attempts * inject.verifyVotes * callsForOneReply },
    { role: 'critic', purpose: 'difficulty', calls: injections * difficultyVotes },
    { role: 'critic', purpose: 'critics', calls: records * votes },
  ];
  return planned.filter(({ calls }) => calls > 0);
}
