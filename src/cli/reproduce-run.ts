// Runs `latebench reproduce`.
import type { HubClient } from '../datasets/hub/client.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import { openHub } from '../executor/hub.ts';
import { didYouMean } from '../records/nearest-name.ts';
import { formatCounted } from '../report/format.ts';
import { textTable } from '../report/text-table.ts';
import { reproductions } from '../reproduce/registry.ts';
import type { Reproduction } from '../reproduce/reproduction.ts';
import {
  type Compared,
  type FindFile,
  fileFinder,
  type ReproductionResult,
  runReproduction,
} from '../reproduce/run-reproduction.ts';
import type { Call } from './command.ts';
import { configOf } from './command-config.ts';
import { watchSignals } from './signals.ts';
import { styleOf } from './text-style.ts';

async function fetched(client: HubClient, address: string): Promise<string[]> {
  const [{ parseHubAddress }, { openSnapshot }, { chooseFiles }, { fetchFile }] = await Promise.all([
    import('../datasets/hub/hub-address.ts'),
    import('../datasets/hub/snapshot.ts'),
    import('../datasets/hub/choose-files.ts'),
    import('../datasets/hub/download.ts'),
  ]);
  const { selector, ...named } = parseHubAddress(address);
  const snapshot = await openSnapshot(client, named);
  const paths: string[] = [];
  for (const file of chooseFiles(snapshot, selector).files) {
    paths.push(await fetchFile(client, snapshot, file));
  }
  return paths;
}

function reproductionNamed(name: string): Reproduction {
  const found = reproductions.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = reproductions.map((one) => one.name);
  const all = `; there are: ${names.join(', ')}`;
  throw new LateBenchError('LB_USAGE', `no reproduction ${name}${didYouMean(name, names) || all}`);
}

function figuresText({ figures }: ReproductionResult, style: ReturnType<typeof styleOf>): string {
  const shown = figures.filter(({ measured }) => measured !== null);
  if (shown.length === 0) return '';
  const digitsOf = new Map(shown.map(({ what, digits }) => [what, digits]));
  const cell = (key: 'theirs' | 'measured' | 'difference') => (one: Compared) =>
    one[key] === null ? null : Number(one[key]).toFixed(digitsOf.get(one.what));
  const number = (key: string, title: string) => ({ key, title, align: 'right' as const });
  return textTable(
    {
      columns: [
        { key: 'what', title: '', wraps: true },
        number('theirs', 'published'),
        number('ours', 'recomputed'),
        number('difference', 'difference'),
      ],
      rows: shown.map((one) => ({
        what: one.what,
        theirs: cell('theirs')(one),
        ours: cell('measured')(one),
        difference: one.difference === 0 ? '0' : cell('difference')(one),
      })),
    },
    style,
  );
}

/** The explanation is of the recorded numbers: beside others it would explain what is not there. */
function explanationOf({ figures }: ReproductionResult, explained: string): string {
  const measured = figures.filter(({ measured }) => measured !== null);
  if (measured.length === 0) return 'No number was recomputed.';
  const others = measured.filter(({ asRecorded }) => asRecorded === false).length;
  if (others === 0) return explained;
  return `${others} of ${formatCounted(measured.length, 'number')} differ from what docs/reproduce.md records and explains: the files are not those that it was written from.`;
}

export async function runReproduce(call: Call): Promise<number> {
  const { options, stdout, say } = call;
  const [name, ...more] = options.positionals;
  if (more.length > 0)
    throw new LateBenchError('LB_USAGE', 'name one reproduction: latebench reproduce NAME');
  const json = options.text('format') === 'json';
  if (name === undefined) {
    const listed = reproductions.map((one) => ({ name: one.name, about: one.about }));
    const columns = [
      { key: 'name', title: 'name' },
      { key: 'about', title: 'what it measures', wraps: true },
    ];
    stdout.write(
      json ? `${JSON.stringify(listed, null, 2)}\n` : textTable({ columns, rows: listed }, styleOf(call)),
    );
    return exitCodes.ok;
  }
  const reproduction = reproductionNamed(name);
  const folders = options.list('data');
  const watch = watchSignals({ say: () => {} });
  const tell = (line: string): void => say(`latebench reproduce: ${line}`);
  try {
    const client = openHub(configOf(call), { signal: watch.stopReading, say: tell });
    const fromHub: FindFile = async ({ hub }) => (hub === null ? [] : fetched(client, hub));
    const find = folders.length === 0 ? fromHub : await fileFinder(folders);
    const result = await runReproduction(reproduction, find);
    const { missing, figures } = result;
    for (const { name: file, from } of missing) tell(`${file} is not there; it is published at ${from}`);
    if (json) stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    else {
      const about = `${reproduction.about}\n${reproduction.source}\n\n`;
      const explanation = explanationOf(result, reproduction.explained);
      stdout.write(`${about}${figuresText(result, styleOf(call))}\n${explanation}\n`);
    }
    const others = figures.filter(({ asRecorded }) => asRecorded === false);
    for (const { what, ours, digits } of others)
      tell(`${what}: docs/reproduce.md has ${ours?.toFixed(digits)}`);
    if (others.length > 0) return exitCodes.failure;
    return missing.length > 0 ? exitCodes.partial : exitCodes.ok;
  } finally {
    watch.dispose();
  }
}
