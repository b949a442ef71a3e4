// What `latebench annotations` does: each of its verbs.

import { agreementOf } from '../dashboard/analysis/agreement.ts';
import { annotationPaths } from '../datasets/annotation-files.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import { type BlindAgreement, blindAgreement } from '../metrics/blind-agreement.ts';
import type { Annotation } from '../records/annotation.ts';
import { goldRows } from '../records/gold-labels.ts';
import { checkNames } from '../records/missing-name.ts';
import { formatCounted } from '../report/format.ts';
import type { TextStyle } from '../report/text-style.ts';
import { textTable } from '../report/text-table.ts';
import type { Measured } from '../statistics/resampled.ts';
import { annotationColumns, goldColumns } from '../storage/annotation-columns.ts';
import { jsonLinesOf, readAnnotations } from '../storage/annotations.ts';
import type { Columns } from '../storage/columnar/column.ts';
import { openOutput } from '../storage/output.ts';
import type { Row } from '../storage/rows.ts';
import { acceptedInjections } from './accepted-injections.ts';
import { runForget } from './annotations-forget.ts';
import type { Call } from './command.ts';
import { styleOf } from './text-style.ts';

/** `columns` are those of a file of columns; those of records by default. */
async function write(call: Call, rows: Iterable<object>, columns?: Columns): Promise<void> {
  if (call.options.flag('dry-run')) {
    call.say(`dry run: 0 calls; ${formatCounted([...rows].length, 'row')} would be written`);
    return;
  }
  const path = call.options.text('output') ?? '-';
  if (path === '-') {
    for (const row of rows) call.stdout.write(`${JSON.stringify(row)}\n`);
    return;
  }
  const output = await openOutput(path, { columns });
  try {
    for (const row of rows) {
      const more = output.write(row as Row);
      if (more !== undefined) await more;
    }
    await output.close();
  } catch (error) {
    await output.abort();
    throw error;
  }
}

const figure = (value: number | null): string => (value === null ? '–' : value.toFixed(3));

const measured = ({ value, interval }: Measured): string =>
  interval === null ? figure(value) : `${figure(value)} [${figure(interval[0])}, ${figure(interval[1])}]`;

/** Null for files of earlier versions, which do not say how a judgement was made. */
function blindOf(annotations: readonly Annotation[]): BlindAgreement | null {
  return annotations.some(({ blind }) => blind != null) ? blindAgreement(annotations) : null;
}

function blindNote({ decisions, records, alphaDecision, alphaFirstError }: BlindAgreement): string {
  if (records === 0) return `Blind judgements: ${decisions}; no record was judged blind by two.`;
  return `Blind judgements only (${records} records judged by two or more): decisions ${measured(alphaDecision)}, first error ${measured(alphaFirstError)}.`;
}

function agreementText(annotations: readonly Annotation[], style: TextStyle): string {
  const agreement = agreementOf(annotations);
  const blind = blindOf(annotations);
  const people = textTable(
    {
      columns: [
        { key: 'name', title: 'annotator', align: 'left' },
        { key: 'decisions', title: 'decisions', align: 'right' },
        { key: 'seconds', title: 'seconds per record', align: 'right' },
      ],
      rows: agreement.annotators.map(({ name, decisions, meanSeconds }) => ({
        name,
        decisions,
        seconds: meanSeconds === null ? '–' : meanSeconds.toFixed(1),
      })),
      notes: [
        `Krippendorff's alpha: decisions ${figure(agreement.alphaDecision)}, first error ${figure(agreement.alphaFirstError)}.`,
        ...(blind === null ? [] : [blindNote(blind)]),
        `${agreement.disputes.length} disputes, ${agreement.settled} settled.`,
      ],
    },
    style,
  );
  if (agreement.pairs.length === 0) return people;
  const pairs = textTable(
    {
      columns: [
        { key: 'pair', title: 'pair', align: 'left' },
        { key: 'n', title: 'both judged', align: 'right' },
        { key: 'same', title: 'the same', align: 'right' },
        { key: 'kappa', title: 'kappa', align: 'right' },
      ],
      rows: agreement.pairs.map(({ first, second, n, same, kappa }) => ({
        pair: `${first}, ${second}`,
        n,
        same,
        kappa: figure(kappa),
      })),
      notes: [],
    },
    style,
  );
  return `${people}\n${pairs}`;
}

export async function runAnnotations(call: Call): Promise<number> {
  const { options, stdout, say } = call;
  const [verb, ...given] = options.positionals;
  if (verb === 'forget') return runForget(call, given);
  const names = given.length > 0 ? given : ['annotations'];
  if (verb !== 'export' && verb !== 'merge' && verb !== 'agreement') {
    throw new LateBenchError(
      'LB_USAGE',
      `annotations${verb === undefined ? '' : ` ${verb}`}: say export, merge, agreement or forget`,
    );
  }
  if (verb === 'export' && options.flag('injections')) {
    const { records, notes, isPartial } = await acceptedInjections(names, options.list('annotator'));
    await write(call, records);
    for (const note of notes) say(`latebench annotations: ${note}`);
    say(`latebench annotations: ${formatCounted(records.length, 'accepted injection')}`);
    return isPartial ? exitCodes.partial : exitCodes.ok;
  }
  const paths = await annotationPaths(names);
  const { annotations, lines, bad } = await readAnnotations(paths);
  if (annotations.length === 0 && bad.length === lines && lines > 0) {
    const where = names.length === 1 ? names[0]! : `${names.length} places`;
    const message = `no line of ${where} is a judgement (${bad[0]}); name a run folder, or the folder of its judgements`;
    throw new LateBenchError('LB_INPUT_MISSING', message);
  }
  for (const line of bad.slice(0, 3)) say(`latebench annotations: ${line}`);
  if (bad.length > 3) say(`latebench annotations: … and ${bad.length - 3} more lines that cannot be read`);
  const requested = options.list('annotator');
  if (annotations.length > 0) {
    const known = annotations.map(({ annotator }) => annotator);
    checkNames(requested, known, {
      option: '--annotator',
      nothing: 'no judgement is by an annotator of that name',
    });
  }
  const isRequested = ({ annotator }: Annotation): boolean =>
    requested.length === 0 || requested.includes(annotator);
  const chosen = annotations.filter(isRequested);
  if (verb === 'agreement') {
    const json = options.text('format') === 'json';
    const blind = blindOf(chosen);
    const printed = { ...agreementOf(chosen), ...(blind === null ? {} : { blind }) };
    stdout.write(json ? `${JSON.stringify(printed, null, 2)}\n` : agreementText(chosen, styleOf(call)));
  } else if (verb === 'merge') {
    const all: Annotation[] = [];
    for (const path of paths) {
      for (const { value, bad: broken } of await jsonLinesOf(path))
        if (!broken && isRequested(value as Annotation)) all.push(value as Annotation);
    }
    // The sort is stable: without times, the order of the files is kept.
    all.sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : (a.at ?? '') > (b.at ?? '') ? 1 : 0));
    await write(call, all, annotationColumns);
  } else if (options.flag('labels')) await write(call, goldRows(chosen), goldColumns);
  else await write(call, chosen, annotationColumns);
  say(
    `latebench annotations: ${formatCounted(lines, 'line')} of ${formatCounted(paths.length, 'file')}, ${formatCounted(chosen.length, 'annotation')} that count`,
  );
  return bad.length > 0 ? exitCodes.partial : exitCodes.ok;
}
