// What `latebench doctor` prints: a table for people, or everything as JSON.

import type { Config } from '../config/resolve.ts';
import { chatRoles, type Role, roles } from '../config/setting-table.ts';
import { type Diagnosis, diagnose, diagnoseQueue } from '../doctor/diagnose.ts';
import { exitCodes, isLateBenchError, LateBenchError } from '../errors.ts';
import { didYouMean } from '../records/nearest-name.ts';
import { formatCounted } from '../report/format.ts';
import type { TextStyle } from '../report/text-style.ts';
import { textTable } from '../report/text-table.ts';
import type { Call } from './command.ts';
import { configOf } from './command-config.ts';
import { redisOf, storeOf } from './engine.ts';
import { styleOf } from './text-style.ts';

/** Models that write, and one of embeddings where it is chosen: the default one is served by few. */
function configuredRoles(config: Config | LateBenchError): readonly Role[] {
  if (isLateBenchError(config)) return chatRoles;
  const origin = config.get('embed.model')?.origin ?? 'default';
  return origin === 'default' || origin.startsWith('--') ? chatRoles : roles;
}

function rolesNamed({ options }: Call, config: Config | LateBenchError): readonly Role[] {
  const named = options.positionals.map((name) => {
    const role = roles.find((one) => one === name);
    if (role !== undefined) return role;
    throw new LateBenchError(
      'LB_USAGE',
      `${name} is not a role${didYouMean(name, roles)} (${roles.join(', ')})`,
    );
  });
  return named.length === 0 ? configuredRoles(config) : named;
}

/** An unreadable setting is a finding too. */
function readConfig(call: Call): Config | LateBenchError {
  try {
    return configOf(call);
  } catch (error) {
    if (isLateBenchError(error)) return error;
    throw error;
  }
}

function asTable({ findings, calls, ok }: Diagnosis, style: TextStyle): string {
  const columns = [
    { key: 'status', title: 'status' },
    { key: 'check', title: 'check', wraps: true },
    { key: 'finding', title: 'finding', wraps: true },
    { key: 'remedy', title: 'what to do', wraps: true },
  ];
  const rows = findings.map(({ status, check, finding, remedy = '' }) => ({
    status,
    check,
    finding,
    remedy,
  }));
  const failed = findings.filter(({ status }) => status === 'fails').length;
  const result = ok
    ? 'Everything that is configured works.'
    : `${failed} of ${findings.length} checks failed.`;
  const made =
    calls === 0
      ? 'No call to a model was made.'
      : `${formatCounted(calls, 'call to a model was', 'calls to models were')} made.`;
  return textTable({ columns, rows, notes: [`${result} ${made}`] }, style);
}

export async function runDoctor(call: Call): Promise<number> {
  const { options, stdout, say } = call;
  const [unasked] = options.positionals;
  if (options.flag('queue') && unasked !== undefined)
    throw new LateBenchError('LB_USAGE', `--queue checks no role (${unasked}); its address goes to --redis`);
  const machines = { redis: redisOf(call) || undefined, store: storeOf(call) || undefined };
  const config = readConfig(call);
  const diagnosis = options.flag('queue')
    ? await diagnoseQueue(machines)
    : await diagnose({
        config,
        roles: rolesNamed(call, config),
        ...machines,
        envFile: options.text('env-file'),
        calls: !options.flag('no-calls'),
        say: (line) => say(`latebench doctor: ${line}`),
      });
  const { ok, calls, findings } = diagnosis;
  if (options.text('format') === 'json')
    stdout.write(`${JSON.stringify({ ok, calls, findings }, null, 2)}\n`);
  else stdout.write(asTable(diagnosis, styleOf(call)));
  return ok ? exitCodes.ok : exitCodes.failure;
}
