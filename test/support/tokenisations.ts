// Five plausible tokenizers, none of them a real one, for what is said of a prompt's number of tokens: they differ as
// known ones do in how they take words, digits, marks and other scripts apart.

export type Tokenisation = (text: string) => number;

/** Pieces of at most `size` letters: a longer word is taken apart as byte pairs would. */
function pieces(length: number, size: number): number {
  return Math.ceil(length / size);
}

function sum(text: string, pattern: RegExp, cost: (piece: string) => number): number {
  let total = 0;
  for (const [piece] of text.matchAll(pattern)) total += cost(piece);
  return total;
}

const bytes = (text: string): number => Buffer.byteLength(text);

/** Common words are one token, rare ones several: which is which follows from their letters alone. */
function isCommon(word: string): boolean {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = (hash * 31 + word.charCodeAt(at)) % 1009;
  return hash % (word.length < 6 ? 12 : 4) !== 0;
}

/** As GPT-2: words with the space before them, digits in runs, other scripts by bytes. */
const likeGpt2: Tokenisation = (text) =>
  sum(text, /'s|'t|'re|'ve|'m|'ll|'d| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+(?!\S)|\s+/g, (piece) => {
    const bare = piece.trimStart();
    if (/^[A-Za-z]/.test(bare)) return isCommon(bare) ? 1 : pieces(bare.length, 4) + 1;
    if (/^[0-9]/.test(bare)) return pieces(bare.length, 2);
    if (/[^\s!-~]/.test(bare)) return Math.ceil(bytes(bare) * 0.8);
    return bare === '' ? 1 : pieces(bare.length, 2);
  });

/** As cl100k_base: digits in threes, marks in longer runs, common words of other scripts whole. */
const likeCl100k: Tokenisation = (text) =>
  sum(text, /[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+/gu, (piece) => {
    const bare = piece.trim();
    if (/^.?[A-Za-z]+$/.test(bare)) return isCommon(bare) ? 1 : pieces(bare.length, 5) + 0;
    if (/^\p{L}/u.test(bare)) return pieces(bytes(bare), 3);
    if (/^\p{N}/u.test(bare) || bare === '') return 1;
    return pieces(bytes(bare), 3);
  });

/** As Llama: each digit a token, each line break too. */
const likeLlama: Tokenisation = (text) =>
  sum(text, / ?[A-Za-z]+|[0-9]|\n| +| ?[^\sA-Za-z0-9]/gu, (piece) => {
    const bare = piece.trim();
    if (/^[A-Za-z]/.test(bare)) return isCommon(bare) ? 1 : pieces(bare.length, 4);
    return /^[^\s!-~]/u.test(bare) && bytes(bare) > 2 ? 2 : 1;
  });

/** Made for Chinese: a sign or two of it a token; English words in short pieces; signs that are rare by their bytes. */
const withByteFallback: Tokenisation = (text) =>
  sum(text, /[\u2e80-\u9fff]{1,2}| ?[A-Za-z]+|[0-9]|\s+| ?[^\sA-Za-z0-9\u2e80-\u9fff]/gu, (piece) => {
    const bare = piece.trim();
    if (/^[\u2e80-\u9fff]/.test(bare)) return 1;
    if (/^[A-Za-z]/.test(bare)) return isCommon(bare) ? pieces(bare.length, 8) : pieces(bare.length, 3);
    return bare === '' ? 1 : Math.max(1, bytes(bare));
  });

/** A small vocabulary, near to single characters. */
const nearCharacters: Tokenisation = (text) =>
  sum(text, /[A-Za-z]+|[0-9]|\s|[^\sA-Za-z0-9]/gu, (piece) => {
    if (/^[A-Za-z]/.test(piece)) return piece.length === 1 ? 1 : pieces(piece.length, 2.2);
    return /^[ -~\s]/.test(piece) ? 1 : bytes(piece);
  });

export const tokenisations: Readonly<Record<string, Tokenisation>> = {
  'like GPT-2': likeGpt2,
  'like cl100k': likeCl100k,
  'like Llama': likeLlama,
  'with byte fallback': withByteFallback,
  'near characters': nearCharacters,
};
