// Learning mode of an exported site: the exercises of the server; answers are kept by the browser.
import { LateBenchError } from '../../errors.ts';
import { answerRequestSchema, type LearnerAnswer, learnerAnswerSchema } from '../api-teach.ts';
import { valid, wholeOf } from '../routes/request-values.ts';
import type { Source } from '../sources/source.ts';
import { answerExercise, exercisePage, hintPage, type Learner, progressPage } from '../teach/exercises.ts';
import type { SiteHost } from './site-api.ts';

function keptAnswers(text: string | null): readonly LearnerAnswer[] {
  try {
    return learnerAnswerSchema.array().parse(JSON.parse(text ?? '[]'));
  } catch {
    // Not ours, or of another version: the learner begins anew.
    return [];
  }
}

function browserLearner(key: string, host: SiteHost): Learner {
  const name = `learning.${key}`;
  const answers = (): readonly LearnerAnswer[] => keptAnswers(host.kept(name));
  return {
    source: key,
    answers: async () => answers(),
    add: async (answer) => host.keep(name, JSON.stringify([...answers(), answer])),
    startOver: async () => host.keep(name, '[]'),
  };
}

/** `words`: the path after `exercises`; `body` is undefined where something is only asked for. */
export async function siteExercises(
  source: Source,
  key: string,
  host: SiteHost,
  words: readonly string[],
  body: unknown,
): Promise<unknown> {
  const learner = browserLearner(key, host);
  const [place, view, level] = words;
  if (place === undefined) return progressPage(source, learner);
  if (place === 'start-over' && body !== undefined) {
    await learner.startOver();
    return {};
  }
  const at = wholeOf(place, 'exercise', 1e9);
  if (view === undefined) return exercisePage(source, at, learner);
  if (view === 'hints') return hintPage(source, at, wholeOf(level, 'hint', 100));
  if (view === 'answer' && body !== undefined) {
    return answerExercise(source, at, valid(answerRequestSchema, body, 'answer'), learner, new Date());
  }
  throw new LateBenchError('LB_INPUT_MISSING', 'there is no such address');
}
