// Recognises a bare number in a short answer that a sign, a command or words join with the mathematics beside it, where
// that was not read as a whole: the 5 of "3 \oplus 5", "3 \text{ by } 5", "3 versus 5", and the 3 of "3∗5".

/** Signs that no plain arithmetic has: all but the sign of money, and those before a result. */
const sign = String.raw`(?:(?![=≈\x60])[^\P{S}\p{Sc}]|[\p{No}•&@|⁚⋆\\‐‑—′″‴‱_"']|(?<!#)#(?!#)|(?<=\d)\?(?=\d))`;
/** A command, with what it is applied to: \oplus, \text{ by }, \stackrel{?}{=}. */
const command = String.raw`\\(?!(?:q?quad|approx|sim(?:eq)?|cong|displaystyle|left|right)(?![a-z]))(?:[a-z]+(?![a-z])(?:\s?\{[^{}]{0,40}\}){0,2}|[&#_^|])`;
/** Mathematics ends here: a digit, a letter alone, a closing bracket. */
const operand = String.raw`(?:[\d}!]|(?<!\\)[)\]]|(?<![\p{L}\\])\p{L})`;

const joinedBefore = new RegExp(
  String.raw`${operand}[ \t]*(?:(?<sign>${sign})|(?<command>${command})|\?(?=\d))\s*[-−]?$`,
  'iu',
);
const joinedAfter = new RegExp(
  String.raw`^(?:(?<prime>['′″‴]+(?![\p{L}]))|\?(?=\d)|\((?=[^()]*(?:$|[\^_*=]))|[ \t]*(?:(?<sign>${sign})(?:[<>])?|(?<command>${command}))[ \t]*(?:[-−\d(\\]|\p{L}(?!\p{L})))`,
  'iu',
);
/** Commands that say nothing of a number beside them, or that it follows. */
const silent = String.raw`(?!(?:text\w*|mbox|math(?:rm|it|bf|sf|tt)|displaystyle|circ|degree|pounds|euro|q?quad|left|right|therefore|because|implies|iff|(?:long)?rightarrow|approx|sim(?:eq)?|cong|equiv|f?boxed|fbox|item|bullet|(?:black)?square|checkmark|qed|hline|begin|end|tag|label|n|t)(?![a-z]))`;
/** A command right before a number, or right behind it: \neg 5, 25 \mathbb{Z}. */
const commandBefore = new RegExp(String.raw`\\${silent}[a-z]+\s*$`, 'i');
const commandAfter = new RegExp(String.raw`^\s*\\${silent}[a-z]+`, 'i');
/** Letters right behind a number that go on as a formula: the 2 of "2npi+pi/3" is none of its own. */
const gluedAfter = /^\p{L}{2,}\s*(?:[+*^]\s*[\p{L}\d(]|[-−]\s*(?:[\d(]|pi\b|\p{L}(?!\p{L}))|\/\s*\d)/iu;
/** What leads from one thing to the next where an equation was stated. */
const arrow = /^(?:[→⇒⟹⟶⇔]|>|\\(?:implies|iff|to|therefore|(?:long|Long)?(?:right|Right)arrow))$/;
/** Words that say of what is before them what it comes to. */
const concluding =
  /\b(?:is|are|was|were|be|becomes?|equals?|yields?|so|thus|then|hence|therefore|gives?|gave|giving|get|gets|got|has|have|had|makes?|made|leaves?|total|answer|result|value|solution|means?)\b/i;
/** A formula at the beginning and words behind it: "a+1 versus ". */
const wordsBetween =
  /^(?!\d+[.)]\s)(?=[^\p{L}]{0,8}\p{L}?[^\p{L}]{0,8}[\d+*/^])(?:[-−+*/^_().,=%\d{}\s]|(?<!\p{L})\p{L}(?!\p{L})){1,40}(?<![\p{L}])((?:\p{L}{2})[\p{L}\s'’-]*)\s[-−]?$/u;
const quoted = /["'“‘`]$/;

/** Whether what is before and behind a bare number of a short answer makes one thing of it and other mathematics. */
export function isJoined(before: string, after: string): boolean {
  const left = joinedBefore.exec(before)?.groups;
  if (left !== undefined && !isConclusion(left, before)) return true;
  const right = joinedAfter.exec(after)?.groups;
  if (right !== undefined && !isConclusion(right, before) && !(right.prime && quoted.test(before)))
    return true;
  if (isArgument(before)) return true;
  if (commandBefore.test(before) || commandAfter.test(after) || gluedAfter.test(after)) return true;
  const words = wordsBetween.exec(before.trimStart())?.[1];
  return words !== undefined && !concluding.test(words);
}

/** Whether the text breaks off inside brackets that a name or another sign of mathematics is written against: Foo(k, (k, 1. */
function isArgument(text: string): boolean {
  let closed = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === ')' || text[at] === ']') closed += 1;
    else if (text[at] !== '(' && text[at] !== '[') continue;
    else if (closed > 0) closed -= 1;
    else if (/[\p{L}\d^*/_]$/u.test(text.slice(0, at))) return true;
  }
  return false;
}

function isConclusion({ sign, command }: Record<string, string | undefined>, before: string): boolean {
  const between = sign ?? command ?? '';
  return concluding.test(between) || (arrow.test(between) && before.includes('='));
}
