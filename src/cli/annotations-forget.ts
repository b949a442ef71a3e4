// `latebench annotations forget`: puts a pseudonym in place of an annotator's name, in every file of judgements that is
// named, and says where the name is left.

import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { homeOf } from '../config/shared-settings.ts';
import { keptSecret } from '../dashboard/secrets.ts';
import { annotationFolder } from '../datasets/annotation-files.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import { referee } from '../records/gold-labels.ts';
import { checkNames } from '../records/missing-name.ts';
import { formatCounted } from '../report/format.ts';
import { annotationFile, annotationFiles, readAnnotations } from '../storage/annotations.ts';
import { type Forgotten, forgetIn } from '../storage/forget-name.ts';
import type { Call } from './command.ts';
import { configOf } from './command-config.ts';

/** The same for a name on this machine, and not to be found out by trying names: the secret is the dashboard's. */
function pseudonymOf(name: string, home: string): string {
  const secret = keptSecret(join(home, 'view-secret'));
  return `former-${createHmac('sha256', secret).update(`pseudonym ${name}`).digest('hex').slice(0, 8)}`;
}

function checkName(name: string | undefined, what: string): asserts name is string {
  if (name === undefined)
    throw new LateBenchError('LB_USAGE', `say ${what}: latebench annotations forget NAME runs/mine`);
  annotationFile('', name);
  if (name === referee) throw new LateBenchError('LB_USAGE', `${referee} is reserved for settling disputes`);
}

const shown = 10;

/** Throws where nobody of that name has judged: a name that was misspelt would seem forgotten. */
async function checkAuthor(name: string, pseudonym: string, paths: readonly string[]): Promise<void> {
  const authors = new Set<string>();
  for (const path of paths) {
    const folder = annotationFolder(path);
    const { annotations } = await readAnnotations(folder === null ? [path] : await annotationFiles(folder));
    for (const { annotator } of annotations) authors.add(annotator);
  }
  // The name may have been forgotten before.
  if (authors.has(pseudonym)) return;
  checkNames([name], authors, {
    option: 'forget',
    nothing: 'nothing is by anybody of that name, and no text has it',
  });
}

export async function runForget(call: Call, [name, ...given]: readonly string[]): Promise<number> {
  const { options, say } = call;
  checkName(name, 'which name to remove');
  const dry = options.flag('dry-run');
  const home = homeOf(configOf(call));
  const pseudonym =
    options.text('as') ??
    (dry && !existsSync(join(home, 'view-secret')) ? 'former-…' : pseudonymOf(name, home));
  if (!dry) checkName(pseudonym, 'a pseudonym');
  if (pseudonym === name) throw new LateBenchError('LB_USAGE', `--as ${pseudonym}: this is the name itself`);
  const total: Forgotten = { files: [], lines: 0, left: [] };
  for (const path of given.length > 0 ? given : ['annotations']) {
    const { files, lines, left } = await forgetIn(annotationFolder(path) ?? path, { name, pseudonym, dry });
    total.files.push(...files);
    total.lines += lines;
    total.left.push(...left);
  }
  const paths = given.length > 0 ? given : ['annotations'];
  if (total.lines === 0 && total.left.length === 0) await checkAuthor(name, pseudonym, paths);
  const where = `${formatCounted(total.lines, 'line')} of ${formatCounted(total.files.length, 'file')}`;
  say(
    dry
      ? `dry run: 0 calls; ${pseudonym} would replace ${name} in ${where}`
      : `latebench annotations: ${pseudonym} replaces the name in ${where}`,
  );
  if (dry) for (const file of total.files) say(`  ${file}`);
  for (const left of total.left.slice(0, shown)) say(`  the name is left in ${left}`);
  if (total.left.length > shown) say(`  … and in ${total.left.length - shown} more places`);
  return total.left.length === 0 ? exitCodes.ok : exitCodes.partial;
}
