// docs/errors.md: every error code with its cause, the way out and the exit code, by area.
import {
  type ErrorCode,
  exitCodeMeanings,
  exitCodeOf,
  exitCodes,
  failsOnlyItsRecord,
  isRecordError,
  LateBenchError,
} from '../src/errors.ts';
import { errorTexts } from './error-codes.ts';

const areas: readonly (readonly [title: string, codes: RegExp])[] = [
  ['Usage and configuration', /^LB_(?:USAGE|CONFIG)$/],
  ['Input', /^LB_(?:INPUT_|JSON|UTF8|LINE_|TORN_|SCHEMA|NO_SOLUTION|ADAPTER|CSV|PARQUET|ARROW|STAGE|MAX_)/],
  ['Output and storage', /^LB_(?:OUTPUT|DISK_FULL|STORE|BUSY)$/],
  ['Endpoints', /^LB_(?:ENDPOINT_|OFFLINE|PENDING|BUDGET)/],
  ['The hub', /^LB_HUB_/],
  ['Other', /^LB_(?:ABORTED|INTERNAL)$/],
];

function scope(error: LateBenchError): string {
  if (failsOnlyItsRecord(error)) return 'The critique of one record fails; the run continues.';
  if (isRecordError(error)) return 'The record is quarantined; the run continues.';
  const code = exitCodeOf(error);
  const resumes = code === exitCodes.stopped || code === exitCodes.diskFull;
  return `Ends the command with exit code ${code}${resumes ? '; running it again resumes' : ''}.`;
}

function section([title, area]: (typeof areas)[number]): string {
  const codes = (Object.keys(errorTexts) as ErrorCode[]).filter((code) => area.test(code));
  const parts = codes.map((code) => {
    const { cause, wayOut } = errorTexts[code];
    return `### ${code}\n\n${cause} ${scope(new LateBenchError(code, ''))}\n\n*What to do:* ${wayOut}\n`;
  });
  return `## ${title}\n\n${parts.join('\n')}`;
}

/** docs/errors.md. */
export function errorsPage(): string {
  const exits = exitCodeMeanings.map(([code, meaning]) => `| ${code} | ${meaning} |`);
  return [
    '# Error codes',
    '',
    'Made from the source by `npm run reference`. A message ends with its code in parentheses; programs find it in `error.code`, and records that could not be used have it in their quarantine envelope. Codes are stable: scripts may rely on them.',
    '',
    ...areas.map(section),
    '## Exit codes',
    '',
    '| code | meaning |',
    '| --- | --- |',
    ...exits,
    '',
  ].join('\n');
}
