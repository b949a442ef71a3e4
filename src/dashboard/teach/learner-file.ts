// The answers of a learner on the server: lines of `learning/<name>.jsonl` beside the judgements, added only. A line that
// says `start_over` makes those before it count no more.
import { open, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseJson } from '../../records/parse-json.ts';
import { annotationFile } from '../../storage/annotations.ts';
import { createFolder } from '../../storage/make-folder.ts';
import { isRow } from '../../storage/rows.ts';
import { type LearnerAnswer, learnerAnswerSchema } from '../api-teach.ts';
import type { Source } from '../sources/source.ts';
import { keyOf } from '../workspace.ts';
import type { Learner } from './exercises.ts';

function lineOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // Torn by a crash: the others count.
    return null;
  }
}

export function learnerFile(source: Source, name: string): Learner {
  const path = annotationFile(join(source.notes.folder, 'learning'), name);
  const key = keyOf(source);

  async function append(value: object): Promise<void> {
    let replaced = false;
    await createFolder(dirname(path));
    const file = await open(path, 'a', 0o600);
    try {
      // The empty line ends one that a crash may have torn.
      await file.appendFile(`\n${JSON.stringify(value)}\n`);
      await file.sync();
      // Replaced meanwhile (storage/forget-name.ts): the line may be in the old file alone.
      const now = await stat(path).catch(() => null);
      if (now?.ino !== (await file.stat()).ino) replaced = true;
    } finally {
      await file.close();
    }
    if (replaced) await append(value);
  }

  return {
    source: key,
    async answers() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      let answers: LearnerAnswer[] = [];
      for (const line of text.split('\n')) {
        if (line === '') continue;
        const value = lineOf(line);
        if (isRow(value) && value.start_over === key) answers = [];
        const answer = learnerAnswerSchema.safeParse(value);
        if (answer.success && answer.data.source === key) answers.push(answer.data);
      }
      return answers;
    },
    add: append,
    startOver: () => append({ start_over: key, at: new Date().toISOString() }),
  };
}
