// docs/events.md: the lines of events.jsonl and the Prometheus metrics made from them.
import { metricsHelp } from '../src/endpoints/metrics-server.ts';
import { type DeclaredField, membersOfUnion } from './declaration-comments.ts';
import { code, prose } from './stage-reference.ts';

const about: Readonly<Record<string, string>> = {
  call_started: 'A call was begun.',
  call_finished: 'A call ended: with a reply, without one, or cancelled.',
  retry: 'An attempt failed and will be made again.',
  breaker: 'Calls are held back, because too many have failed.',
  pace: 'The number of calls that may be in flight has changed.',
  budget: 'What has been spent of the budget; written every two seconds.',
  progress: 'How far the run is; written every two seconds.',
  queue: 'How many jobs are on the queue.',
  batch: 'A batch of the provider was submitted, or ended.',
  journal: 'A journal ended in the middle of an entry, or held one that could not be read.',
};

function section(fields: readonly DeclaredField[]): string {
  const type = fields.find(({ name }) => name === 'type')?.type.replaceAll("'", '') ?? '';
  if (about[type] === undefined) throw new Error(`the event ${type} has no description`);
  const common = /^(?:call_|retry)/.test(type) ? 'Also `role`, `model` and `key`, the key of the call.' : '';
  const rows = fields
    .filter(({ name }) => name !== 'type')
    .map(
      (field) =>
        `| ${code(field.name)} | ${code(field.type.replaceAll(/\s+/g, ' '))} | ${prose(field.about)} |`,
    );
  const table = rows.length === 0 ? [] : ['', '| field | type | |', '| --- | --- | --- |', ...rows];
  return [`### ${type}`, '', `${about[type]} ${common}`.trim(), ...table, ''].join('\n');
}

/** docs/events.md. */
export function eventsPage(): string {
  const metrics = Object.entries(metricsHelp).map(
    ([name, [kind, text]]) => `| ${code(name)} | ${kind} | ${text} |`,
  );
  return [
    '# Events and metrics',
    '',
    'Made from the source by `npm run reference`.',
    '',
    '## Events',
    '',
    '`events.jsonl` in a run folder has one JSON object a line. A second process of the same run writes `events-2.jsonl`. Every line has `at`, the time in ISO 8601, and `type`. `latebench status RUN` and the dashboard read these files; prompts and replies are not in them. Programs can listen on the diagnostics channel `latebench:endpoint` instead.',
    '',
    ...membersOfUnion('src/endpoints/events.ts', 'EndpointEvent').map(section),
    '## Prometheus metrics',
    '',
    '`--metrics-port N` serves these at `http://127.0.0.1:N/metrics` while a command runs. Labels are `role` and, for calls, `model`; `outcome` and `from` for calls that ended, `kind` for tokens, `code` for retries, `state` for jobs.',
    '',
    '| metric | type | |',
    '| --- | --- | --- |',
    ...metrics,
    '',
  ].join('\n');
}
