// Plays the cases with both versions, several at a time, and compares. The two versions of one case run one after the
// other in the same folder, so that no path differs.
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './case.ts';
import { compareObservations, type Difference } from './compare.ts';
import { makeFixtures } from './fixtures.ts';
import type { Observation } from './observation.ts';
import { playCase, type Setting } from './play.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { linkCommands, type Version } from './version.ts';

export interface Request {
  readonly old: Version;
  readonly new: Version;
  readonly cases: readonly Case[];
  readonly data: string | undefined;
  readonly jobs: number;
  /** Everything happens in this folder; folders of differing cases stay in it with `keep`. */
  readonly scratch: string;
  readonly keep: boolean;
  readonly say: (line: string) => void;
}

export interface Played {
  readonly case: Case;
  readonly differences: readonly Difference[];
  readonly seconds: number;
  /** What OLD showed. */
  readonly seen: Observation;
  /** Where the folders of both versions are kept. */
  readonly kept?: string;
}

async function playPair(one: Case, at: number, request: Request): Promise<Played> {
  const started = performance.now();
  const own = join(request.scratch, `case-${String(at + 1).padStart(3, '0')}`);
  const proxy = await startRecordingProxy();
  const play = async (side: 'old' | 'new'): ReturnType<typeof playCase> => {
    const folder = join(own, 'case');
    mkdirSync(folder, { recursive: true });
    const setting: Setting = {
      version: request[side],
      commands: join(request.scratch, `${side}-commands`),
      fixtures: join(request.scratch, 'fixtures'),
      data: request.data,
      folder,
      proxy,
    };
    const seen = await playCase(one, setting);
    renameSync(folder, join(own, side));
    return seen;
  };
  try {
    const seen = await play('old');
    const differences = compareObservations(one.name, seen, await play('new'));
    const keep = request.keep && differences.length > 0;
    if (!keep) rmSync(own, { recursive: true, force: true });
    return {
      case: one,
      differences,
      seen,
      seconds: (performance.now() - started) / 1000,
      ...(keep ? { kept: own } : {}),
    };
  } catch (error) {
    // A case that cannot be played is a fault of the case, and must not pass for one without differences.
    const message = String(error);
    const difference = { case: one.name, aspect: 'harness', old: message, new: message };
    return {
      case: one,
      differences: [difference],
      seen: new Map(),
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    await proxy.close();
  }
}

export async function playAll(request: Request): Promise<Played[]> {
  const { cases, scratch, jobs, say } = request;
  for (const side of ['old', 'new'] as const) linkCommands(request[side], join(scratch, `${side}-commands`));
  const proxy = await startRecordingProxy();
  await makeFixtures(cases, {
    version: request.old,
    commands: join(scratch, 'old-commands'),
    fixtures: join(scratch, 'fixtures'),
    data: request.data,
    proxy,
  });
  await proxy.close();
  const played: Played[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < cases.length) {
      const at = next;
      next += 1;
      const done = await playPair(cases[at]!, at, request);
      played.push(done);
      if (done.differences.length > 0) say(`${done.case.name}: ${done.differences.length} differences`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return played;
}
