// What a prompt's number of tokens follows from, whatever the tokenizer: how many words, letters, digits, marks and
// signs of each script it has. Tokenizers differ in what each of these costs, which is fitted (prompt-fit.ts).
import { ofMessages } from '../of-messages.ts';

/** A kind of text, and what one of it costs in tokens: the mean over known tokenizers, and how far they differ. */
interface Feature {
  readonly name: string;
  readonly tokens: number;
  readonly spread: number;
}

const features = [
  { name: 'messages', tokens: 6, spread: 30 },
  { name: 'words', tokens: 0.9, spread: 0.5 },
  { name: 'letters', tokens: 0.07, spread: 0.25 },
  { name: 'letters behind the sixth of a word', tokens: 0.1, spread: 0.25 },
  { name: 'digits', tokens: 0.6, spread: 0.4 },
  { name: 'numbers', tokens: 0.2, spread: 0.5 },
  { name: 'ASCII marks', tokens: 0.6, spread: 0.4 },
  { name: 'runs of ASCII marks', tokens: 0.2, spread: 0.4 },
  { name: 'spaces', tokens: 0.03, spread: 0.3 },
  { name: 'line breaks and runs of spaces', tokens: 0.7, spread: 0.5 },
  { name: 'signs of two bytes', tokens: 0.8, spread: 0.6 },
  { name: 'signs of Chinese, Japanese and Korean', tokens: 1.1, spread: 0.8 },
  { name: 'other signs of three bytes', tokens: 1.5, spread: 1 },
  { name: 'halves of signs of four bytes', tokens: 1.2, spread: 0.8 },
] as const satisfies readonly Feature[];

export const priorTokens: readonly number[] = features.map(({ tokens }) => tokens);
export const priorSpread: readonly number[] = features.map(({ spread }) => spread);

const [
  words,
  letters,
  longLetters,
  digits,
  numbers,
  marks,
  markRuns,
  spaces,
  breaks,
  two,
  cjk,
  three,
  halves,
] = features.slice(1).map((_, at) => at + 1) as unknown as readonly [
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
];

const longWord = 6;
/** Kinds of characters, as numbers: every character of every prompt passes here. */
const [space, letter, digit, mark, sign] = [0, 1, 2, 3, 4];
const asciiKinds = Uint8Array.from({ length: 0x80 }, (_, code) => kindOf(code));

function isCjk(code: number): boolean {
  return (code >= 0x2e80 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af) || code >= 0xf900;
}

/** How often each feature occurs. */
export const promptFeatures = ofMessages((messages): Float64Array => {
  const counts = new Float64Array(features.length);
  counts[0] = messages.length;
  for (const { content } of messages) addText(counts, content);
  return counts;
});

/** The same for prompts with the same features. */
export const featureId = ofMessages((messages) =>
  Buffer.from(promptFeatures(messages).buffer).toString('latin1'),
);

function addText(counts: Float64Array, text: string): void {
  let before = space;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = code < 0x80 ? asciiKinds[code]! : sign;
    run = kind === before && at > 0 ? run + 1 : 1;
    before = kind;
    if (kind === letter) {
      counts[letters]! += 1;
      if (run === 1) counts[words]! += 1;
      else if (run > longWord) counts[longLetters]! += 1;
    } else if (kind === digit) {
      counts[digits]! += 1;
      if (run === 1) counts[numbers]! += 1;
    } else if (kind === mark) {
      counts[marks]! += 1;
      if (run === 1) counts[markRuns]! += 1;
    } else if (kind === space) {
      counts[spaces]! += 1;
      if (run === 2 || (run === 1 && code !== 0x20)) counts[breaks]! += 1;
    } else if (code < 0x800) counts[two]! += 1;
    else if (code >= 0xd800 && code <= 0xdfff) counts[halves]! += 1;
    else if (isCjk(code)) counts[cjk]! += 1;
    else counts[three]! += 1;
  }
}

function kindOf(code: number): number {
  if (code <= 0x20) return space;
  const character = String.fromCharCode(code);
  if (/[0-9]/.test(character)) return digit;
  return /[A-Za-z]/.test(character) ? letter : mark;
}

/**
 * No tokenizer known to us makes fewer tokens: twelve letters or spaces to a token, four digits, six ASCII marks (long
 * runs of one sign are single tokens), three signs of any other script.
 */
export function fewestTokens(counts: Float64Array): number {
  const latin = (counts[letters]! + counts[spaces]!) / 12;
  const others = counts[two]! + counts[cjk]! + counts[three]! + counts[halves]!;
  return latin + counts[digits]! / 4 + counts[marks]! / 6 + others / 3;
}
