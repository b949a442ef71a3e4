// Scores of a pool's traces by a process reward model: a score for each step of the text, and one for the trace of them.

import { homeOf } from '../config/shared-settings.ts';
import { endpointScorer } from '../critic/step-scores.ts';
import { splitSteps } from '../datasets/split-steps.ts';
import { isStoppedEarly } from '../deepconf/answer.ts';
import type { Pool } from '../deepconf/pool/read.ts';
import { type StepReduction, stepReductions, usualReduction } from '../deepconf/step-reduction.ts';
import { createSemaphore } from '../endpoints/semaphore.ts';
import { spentText } from '../endpoints/spent-text.ts';
import { formatCounted } from '../report/format.ts';
import type { Call } from './command.ts';
import { configFor } from './command-config.ts';
import { commandSession } from './command-session.ts';
import { journalFolder } from './journal-folder.ts';
import { watchCommand } from './watch-command.ts';

export interface ModelScores {
  /** By problem, then by sample. */
  readonly scores: Map<string, Map<number, number>>;
  /** Exit code of the signal that ended it early; null where every trace was asked about. */
  readonly interrupted: number | null;
  /** Traces that were asked about and have no score. */
  readonly unscored: number;
  /** How the scores came about, for the file. */
  readonly made: Readonly<Record<string, string>>;
}

interface Asked {
  readonly problem_id: string;
  readonly problem: string;
  readonly sample: number;
  readonly steps: readonly string[];
}

/** The traces that can be scored: those with a text that came to its end. */
async function* askedOf(pool: Pool): AsyncGenerator<Asked> {
  for (const { problem_id, problem } of pool.problems) {
    const columns = ['sample_id', 'text', 'finish_reason'] as const;
    for await (const batch of pool.traces(problem_id, { columns })) {
      const [ids, texts, reasons] = [
        batch.ints('sample_id'),
        batch.texts('text'),
        batch.texts('finish_reason'),
      ];
      for (const [row, sample] of ids.entries()) {
        const steps = isStoppedEarly(reasons[row] ?? null) ? [] : splitSteps(texts[row] ?? '');
        if (steps.length > 0) yield { problem_id, problem, sample, steps };
      }
    }
  }
}

/** Replies are kept in the command's journal: run again after an end of any kind, it pays for none of them twice. */
export async function scoresByModel(call: Call, pool: Pool): Promise<ModelScores> {
  const { options } = call;
  const reduce = (options.text('reduce') ?? usualReduction) as StepReduction;
  const config = configFor(call);
  const watch = watchCommand(call, config, { resumes: false });
  const session = commandSession(call, config, journalFolder(call, homeOf(config)), { drain: watch.drain });
  try {
    const endpoint = await session.endpoint('critic', { dialect: 'pooling' });
    const scorer = endpointScorer({ endpoint });
    const slots = createSemaphore(() => session.concurrency);
    const scores = new Map<string, Map<number, number>>();
    const busy = new Set<Promise<void>>();
    const notes = new Map<string, number>();
    let fault: { readonly error: unknown } | null = null;
    const one = async ({ problem_id, problem, sample, steps }: Asked): Promise<void> => {
      const { scores: found, note } = await scorer.score(
        { problem, steps },
        `${problem_id}:${sample}`,
        watch.abandon,
      );
      if (found === null) {
        notes.set(note, (notes.get(note) ?? 0) + 1);
        return;
      }
      const samples = scores.get(problem_id) ?? new Map<number, number>();
      scores.set(problem_id, samples.set(sample, stepReductions[reduce](found)));
    };
    for await (const asked of askedOf(pool)) {
      const release = await slots.acquire(watch.abandon).catch(() => null);
      if (release === null || fault !== null || watch.stopReading.aborted) {
        release?.();
        break;
      }
      const work = one(asked)
        .catch((error: unknown) => {
          fault ??= { error };
        })
        .finally(() => {
          release();
          busy.delete(work);
        });
      busy.add(work);
    }
    await Promise.all(busy);
    const interrupted = watch.exitCode ?? null;
    if (fault !== null && interrupted === null) throw (fault as { readonly error: unknown }).error;
    call.say(spentText(session.counters.total()));
    for (const [note, count] of notes) call.say(`${formatCounted(count, 'trace')} without a score (${note})`);
    const unscored = [...notes.values()].reduce((sum, count) => sum + count, 0);
    return { scores, interrupted, unscored, made: { model: endpoint.model, reduce } };
  } finally {
    await session.close();
    watch.dispose();
  }
}

/** What a dry run says: one call for each trace with a text. */
export async function modelCalls(pool: Pool): Promise<string> {
  let [calls, characters] = [0, 0];
  for await (const { problem, steps } of askedOf(pool)) {
    calls += 1;
    characters += problem.length + steps.reduce((sum, step) => sum + step.length, 0);
  }
  return `dry run: ${formatCounted(calls, 'call')} of a reward model, about ${formatCounted(Math.ceil(characters / 4), 'token')}`;
}
