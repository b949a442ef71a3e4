// What the prompt or the reply's form left in single steps: tags, labels, fences, names of fields.
import { toStepNumber } from '../../records/steps.ts';
import { check, type GateCheck, type GateInput, passed, rewritten } from './check.ts';

const leftovers: Readonly<Record<string, RegExp>> = {
  'a step tag': /<\/?\s*step[_ -]?\d*\s*\/?>|\[\/?step[_ ]?\d+\]/i,
  'a tag':
    /<\/?(?:think(?:ing)?|answer|solution|text|version_[ab]|reply|problem|output)\b[^<>]{0,40}>|<\|[a-z_]+\|>/i,
  // With attributes or none: "2 <p$, so $p>" compares.
  'a tag of HTML':
    /<\/?(?:p|br|hr|div|span|em|strong|mark|del|ins|font|small|code|center|sup|sub|li|ul|ol|h[1-6])(?:\s+[a-z-]+\s*=[^<>]{1,40})?\s*\/?>|<\/[bius]>/i,
  'a heading of the prompt': /\[(?:Problem|Correct solution|Steps before|Version [AB])\]/,
  'a field of the reply': /"(?:target_step|error_steps|final_answer|explanation|step|text)"\s*:/,
  'an object of JSON': /^\s*[{[]\s*"\w+"\s*:/m,
  'a code fence': /```/,
  'a character reference':
    /&(?:nbsp|amp|lt|gt|quot|apos|minus|times|middot|le|ge|ne|radic|sum|pi);|&#x?[\da-f]{2,6};/i,
  'an escape of a character': /\\u[\da-f]{4}(?![\da-z])|\\u\{[\da-f]{2,6}\}|\\x[\da-f]{2}(?![\da-z])/i,
  'percent encoding': /[a-z\d]%(?:20|2[cC]|3[dDaA]|0[aA])[a-z\d$]/i,
  // 30 bytes and more; a formula or an address has other signs sooner.
  'encoded text':
    /(?<![\w\\/+])(?=[A-Za-z\d+/]*\d)(?=[A-Za-z\d+/]*[a-z])(?=[A-Za-z\d+/]*[A-Z])[A-Za-z\d+/]{40,}={0,2}/,
};
/** "…", "(same as before)", "[unchanged]", "As in the original.": placeholders for a step that was not written. */
const placeholder =
  /^(?:(?:this |the |all )?(?:(?:other |remaining |following )?steps?|rest|text|others?) )?(?:(?:is|are|remains?|stays?) )?(?:the )?(?:same|unchanged|identical|omitted|as (?:before|above|(?:in )?(?:the )?original)|no changes?|see (?:above|the original)|continue[sd]?|n\/?a|null|none|todo|tbd|undefined)(?: (?:as|to|from|in|with)(?: in)? (?:before|above|(?:the )?original(?: (?:solution|step|one))?|step \d+))?$/i;

function isPlaceholder(step: string): boolean {
  const bare = step
    .replaceAll(/[$*_[\](){}<>.…,:;–—-]|\\[[\]()]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return bare === '' || placeholder.test(bare);
}

/** "Step 7:", "**Step 7.**", "[Step 7]", "7." at the head of a step. */
const label =
  /^\s*(?:#+|>)?\s*(?:\*\*)?\s*(?:\[?\(?(?:step|schritt|étape|paso|passo|шаг|步骤)\s*\d+\s*(?:\*\*|\([^()]{1,30}\)|\])?\s*(?:[:：.)\]—–-]|(?<=\])\s)|\d{1,2}[.)]\s+(?=[A-Z*$\\]))/i;

export function leftoversCheck(input: GateInput): GateCheck {
  const { original, problem, proposal } = input;
  const whole = [problem, ...original].join('\n');
  for (const [at, step] of rewritten(input).entries()) {
    const place = proposal.at + at;
    if (isPlaceholder(step) && !original.some(isPlaceholder))
      return check(false, `step ${toStepNumber(place)} is a placeholder for a step`);
    for (const [name, sign] of Object.entries(leftovers)) {
      if (sign.test(step) && !sign.test(whole))
        return check(false, `step ${toStepNumber(place)} has ${name}`);
    }
    if (
      label.test(step) &&
      !label.test(original[place] ?? '') &&
      original.filter((one) => label.test(one)).length * 2 < original.length
    )
      return check(false, `step ${toStepNumber(place)} has a label, the original has none there`);
  }
  return passed;
}
