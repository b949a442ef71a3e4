// `latebench verify --audit`: the same rows by two graders, and where they disagree.

import { homeOf } from '../config/shared-settings.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import { type AuditReport, createAudit } from '../grading/audit.ts';
import { auditColumns } from '../grading/audit-columns.ts';
import { startGraderCommand } from '../grading/grader-command.ts';
import { type OtherVerdict, otherVerdict } from '../grading/other-verdict.ts';
import type { Pair } from '../grading/worker-protocol.ts';
import { explainCase, type Judgement } from '../mathverify/index.ts';
import { formatCount, formatPercent } from '../report/format.ts';
import type { TextStyle } from '../report/text-style.ts';
import { textTable } from '../report/text-table.ts';
import { openOutput } from '../storage/output.ts';
import type { Row } from '../storage/rows.ts';
import type { Call } from './command.ts';
import { configFor } from './command-config.ts';
import { errorHandling } from './error-options.ts';
import { openRecords, sourcePlan } from './record-source.ts';
import { styleOf } from './text-style.ts';
import { verifyOptionsOf } from './verify-options.ts';

function refuse(message: string): LateBenchError {
  return new LateBenchError('LB_USAGE', message);
}

function reportText({ pairs, agreed, disagreements }: AuditReport, style: TextStyle): string {
  const apart = pairs - agreed;
  const first =
    `The graders agree on ${formatCount(agreed)} of ${formatCount(pairs)} pairs` +
    `${pairs === 0 ? '' : ` (${formatPercent(agreed / pairs)})`} and disagree on ${formatCount(apart)}.`;
  if (apart === 0) return `${first}\n`;
  const table = textTable(
    {
      columns: [
        { key: 'here', title: 'here' },
        { key: 'other', title: 'other' },
        { key: 'method', title: 'method' },
        { key: 'answer', title: 'answer' },
        { key: 'count', title: 'pairs', align: 'right' },
        { key: 'example', title: 'for example', wraps: true },
      ],
      rows: disagreements.map(({ examples, ...kind }) => {
        const { pair, gold, pred } = examples[0]!;
        return { ...kind, example: `pair ${pair}: ${clipped(gold)} and ${clipped(pred)}` };
      }),
    },
    style,
  );
  return `${first}\n\n${table}`;
}

/** The end of a long reply is where its answer is. */
function clipped(text: string): string {
  return text.length > 40 ? `…${text.slice(-39)}` : text;
}

export async function auditVerdicts(call: Call): Promise<number> {
  const { options, stdout } = call;
  const [column, command] = [options.text('audit-column'), options.text('audit-command')];
  if ((column === undefined) === (command === undefined)) {
    throw refuse('--audit needs the other verdicts: give --audit-column KEY or --audit-command COMMAND');
  }
  const { goldKey, predKey, ...settings } = await verifyOptionsOf(options);
  const errors = errorHandling(call, homeOf(configFor(call)));
  const named = options.text('output');
  const path = named === '-' ? undefined : named;
  const output =
    path === undefined
      ? undefined
      : await openOutput(path, { stdout, columns: auditColumns({ goldKey, predKey }) });
  const audit = createAudit({ goldKey, predKey });

  /** Null for a row that holds no pair, or no verdict in its column: it goes where bad rows go. */
  const judged = (row: Row): { here: Judgement; there: OtherVerdict | undefined } | null => {
    const reject = (message: string): null => {
      errors.policy.reject({ code: 'LB_SCHEMA', message, where: {}, raw: JSON.stringify(row) });
      return null;
    };
    for (const [key, flag] of [
      [goldKey, '--gold-key'],
      [predKey, '--pred-key'],
    ] as const) {
      const value = row[key];
      if (value === undefined) return reject(`no field ${JSON.stringify(key)} (${flag} names another)`);
      if (typeof value === 'object' && value !== null)
        return reject(`field ${JSON.stringify(key)} is not text`);
    }
    const there = column === undefined ? undefined : otherVerdict(row[column]);
    if (column !== undefined && there === undefined) {
      return reject(`no verdict in field ${JSON.stringify(column)} (--audit-column)`);
    }
    errors.policy.accepted();
    return { here: explainCase(row, { goldKey, predKey, ...settings }), there };
  };
  const compare = async (row: Row, here: Judgement, there: OtherVerdict): Promise<void> => {
    const { equal, verdict, reason, method, witness } = here;
    if (!audit.add(row, here, there)) return;
    await output?.write({ ...row, verify: { equal, verdict, reason, method, witness }, other: there });
  };
  const other = command === undefined ? undefined : startGraderCommand(command);
  const pairOf = (row: Row): Pair => ({ [goldKey]: row[goldKey], [predKey]: row[predKey] });

  try {
    const plan = sourcePlan(call, { raw: true, limit: options.whole('limit', 0) });
    const { groups } = await openRecords(call, plan, errors.policy);
    for await (const group of groups) {
      for (const row of group) {
        const found = judged(row);
        if (found === null) continue;
        const { here, there } = found;
        if (other === undefined) await compare(row, here, there!);
        else await other.send(pairOf(row), (verdict) => compare(row, here, verdict));
      }
    }
    await other?.finish();
    errors.policy.finish();
    await output?.close();
  } catch (error) {
    other?.kill();
    await output?.abort();
    throw error;
  } finally {
    errors.close();
  }
  const report = audit.report();
  const json = options.text('format') === 'json';
  stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report, styleOf(call)));
  return errors.policy.rejected > 0 ? exitCodes.partial : exitCodes.ok;
}
