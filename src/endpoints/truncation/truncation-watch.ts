// Finds prompts that the server read only in part, from the number of tokens that it reports of each. A server whose
// context is too short cuts prompts in silence: all that are longer then have the same number of tokens (a plateau), or
// one prompt has far fewer than others like it (an outlier). Judgement is held back until it is certain; what it finds
// then may be earlier replies too.
import type { ChatMessage } from '../chat.ts';
import { featureId, promptFeatures } from './prompt-features.ts';
import { fitPrompts, type Observation, type PromptFit } from './prompt-fit.ts';

export interface Finding {
  /** Tokens that the server read of the prompt, and that it has; null where only its plateau is known. */
  readonly read: number;
  readonly expected: number | null;
  /** The number that prompts of different lengths share, null for an outlier. */
  readonly plateau: number | null;
  /** Keys of earlier calls whose prompts were cut as well. */
  readonly earlier: readonly string[];
}

export interface TruncationWatch {
  /** Takes what the server said of a prompt. Undefined: nothing speaks for a cut, or too little is known. */
  note(key: string, messages: readonly ChatMessage[], tokens: number): Finding | undefined;
  /** As `note`, of a stored reply: it is judged only with later ones. */
  learn(key: string, messages: readonly ChatMessage[], tokens: number): void;
}

interface Prompt extends Observation {
  readonly keys: string[];
  found: boolean;
}

/** Different prompts that are remembered, and calls of each. */
const [maxPrompts, maxKeys] = [400, 64];
/** Stored replies that wait for a call. */
const maxStored = 4096;
/** No server has so short a context: prompts as short as this share their length often. */
const shortestContext = 256;
/** Prompts that must be fitted before a single one is judged, and before a plateau of few is. */
const [certainOfOutlier, certainOfPlateau] = [30, 12];
/** An outlier: so many standard deviations below, and this share of what was expected at most. */
const [farBelow, outlierShare] = [6.5, 0.8];
/** Whole by a fit that is out of date, for as long as there are not so many times the prompts that it had. */
const [clearlyWhole, longestFit] = [0.92, 1.5];
/** Evidence for a plateau, in nats: needed; of each further prompt with the same count; of a count that contexts have. */
const [neededEvidence, tieEvidence, maxTies, roundEvidence] = [17, 4, 3, 4];
const maxEvidenceOfOne = 12;
/** Without a fit: prompts of one count whose expected lengths differ so much. */
const [fewestTied, clearlyLonger] = [3, 1.5];
/** The same prompt counted differently: the server does not count whole prompts (without what it has cached). */
const sameCount = 1.02;

function isRound(tokens: number): boolean {
  return [0, 1].some((mark) => (tokens + mark) % 512 === 0 || (tokens + mark) % 1000 === 0);
}

export function createTruncationWatch(): TruncationWatch {
  const prompts = new Map<string, Prompt>();
  let most = 0;
  let plateau: number | null = null;
  let isSteady = true;
  /** Made when somebody asks: nobody does while replies are stored ones. */
  let fit: PromptFit | undefined;
  /** Prompts have come that it should know. */
  let isStale = true;
  /** Different prompts so far; then, when the last fit was due, and when it was made. */
  let [seen, due, made] = [0, 0, 0];

  const tied = (): Prompt[] => [...prompts.values()].filter(({ tokens }) => tokens === most);

  const fitted = (): PromptFit => {
    if (fit !== undefined && !isStale) return fit;
    const all = [...prompts.values()];
    // One longest prompt says as much as any other; of several with one count each may have been cut.
    const ties = all.filter(({ tokens }) => tokens === most).length;
    fit = fitPrompts(ties > 1 ? all.filter(({ tokens }) => tokens !== most) : all);
    isStale = false;
    made = seen;
    return fit;
  };

  const isDue = (prompt: Prompt): boolean => {
    seen += 1;
    return seen <= 64 || seen >= 1.15 * due || (prompt.tokens === most && tied().length > 1);
  };

  /** How far a prompt is below what is predicted of it, in standard deviations. */
  const shortfall = ({ counts, tokens }: Observation): number => {
    const predicted = fitted().predict(counts);
    return (predicted.tokens - tokens) / predicted.error;
  };

  /** By the last fit, stale or not, with a margin: a fit for each of the first prompts takes longer than their calls. */
  const isClearlyWhole = ({ counts, tokens }: Observation): boolean =>
    fit !== undefined && seen < longestFit * made && tokens >= clearlyWhole * fit.tokens(counts);

  const isOutlier = (prompt: Prompt): boolean => {
    if (prompts.size < certainOfOutlier || fitted().prompts < certainOfOutlier) return false;
    // Every call comes by here, and the error of a prediction takes longer than the prediction.
    if (prompt.tokens >= outlierShare * fitted().tokens(prompt.counts)) return false;
    return shortfall(prompt) > farBelow;
  };

  const isPlateau = (group: readonly Prompt[]): boolean => {
    if (most < shortestContext) return false;
    const expected = group.map(({ counts }) => fitted().tokens(counts));
    const longest = Math.max(...expected);
    if (group.length >= fewestTied && longest > clearlyLonger * Math.min(...expected)) return true;
    const mean = expected.reduce((sum, one) => sum + one, 0) / group.length;
    if (fitted().prompts < certainOfPlateau || mean < 1.03 * most) return false;
    const ofLengths = group.map(shortfall).reduce((sum, below) => {
      const squared = (Math.sign(below) * below ** 2) / 2;
      return sum + Math.min(maxEvidenceOfOne, squared) - 0.5;
    }, 0);
    const ofTies = tieEvidence * Math.min(maxTies, group.length - 1);
    return ofLengths + ofTies + (isRound(most) ? roundEvidence : 0) > neededEvidence;
  };

  const remember = (key: string, id: string, observation: Observation): Prompt => {
    const prompt: Prompt = { ...observation, keys: [key], found: false };
    prompts.set(id, prompt);
    if (prompts.size > maxPrompts) {
      for (const [old, { tokens }] of prompts) {
        if (tokens === most) continue;
        prompts.delete(old);
        break;
      }
    }
    return prompt;
  };

  /** Keys of prompts that are found now and were not before. */
  const newlyFound = (cut: readonly Prompt[], key: string): string[] => {
    const found = cut.filter((prompt) => !prompt.found);
    for (const prompt of found) prompt.found = true;
    return found.flatMap(({ keys }) => keys).filter((known) => known !== key);
  };

  const judge = (key: string, prompt: Prompt): Finding | undefined => {
    const read = prompt.tokens;
    const group = read === most ? tied() : [];
    if (plateau !== null && most > plateau) plateau = null;
    if (plateau === null && group.some((one) => one === prompt) && isPlateau(group)) plateau = most;
    if (plateau === read) return { read, expected: null, plateau, earlier: newlyFound(group, key) };
    if (isClearlyWhole(prompt) || !isOutlier(prompt)) return undefined;
    const others = [...prompts.values()].filter(isOutlier);
    const expected = Math.round(fitted().tokens(prompt.counts));
    return { read, expected, plateau: null, earlier: newlyFound(others, key) };
  };

  /** The prompt as it is known now; undefined where nothing can be said of it. */
  const take = (key: string, messages: readonly ChatMessage[], tokens: number): Prompt | undefined => {
    if (tokens === 0) return undefined;
    const counts = promptFeatures(messages);
    const id = featureId(messages);
    const known = prompts.get(id);
    if (known !== undefined) {
      const [less, more] = [Math.min(known.tokens, tokens), Math.max(known.tokens, tokens)];
      if (more > sameCount * less + 2) isSteady = false;
      if (known.keys.length < maxKeys) known.keys.push(key);
      return isSteady ? known : undefined;
    }
    const prompt = remember(key, id, { counts, tokens });
    most = Math.max(most, tokens);
    if (!isSteady) return undefined;
    if (isDue(prompt)) {
      isStale = true;
      due = seen;
    }
    return prompt;
  };

  /** Of stored replies, not yet taken: most runs that find theirs stored make no call to judge by them. */
  const stored: Parameters<typeof take>[] = [];
  const takeStored = (): void => {
    for (const one of stored) take(...one);
    stored.length = 0;
  };

  return {
    note(key, messages, tokens) {
      takeStored();
      const prompt = take(key, messages, tokens);
      return prompt === undefined ? undefined : judge(key, prompt);
    },
    learn(key, messages, tokens) {
      stored.push([key, messages, tokens]);
      if (stored.length === maxStored) takeStored();
    },
  };
}
