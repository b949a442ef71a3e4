// What `latebench status` prints.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type RunStatus, readRunStatus } from '../endpoints/run-status.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import { runLockPath } from '../pipeline/run-lock.ts';
import { parseJson } from '../records/parse-json.ts';
import {
  dash,
  formatCount,
  formatCounted,
  formatPercent,
  formatSeconds,
  formatUsd,
} from '../report/format.ts';
import { textTable } from '../report/text-table.ts';
import { checkNamedFolder } from '../storage/named-text.ts';
import type { Liveness } from '../storage/process-identity.ts';
import { ownerLiveness } from '../storage/process-lock.ts';
import type { Row } from '../storage/rows.ts';
import type { Call } from './command.ts';
import { styleOf } from './text-style.ts';

interface ManifestFacts {
  readonly command?: string;
  readonly complete?: boolean;
}

function manifestOf(folder: string): ManifestFacts | null {
  try {
    const { command, complete } = parseJson(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Row;
    return {
      ...(typeof command === 'string' ? { command } : {}),
      ...(typeof complete === 'boolean' ? { complete } : {}),
    };
  } catch {
    return null;
  }
}

const workTexts: Readonly<Record<Liveness, string>> = {
  living: 'running',
  dead: 'killed; run the command again to resume',
  unknown: 'running on another machine, or killed',
};

async function stateOf(folder: string, manifest: ManifestFacts | null): Promise<string> {
  const lock = runLockPath(folder);
  if (existsSync(lock)) return workTexts[await ownerLiveness(lock)];
  if (existsSync(join(folder, 'pool.json'))) {
    const build = readdirSync(folder).find((name) => /^build-.*\.lock$/.test(name));
    return build === undefined
      ? 'a pool that is not being built; latebench pool info shows its contents'
      : `a pool whose build is ${workTexts[await ownerLiveness(join(folder, build))]}`;
  }
  if (manifest?.complete === undefined) return 'not known';
  return manifest.complete ? 'complete' : 'stopped early; run the command again to resume';
}

/**
 * Calls without an end in the events of a run that is complete: those of killed processes. Nothing is in flight there,
 * unless the run was begun again after its manifest was written.
 */
function lostCalls(folder: string, manifest: ManifestFacts | null, { in_flight, last }: RunStatus): number {
  if (manifest?.complete !== true || last === null || existsSync(join(folder, 'run.lock'))) return 0;
  return Date.parse(last) <= statSync(join(folder, 'manifest.json')).mtimeMs ? in_flight : 0;
}

function perSecond(rate: number | null): string {
  return rate === null ? dash : `${rate < 10 ? rate.toFixed(1) : formatCount(rate)}/s`;
}

function budgetLines({ budget }: RunStatus): [string, string][] {
  if (budget === null) return [];
  const { spent_usd, spent_tokens, limit_usd, limit_tokens } = budget;
  const parts = [
    limit_usd === null
      ? ''
      : `${spent_usd === null ? dash : formatUsd(spent_usd)} of ${formatUsd(limit_usd)} spent`,
    limit_tokens === null ? '' : `${formatCount(spent_tokens)} of ${formatCount(limit_tokens)} tokens`,
  ];
  return [['budget', parts.filter((part) => part !== '').join(', ')]];
}

function progressLines({ share, eta_seconds, last }: RunStatus, now: number): [string, string][] {
  if (share === null) return [];
  const since = last === null ? 0 : Math.max(0, now - Date.parse(last)) / 1000;
  const left =
    eta_seconds === null || share >= 1
      ? ''
      : `, about ${formatSeconds(Math.max(0, eta_seconds - since))} left`;
  return [['done', `${formatPercent(share)}${left}`]];
}

const unknownCalls = 'not known: no event can be read (events.jsonl)';

type Status = RunStatus & { readonly lost: number };

function lines(status: Status, state: string, now: number): [string, string][] {
  const { last, workers, processes } = status;
  const ago = last === null ? dash : `${formatSeconds(Math.max(0, now - Date.parse(last)) / 1000)} ago`;
  return [
    ['state', state],
    [
      'processes so far',
      workers === 0
        ? formatCount(processes)
        : `${formatCount(processes)} here, ${formatCounted(workers, 'worker')} elsewhere`,
    ],
    ['last event', ago],
    // Zeros would say that no call was made.
    ...(last === null ? [['calls', unknownCalls] as [string, string]] : countLines(status, now)),
  ];
}

/** A coordinator counts every second; without one, or without its Redis, the numbers are old. */
const oldMs = 10_000;

/**
 * Jobs of killed workers are active for a while: whether anybody is there is said beside them, and how old the numbers are:
 * clocks of machines differ, so that this alone does not show that nobody counts.
 */
function queueLines(
  { waiting, active, groups, connected, lag_ms, at }: NonNullable<RunStatus['queue']>,
  now: number,
): [string, string][] {
  const jobs = `${formatCount(waiting)} waiting, ${formatCount(active)} active, ${formatCounted(groups, 'group')} open`;
  const workers =
    connected === undefined || waiting + active === 0
      ? ''
      : `; ${formatCounted(connected, 'worker')} connected`;
  const age = now - Date.parse(at);
  const isOld = age > oldMs && waiting + active + groups > 0;
  const since = isOld ? `; counted ${formatSeconds(age / 1000)} ago, by the clock of the coordinator` : '';
  return [
    ['queue', `${jobs}${workers}${since}`],
    ...(isOld ? [] : [['queue lag', formatSeconds(lag_ms / 1000)] as [string, string]]),
  ];
}

function countLines(status: Status, now: number): [string, string][] {
  const { calls, tokens, queue, retries, pace } = status;
  const joined = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${formatCount(count)}`)
      .join(', ');
  const ms = (value: number | null): string => (value === null ? dash : `${formatCount(value)} ms`);
  return [
    [
      'calls',
      `${formatCount(calls.ok)} ok (${formatCount(calls.paid_before)} of them stored), ${formatCount(calls.failed)} failed, ${formatCount(calls.aborted)} cancelled`,
    ],
    ...(calls.read_again === 0
      ? []
      : [['from the journal', formatCounted(calls.read_again, 'reply', 'replies')] as [string, string]]),
    ['in flight', formatCount(status.in_flight)],
    ...(status.lost === 0
      ? []
      : [
          [
            'not counted',
            `${formatCounted(status.lost, 'call')} of killed processes: their replies and their cost are not in these events`,
          ] as [string, string],
        ]),
    ['rate', `${perSecond(status.rate)}, last minute ${perSecond(status.rate_last_minute)}`],
    ['latency', `median ${ms(status.latency_p50_ms)}, 95 % within ${ms(status.latency_p95_ms)}`],
    ['tokens', `${formatCount(tokens.prompt)} + ${formatCount(tokens.completion)}`],
    ['spend', status.usd === null ? dash : formatUsd(status.usd)],
    ...budgetLines(status),
    ...progressLines(status, now),
    ...(Object.keys(retries).length === 0 ? [] : [['retries', joined(retries)] as [string, string]]),
    ...(Object.keys(pace).length === 0 ? [] : [['calls allowed', joined(pace)] as [string, string]]),
    ...(queue === null ? [] : queueLines(queue, now)),
    ...(status.batch_calls === null
      ? []
      : [['in batches', formatCounted(status.batch_calls, 'call')] as [string, string]]),
  ];
}

export async function runStatusCommand(call: Call): Promise<number> {
  const { options, stdout } = call;
  const [folder, ...more] = options.positionals;
  if (folder === undefined || more.length > 0) {
    throw new LateBenchError('LB_USAGE', 'name one run folder, for example: latebench status runs/late');
  }
  checkNamedFolder(folder);
  const manifest = manifestOf(folder);
  const read = await readRunStatus(folder);
  const lost = lostCalls(folder, manifest, read);
  const status = { ...read, in_flight: read.in_flight - lost, lost };
  if (manifest === null && status.processes === 0) {
    throw new LateBenchError(
      'LB_INPUT_MISSING',
      `${folder} has neither events nor a manifest: it is not a run folder`,
    );
  }
  const state = await stateOf(folder, manifest);
  if (options.text('format') === 'json') {
    stdout.write(`${JSON.stringify({ folder, state, ...status }, null, 2)}\n`);
    return exitCodes.ok;
  }
  const rows = lines(status, state, Date.now()).map(([what, value]) => ({ what, value }));
  const columns = [
    { key: 'what', title: folder },
    { key: 'value', title: manifest?.command ?? '' },
  ];
  stdout.write(textTable({ columns, rows }, styleOf(call)));
  return exitCodes.ok;
}
