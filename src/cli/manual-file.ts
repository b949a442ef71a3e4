// Reads the annotations that say which errors people want, and says what is odd about them.
import { LateBenchError } from '../errors.ts';
import { type PersonsWish, readWishes } from '../inject/manual.ts';
import { readInput, statInput } from '../storage/input.ts';
import type { BadRow } from '../storage/rows.ts';
import type { Call } from './command.ts';

const shown = 3;

export async function openWishes(
  path: string,
  { say, stdin }: Call,
): Promise<ReadonlyMap<string, PersonsWish>> {
  if (path !== '-') await statInput(path);
  const rows: object[] = [];
  const onBad = ({ message, where }: BadRow): void => {
    throw new LateBenchError('LB_CONFIG', `${message} (--manual)`, { where });
  };
  for await (const group of readInput(path, { stdin, onBad })) rows.push(...group);
  const { byRecord, contested, bad, passed } = readWishes(rows);
  if (bad.length > 0) throw new LateBenchError('LB_CONFIG', `${path}: ${bad[0]} (--manual)`);
  say(
    `  manual: ${byRecord.size} records have a comment${passed === 0 ? '' : `, ${passed} other annotations`}`,
  );
  if (contested.length > 0) {
    const names = contested.slice(0, shown).join(', ');
    const more = contested.length > shown ? ', …' : '';
    say(`  manual: several annotators commented on ${contested.length}; the last stands: ${names}${more}`);
  }
  return byRecord;
}
