// The picture of `npm start` in README.md: made by scripts/capture-start.ts from a pseudo-terminal, and held by a test to
// what the command prints.
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { node } from './cli.ts';
import { onTerminal, type Shown } from './pseudo-terminal.ts';

/** From the root of the repository. */
export const startCapture = 'docs/images/npm-start.svg';

const command = 'npm start';

/** Runs `npm start` in `folder`, which becomes a copy of the package: its run is written there. */
export async function startOnTerminal(folder: string): Promise<Shown> {
  await copyFile('package.json', join(folder, 'package.json'));
  for (const name of ['bin', 'dist', 'node_modules', 'data', 'pipelines'])
    await symlink(resolve(name), join(folder, name));
  // npm finds the node of this process, with its flags.
  const shims = join(folder, '.shims');
  await mkdir(shims);
  await writeFile(join(shims, 'node'), `#!/bin/sh\nexec ${node} "$@"\n`, { mode: 0o755 });
  // Nothing of npm's own news, and nothing of an npm that runs the tests.
  const outer = Object.keys(process.env).filter((name) => /^npm_/i.test(name));
  const env = {
    PATH: [shims, process.env.PATH].join(delimiter),
    ...Object.fromEntries(outer.map((name) => [name, undefined])),
    NPM_CONFIG_USERCONFIG: '/dev/null',
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
    NPM_CONFIG_PROGRESS: 'false',
  };
  return onTerminal(command, { at: folder, env });
}

/** The lines of a picture: what was typed, and the screen without the empty lines at its ends. */
export function capturedLines(screen: readonly string[]): string[] {
  return [`$ ${command}`, ...screen.join('\n').trim().split('\n')];
}

/** Without what differs from run to run: times, rates, and the run's name. */
export function timeless(lines: readonly string[]): string[] {
  return lines.map((line) =>
    line
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?:-\d+)?/g, 'RUN')
      .replace(/[\d.]+ (?:ms|s|min) \([\d.]+\/\w+\)/, 'TIME'),
  );
}

const column = 8.4;
const row = 19;
const margin = 14;

/** Blanks that no viewer folds. */
function escaped(text: string): string {
  const blank = text.replaceAll(' ', '\u00a0');
  return blank.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A terminal of 80 columns as a picture. */
export function captureSvg(lines: readonly string[]): string {
  const width = Math.ceil(80 * column + 2 * margin);
  const height = lines.length * row + 2 * margin;
  // Each line has the width that its columns have, whatever font there is.
  const texts = lines.map((line, at) => {
    const place = `x="${margin}" y="${margin + 14 + at * row}"`;
    return `<text ${place} textLength="${(line.length * column).toFixed(1)}">${escaped(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>What npm start prints</title>
<rect width="100%" height="100%" rx="8" fill="#16191f"/>
<g fill="#e4e7ec" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
${texts.join('\n')}
</g>
</svg>
`;
}

export function textOfCapture(svg: string): string[] {
  return [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, text]) =>
    text!.replaceAll('\u00a0', ' ').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
}
