// Makes the fixtures that the chosen cases use, once, with OLD: both versions begin with the same files, so that a
// difference in one command does not show in the cases of all that follow it.
import { mkdirSync } from 'node:fs';
import type { Case } from './case.ts';
import { fixtures } from './cases/fixtures.ts';
import { playCase, type Setting } from './play.ts';

function neededBy(cases: readonly Case[]): Set<string> {
  const needed = new Set(cases.flatMap(({ uses = [] }) => uses));
  // A fixture comes after those that it is made of.
  for (const { makes, from = [] } of fixtures.toReversed()) {
    if (needed.has(makes)) for (const name of from) needed.add(name);
  }
  return needed;
}

/** @throws Error when a fixture cannot be made: nothing can be compared then. */
export async function makeFixtures(cases: readonly Case[], setting: Omit<Setting, 'folder'>): Promise<void> {
  const folder = setting.fixtures;
  mkdirSync(folder, { recursive: true });
  const needed = neededBy(cases);
  for (const { makes, sh } of fixtures) {
    if (!needed.has(makes)) continue;
    const seen = await playCase({ name: makes, steps: [sh] }, { ...setting, folder });
    if (seen.get('step 1 exit') !== '0') {
      throw new Error(`the fixture ${makes} cannot be made: ${String(seen.get('step 1 stderr'))}`);
    }
  }
  const known = new Set(fixtures.map(({ makes }) => makes));
  const unknown = [...neededBy(cases)].filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`there is no fixture ${unknown.join(', ')}`);
}
