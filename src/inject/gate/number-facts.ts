// What a step claims of a number in words: that it is prime, even, a square, divisible by another. Only claims that can be
// decided are read, and none that a sentence denies or supposes.

/** A number that begins a clause: "the sum of 3 and 5 is even" says nothing of 5. */
const alone = String.raw`(?:^|\b(?:since|because|as|but|so|now|that|while|thus|hence|therefore|then|here|however),? )\s*(\d{1,9})`;
/** What may follow: the end of the clause. "15 is even smaller", "7 divides 30!" and "30 k" claim something else. */
const end = String.raw`(?=\s*(?:$|[,:)](?!\d)|(?:so|and|but|since|because|which|as|hence|thus|we|then|while|here|too)\b))`;
const kinds = new RegExp(
  `${alone} is (?:an? )?(prime|composite|even|odd|perfect square)(?: number| integer)?${end}`,
  'gi',
);
const multiples = new RegExp(String.raw`${alone} is (?:divisible by|a multiple of) (\d{1,9})${end}`, 'gi');
const divisors = new RegExp(
  String.raw`${alone} (?:divides|is a (?:divisor|factor) of) (\d{1,9})${end}`,
  'gi',
);
const supposed =
  /\b(?:if|suppose|assume|whether|unless|were|would|not|no|never|neither|nor|wrong|false|claim|when)\b/i;

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false;
  return number > 1;
}

const holds: Readonly<Record<string, (number: number) => boolean>> = {
  prime: isPrime,
  composite: (number) => number > 3 && !isPrime(number),
  even: (number) => number % 2 === 0,
  odd: (number) => number % 2 === 1,
  'perfect square': (number) => Number.isInteger(Math.sqrt(number)),
};

const divides = (divisor: number, number: number): boolean => divisor !== 0 && number % divisor === 0;

/** The claims of a step about single numbers that are false, as written but for delimiters. */
export function falseFacts(step: string): string[] {
  const text = step.replaceAll(/\$|\\[()]/g, '');
  return text
    .split(/[.!?;](?=\s|$)|\n/)
    .flatMap((sentence) =>
      [
        ...[...sentence.matchAll(kinds)].filter(
          ([, number, kind]) => !holds[kind!.toLowerCase()]!(Number(number)),
        ),
        ...[...sentence.matchAll(multiples)].filter(([, number, by]) => !divides(Number(by), Number(number))),
        ...[...sentence.matchAll(divisors)].filter(([, by, number]) => !divides(Number(by), Number(number))),
      ]
        .filter(({ index }) => !supposed.test(sentence.slice(0, index + 4)))
        .map(([claim]) => claim.slice(claim.search(/\d/))),
    );
}
