// docs/reproduce.md, from the registry: `npm run reference` writes it.
import { notReproduced, reproductions } from './registry.ts';
import type { Figure, Reproduction } from './reproduction.ts';

const value = (number: number | null, digits: number, unknown: string): string =>
  number === null ? unknown : number.toFixed(digits);

function differenceOf({ theirs, ours, digits }: Figure): string {
  if (ours === null || theirs === null) return '';
  const difference = ours - theirs;
  return Number(difference.toFixed(digits)) === 0 ? '0' : difference.toFixed(digits);
}

function section({ name, about, source, files, figures, explained }: Reproduction): string {
  return [
    `## ${name}`,
    `${about[0]!.toUpperCase()}${about.slice(1)}.`,
    `Source: ${source}.`,
    `Files: ${files.map((file) => `\`${file.name}\` (${file.hub === null ? file.from : `\`${file.hub}\``})`).join(', ')}.`,
    [
      '| | published | recomputed | difference |',
      '| --- | ---: | ---: | ---: |',
      ...figures.map(
        (figure) =>
          `| ${figure.what} | ${value(figure.theirs, figure.digits, 'not published')} | ${value(figure.ours, figure.digits, 'not measured')} | ${differenceOf(figure)} |`,
      ),
    ].join('\n'),
    figures.every(({ ours }) => ours === null)
      ? `Not measured here: the files were not available. ${explained}`
      : explained,
  ].join('\n\n');
}

export function reproducePage(): string {
  return `${[
    '# Published numbers, from published files',
    '`latebench reproduce NAME` reads published files, recomputes the numbers published about them, and prints both:',
    [
      '```sh not run: needs the published files',
      ...reproductions.map(({ name }) => `latebench reproduce ${name} --data DIR`),
      '```',
    ].join('\n'),
    [
      '- Files are found by their names in `--data DIR` and its folders. Without `--data`, files on the hub are downloaded.',
      '- Missing files are named and their numbers left out (exit code 3). A number that differs from the one recorded here ' +
        'ends with code 1.',
      '- `latebench reproduce` alone lists the names.',
      '- "Not measured" means that the file was not available when this page was written. Give it to the command, and it ' +
        'prints both numbers.',
      '- "Not published" means that only we have the number, or that theirs follows from the verdicts stored in the file; ' +
        'the command then prints it.',
    ].join('\n'),
    'The predictions of `latebench-headline` come from the lists of flagged steps in the published metrics file, and the ' +
      'rows of `deltabench-outputs` from the five columns that are needed.',
    ...reproductions.map(section),
    '## Not reproduced',
    [
      '| published | why not |',
      '| --- | --- |',
      ...notReproduced.map(({ what, why }) => `| ${what} | ${why} |`),
    ].join('\n'),
  ].join('\n\n')}\n`;
}
