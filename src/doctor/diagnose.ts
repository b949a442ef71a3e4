// All checks of `latebench doctor`, at once where they wait for servers.
import type { Config } from '../config/resolve.ts';
import type { Role } from '../config/setting-table.ts';
import { homeOf } from '../config/shared-settings.ts';
import { isLateBenchError, type LateBenchError } from '../errors.ts';
import { checkClock } from './clock.ts';
import { checkDisk } from './disk.ts';
import { checkEndpoint } from './endpoint/check-endpoint.ts';
import { waitMs } from './endpoint/failure.ts';
import { targetsOf } from './endpoint/target.ts';
import { type Finding, findingsOf } from './finding.ts';
import { checkHub } from './hub.ts';
import { checkNode } from './node.ts';
import { checkRedis } from './redis.ts';
import { checkSettings } from './settings.ts';
import { checkStore } from './store.ts';

export interface DiagnoseOptions {
  /** Or why the settings cannot be read. */
  readonly config: Config | LateBenchError;
  readonly roles: readonly Role[];
  readonly redis: string | undefined;
  readonly store: string | undefined;
  readonly envFile: string | undefined;
  /** False: no call to a model is made. */
  readonly calls: boolean;
  readonly say: (line: string) => void;
}

export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** Calls to models that were made. */
  readonly calls: number;
  /** Nothing that is configured fails. */
  readonly ok: boolean;
}

/** What machines need that work on a queued run, and nothing else. */
export async function diagnoseQueue({
  redis,
  store,
}: Pick<DiagnoseOptions, 'redis' | 'store'>): Promise<Diagnosis> {
  const [queue, stores] = await Promise.all([checkRedis(redis, { needed: true }), checkStore(store)]);
  const findings = [queue, ...stores];
  return { findings, calls: 0, ok: findings.every(({ status }) => status === 'ok') };
}

export async function diagnose({
  config,
  roles,
  redis,
  store,
  envFile,
  calls,
  say,
}: DiagnoseOptions): Promise<Diagnosis> {
  if (isLateBenchError(config)) {
    const findings = [checkNode(), findingsOf('settings').fails(config.message)];
    return { findings, calls: 0, ok: false };
  }
  const home = homeOf(config);
  const { targets, findings: unusable } = targetsOf(config, roles);
  const [disks, endpoints, hub, queue, stores] = await Promise.all([
    Promise.all([checkDisk(home, 'LATEBENCH_HOME'), checkDisk('runs', '--run')]),
    Promise.all(targets.map((target) => checkEndpoint(target, { home, calls, say }))),
    checkHub(config, waitMs),
    checkRedis(redis),
    checkStore(store),
  ]);
  const times = [...endpoints, hub].flatMap(({ time }) => (time === undefined ? [] : [time]));
  const findings = [
    checkNode(),
    ...disks,
    ...checkSettings(config, envFile),
    ...endpoints.flatMap((endpoint) => endpoint.findings),
    ...unusable,
    hub.finding,
    queue,
    ...stores,
    checkClock(times),
  ];
  return {
    findings,
    calls: endpoints.reduce((sum, endpoint) => sum + endpoint.calls, 0),
    ok: findings.every(({ status }) => status !== 'fails'),
  };
}
