// Two annotators, each with two tabs, and a third browser under the name of the first, judge while the server is killed and
// started, tabs are reloaded and the disk is full: nothing is lost, nothing has another name, nothing is overwritten unseen.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../../src/dashboard/api.ts';
import type { Operation } from '../../src/dashboard/client/queue/operation.ts';
import { type Annotation, annotationSchema } from '../../src/records/annotation.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { type DashboardProcess, startDashboardProcess } from '../support/dashboard-process.ts';
import { onSmallDisk } from '../support/small-disk.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { repetitions } from '../support/thorough.ts';
import { type ModelBrowser, type ModelTab, openBrowser } from './model-browser.ts';
import { jsonl, record } from './open.ts';

/** A sample; `npm run soak -- judgements` has 100. */
const interleavings = repetitions(8, 100);
/** Each interleaving has records of its own, all in one file. */
const recordsEach = 2;

async function asJson<T>(server: DashboardProcess, path: string, body?: object): Promise<T> {
  const headers = { origin: server.url, 'x-latebench': '1', 'content-type': 'application/json' };
  const response = await fetch(
    `${server.url}${path}`,
    body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  assert.ok(response.ok, `${path}: ${response.status}`);
  return (await response.json()) as T;
}

/** What a full disk takes: as much as there is. */
function fill(disk: string): void {
  try {
    for (let at = 0; ; at += 1) writeFileSync(join(disk, `ballast-${at}`), Buffer.alloc(16_384));
  } catch {
    // Full.
  }
}

function free(disk: string): void {
  for (const name of readdirSync(disk)) if (name.startsWith('ballast')) rmSync(join(disk, name));
}

interface Line extends Annotation {
  readonly file: string;
}

/** All lines in the order of each file; `torn`: what a kill left of lines. */
function readLines(folder: string): { readonly lines: readonly Line[]; readonly torn: number } {
  let torn = 0;
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((text) => text !== '')
      .flatMap((text): Line[] => {
        try {
          return [{ ...annotationSchema.parse(JSON.parse(text)), file: name }];
        } catch {
          torn += 1;
          return [];
        }
      }),
  );
  return { lines, torn };
}

interface Counts {
  made: number;
  letGo: number;
  conflicts: number;
  kills: number;
  full: number;
  reloads: number;
}

test('interleavings of tabs, annotators, kills, reloads and a full disk lose and misattribute nothing', async (t) => {
  await onSmallDisk(t, '4m', async (disk) => {
    const cwd = await temporaryFolder(t);
    const rows = Array.from({ length: interleavings * recordsEach }, (_, at) => record(`r${at}`));
    writeFileSync(join(cwd, 'r.jsonl'), jsonl(rows));
    const folder = join(disk, 'annotations');
    await mkdir(folder);
    const words = ['r.jsonl', '--judgements', folder, '--annotator', 'anna', '--no-token', '-q'];
    const server = await startDashboardProcess(t, cwd, words);
    try {
      const session = await asJson<Session>(server, '/api/session');
      const ben = await asJson<{ ticket: string }>(server, '/api/login', { name: 'ben' });
      const key = session.sources[0]!.key;
      const people = [
        { name: 'anna', ticket: session.ticket },
        { name: 'ben', ticket: ben.ticket },
        { name: 'anna', ticket: session.ticket },
      ];
      const made = new Map<string, Operation>();
      /** With each version that it was sent on: another tab may send one again on the version before a conflict. */
      const acknowledged = new Map<string, Set<string | null>>();
      const letGo = new Set<string>();
      const counts: Counts = { made: 0, letGo: 0, conflicts: 0, kills: 0, full: 0, reloads: 0 };

      for (let seed = 1; seed <= interleavings; seed += 1) {
        const rng = mulberry32(seed);
        const pick = <T>(of: readonly T[]): T => of[Math.floor(rng() * of.length)]!;
        let clock = 0;
        const browsers = people.map((person) =>
          openBrowser(server.url, key, person, rng, () => {
            clock += 1;
            return clock;
          }),
        );
        const tabs: { tab: ModelTab; browser: ModelBrowser }[] = browsers.flatMap((browser, at) =>
          Array.from({ length: at === 2 ? 1 : 2 }, () => ({ tab: browser.openTab(), browser })),
        );
        const gone: ModelTab[] = [];
        const settle = async ({ tab, browser }: (typeof tabs)[number]): Promise<void> => {
          const stopped = [...browser.stored.values()].find(({ state }) => state !== 'waiting');
          if (stopped === undefined) return;
          assert.equal(stopped.state, 'conflict', stopped.reason ?? '');
          counts.conflicts += 1;
          if (rng() < 0.6) {
            void tab.queue.keepMine(stopped.id).catch(() => {});
            return;
          }
          const before = new Set(browser.stored.keys());
          await tab.queue.letGo(stopped.id);
          for (const id of before) if (!browser.stored.has(id)) letGo.add(id);
        };
        const row = (): number => (seed - 1) * recordsEach + Math.floor(rng() * recordsEach);
        const events: readonly (readonly [number, () => Promise<unknown>])[] = [
          [
            8,
            async () => {
              const { tab } = pick(tabs);
              counts.made += 1;
              const said = {
                decision: pick(['yes', 'maybe', 'no'] as const),
                comment: `${seed}.${counts.made}`,
              };
              const operation = await tab.judge(row(), said);
              made.set(operation.id, operation);
            },
          ],
          [
            4,
            () =>
              pick(tabs)
                .tab.look(row())
                .catch(() => {}),
          ],
          [
            1,
            async () => {
              await server.kill();
              counts.kills += 1;
            },
          ],
          [1.5, () => server.start()],
          [
            1,
            async () => {
              fill(disk);
              counts.full += 1;
            },
          ],
          [1.5, async () => free(disk)],
          [
            2,
            async () => {
              const place = pick(tabs);
              place.tab.close();
              gone.push(place.tab);
              place.tab = place.browser.openTab();
              void place.tab.queue.drain().catch(() => {});
              counts.reloads += 1;
            },
          ],
          [2, () => settle(pick(tabs))],
          [3, () => sleep(rng() * 20)],
        ];
        const total = events.reduce((sum, [weight]) => sum + weight, 0);
        for (let step = 0; step < 30; step += 1) {
          let at = rng() * total;
          const [, event] = events.find(([weight]) => {
            at -= weight;
            return at < 0;
          })!;
          await event();
        }
        // Everything is well again: what waits is filed, and each conflict is decided.
        free(disk);
        await server.start();
        while (browsers.some(({ stored }) => stored.size > 0)) {
          for (const place of tabs) {
            await place.tab.queue.drain();
            await settle(place);
          }
        }
        for (const tab of [...gone, ...tabs.map((place) => place.tab)]) {
          for (const [id, basedOn] of tab.acknowledged)
            acknowledged.set(id, (acknowledged.get(id) ?? new Set()).add(basedOn));
          tab.close();
        }
      }

      const { lines, torn } = readLines(folder);
      const byOperation = new Map<string, Line[]>();
      for (const line of lines)
        byOperation.set(line.operation!, [...(byOperation.get(line.operation!) ?? []), line]);
      const lost = [...made.keys()].filter((id) => !byOperation.has(id) && !letGo.has(id));
      const unfiled = [...acknowledged.keys()].filter((id) => !byOperation.has(id));
      const twice = [...byOperation.values()].filter((all) => all.length > 1);
      const misattributed = lines.filter(({ operation, annotator, file }) => {
        const maker = made.get(operation!)?.author;
        return maker !== annotator || file !== `${annotator}.jsonl`;
      });
      const changed = lines.filter((line) => {
        const body = made.get(line.operation!)?.body;
        return (
          body?.record_id !== line.record_id ||
          body.comment !== line.comment ||
          body.decision !== line.decision
        );
      });
      const last = new Map<string, string>();
      const unseen = lines.filter(({ annotator, record_id, operation, based_on }) => {
        const thing = `${annotator} ${record_id}`;
        const before = last.get(thing) ?? null;
        last.set(thing, operation!);
        // One that was let go of while it was on its way is filed, and no tab hears of it.
        const sentOn = acknowledged.get(operation!) ?? new Set(letGo.has(operation!) ? [before] : []);
        return based_on !== before || !sentOn.has(before);
      });
      counts.letGo = letGo.size;
      t.diagnostic(
        `${JSON.stringify(counts)}; ${acknowledged.size} acknowledged, ${lines.length} lines, ${torn} torn; ` +
          `${lost.length} lost, ${misattributed.length} misattributed`,
      );
      assert.deepEqual(
        { lost, unfiled, twice, misattributed, changed, unseen },
        { lost: [], unfiled: [], twice: [], misattributed: [], changed: [], unseen: [] },
      );
      // In proportion: more than 20 of each in 100 interleavings.
      const often = interleavings / 5;
      assert.ok(
        [counts.kills, counts.full, counts.reloads, counts.conflicts].every((count) => count > often),
      );
      assert.ok(lines.length > 5 * interleavings && existsSync(join(folder, 'ben.jsonl')));
    } finally {
      await server.kill();
    }
  });
});
