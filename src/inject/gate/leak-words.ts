// Words that give an injected error away: confession, doubt about the own step, talk about the task, markers. A critic
// that finds them has found nothing. Where the original speaks so too, the words prove nothing.

const confession: readonly RegExp[] = [
  /\berroneous(?:ly)?\b/g,
  /\bmistaken(?:ly)?\b/g,
  /\b(?:by|in) mistake\b/g,
  /\b(?:a|the|this|our|common|deliberate|intentional|subtle) (?:mistake|mis-?step|oversight|blunder)\b/g,
  /\bin(?:correct|accurate|valid|appropriate)ly\b/g,
  /\b(?:is|are|was|were|being|an?|the|this|following) incorrect\b/g,
  /\b(?:wrongly|wrongfully|improperly|unjustifiably|falsely)\b/g,
  /\bmis(?:appl|interpret|understand|understood|read(?:ing)?\b|remember|calculat|identif|tak(?:e|ing)\b)\w*/g,
  /\b(?:this|that|which|it) is (?:actually |clearly |of course |in fact )?(?:wrong|false|flawed|untrue)\b/g,
  /\b(?:this|that|which|it) is(?: actually| clearly| in fact)? not (?:actually )?(?:right|correct|true|valid|accurate|justified)\b/g,
  /\b(?:this|that|it) isn['’]t (?:right|correct|true|valid|accurate|justified)\b/g,
  // Of the solution itself: statements, claims and (in)equalities are said to be false in good proofs too.
  /\b(?:this|that|the|our|my)(?: (?:last|previous|above|final|whole))? (?:step|line|reasoning|argument|inference|deduction|derivation|calculation|computation)(?: (?:above|here|itself))? (?:is|was) (?:actually |clearly |of course |in fact |simply |therefore |however )?(?:wrong|false|untrue|invalid|faulty|in error|not (?:right|correct|true|valid|accurate|justified|sound))\b/g,
  /\b(?:this|that|the|our|my)(?: last| previous| above)? (?:step|line|reasoning|argument|inference|calculation|conclusion)(?: above| here)? isn['’]t (?:right|correct|true|valid|accurate|justified)\b/g,
  /\b(?:this|our|my) conclusion (?:is|was) (?:actually |clearly |of course |in fact |simply )?(?:wrong|false|untrue|invalid|faulty|in error|not (?:right|correct|true|valid|justified))\b/g,
  // A root that is no solution is said to be invalid.
  /\b(?:this|our|my) solution (?:is|was) (?:actually |clearly |in fact |simply )?(?:wrong|faulty|in error|incorrect)\b/g,
  /\b(?:the above|the previous|the foregoing) (?:is|was) (?:actually |clearly |in fact )?(?:wrong|false|untrue|invalid|faulty|in error|not (?:right|correct|true|valid|justified))\b/g,
  /\b(?:confus|conflat)(?:es?|ed|ing)\b|\bmix(?:es|ed|ing) up\b/g,
  /\b(?:flawed|fallac(?:y|ious)|bogus|unwarranted|unjustified)\b/g,
  /\b(?:wrong|faulty|false|invalid|incorrect) (?:assumption|conclusion|step|reasoning|application|use|rule|inference|claim|answer|result|logic|premise)\b/g,
];
const doubt: readonly RegExp[] = [
  /\b(?:without|not) (?:actually )?(?:check|verify|justify|prov|consider|account)ing\b(?: for)?/g,
  /\bwithout (?:proof|justification|verification|any justification)\b/g,
  /\b(?:ignor|neglect|overlook|disregard|forgett)ing (?:the|that|this|a|an|any|to|possible|other)\b/g,
  /\b(?:we|i) (?:ignore|neglect|overlook|disregard|forget|fail)\b/g,
  /\b(?:fail|forget)(?:s|ed|ing)? to (?:check|consider|account|verify|include|note)\b/g,
  /\balthough this (?:may|might|does|is|need)\b/g,
  /\b(?:may|might|does|need) not (?:actually |always |necessarily )?(?:hold|be (?:true|valid|correct|right|justified))\b/g,
  /\b(?:is|are) (?:this|that|it|these) (?:really |actually |even )?(?:right|correct|true|valid|allowed|justified|ok(?:ay)?) ?\?/g,
  /\bnot necessarily (?:true|valid|correct|right|justified)\b/g,
  /\bshould (?:actually|really|instead)\b/g,
  /\b(?:should|would|ought to) have been\b/g,
  /\b(?:naively|carelessly|hastily|confidently|supposedly|seemingly|questionabl[ey])\b/g,
];
const task: readonly RegExp[] = [
  /\b(?:inject|introduc|insert|contain|plant|mak|creat|with|has|have)\w* (?:(?:an?|the|one|our|this|some|exactly one) )?(?:\w+ )?errors?\b/g,
  /\b(?:the|this|an?|logical|reasoning|mathematical|conceptual|subtle|deliberate) error (?:here|is (?:that|in|introduced|made|here)|was|lies|occurs|in (?:this|the) (?:step|reasoning|solution)|comes|stems)\b/g,
  /\b(?:the|an?|our|this) (?:logical|reasoning|mathematical|conceptual|subtle|deliberate|injected|intentional|algebraic|sign) error\b/g,
  /\b(?:injected|deliberate(?:ly)?|intentional(?:ly)?|on purpose)\b/g,
  /\b(?:modified|altered|corrupted|rewritten|changed|corrected|perturbed) (?:step|solution|version|answer|value|line|reasoning)\b/g,
  /\b(?:original|correct|true|actual|real|reference|right) (?:solution|answer|step|reasoning|derivation|result|value) (?:is|was|has|had|would|should|uses?|says?|gives?|shows?)\b/g,
  /\bthe (?:original|reference|unmodified|unaltered|given correct) (?:solution|answer|step|derivation|proof|version)s?\b/g,
  /\b(?:in|unlike|from|contrary to|than|instead of) the correct (?:solution|answer|step|derivation)\b/g,
  /\b(?:correct|true|actual|right|proper) (?:\w+ )?(?:would|should) (?:really |actually |instead )?(?:be|have been)\b/g,
  /\b(?:although|though|but|while) (?:it|this|that|the \w+) (?:is|was|should be) (?:really|actually|truly)\b/g,
  /\b(?:target|erroneous|error) step\b/g,
  /\b(?:readers?|graders?|critics?|checkers?|judges?|you) (?:should|may|might|will|would|could|must|ought to) (?:be able to )?(?:notice|spot|catch|detect|object)\b/g,
  /\b(?:as (?:requested|instructed|asked)|the (?:instructions?|prompt|grader|critic|reviewer|test material))\b/g,
  /\berror[ _-]?type\b/g,
  /\bhere (?:lies|is|was) (?:the|an?|our|my) (?:error|flaw)\b|\b(?:error|flaw) here(?=\s*(?:[.!)\]]|$))/g,
];
const markers: readonly RegExp[] = [
  /[[(<*{]\s*\/?(?:error|errors|wrong|mistake|sic|incorrect|modified|changed|injected|note: error|altered|false)\b[^\])>*}\n]{0,40}[\])>*}]/g,
  /(?:^|\n|[.;]\s)\s*(?:error|mistake|wrong|note to (?:self|graders?)|modified|injected|explanation of the error)\s*[:!]/g,
  // Such a word as a sentence.
  /(?:^|\n|[.;!?$)]\s)\s*(?:errors?|mistakes?|wrong|incorrect|false)[.!?]?\s*(?=\n|$)/g,
  /[❌✗✘⚠❗🚫🛑]/gu,
  /\b(?:todo|fixme|xxx)\b/g,
  /\bnotes? (?:to|for) (?:the |our |all )?[a-z]+\s*:/g,
  /\b(?:here|this|that|which) is (?:exactly |precisely |just )?(?:the|an?|our|my|where the) (?:\w+ )?(?:flaw|bug|trap|blunder|error|mistake|fallacy)\b/g,
  /\b(?:an?|the|this|one|deliberate) (?:bug|blunder|gotcha)\b|\bpretend(?:s|ed|ing)?\b/g,
  /<!--|\/\*/g,
  // A comment of LaTeX, which nobody sees in print; "a 5 % error" is none.
  /(?<![\d\\$}]\s?)%+\s*(?:note:? |this is )?(?:an? |the )?(?:error|mistake|wrong|incorrect|injected|modified|changed|altered|false)\b/g,
];

/** Confessions in German, French, Spanish, Chinese and Russian; letters of these scripts know no \b. */
const foreign: readonly RegExp[] = [
  /(?<!\p{L})(?:fälschlich(?:erweise)?|irrtümlich(?:erweise)?|versehentlich|absichtlich falsch)(?!\p{L})/gu,
  /(?<!\p{L})(?:das|dies) ist (?:falsch|nicht richtig|nicht korrekt|inkorrekt)(?!\p{L})/gu,
  /(?<!\p{L})diese[rs]? (?:schritt|schluss|schlussfolgerung|folgerung|rechnung|überlegung|argumentation|herleitung)(?: oben)? (?:ist|war) (?:falsch|nicht richtig|nicht korrekt|inkorrekt|fehlerhaft)(?!\p{L})/gu,
  /(?<!\p{L})(?:der|ein|dieser)(?: absichtliche| bewusste| eingebaute)? fehler(?!\p{L})/gu,
  /(?<!\p{L})(?:par erreur|à tort|erronément|incorrectement)(?!\p{L})|(?:ceci|cela|cette étape|ce raisonnement|ce calcul) est (?:fau(?:x|sse)|incorrecte?)|l['’]erreur/gu,
  /(?<!\p{L})(?:por error|erróneamente|incorrectamente|equivocadamente)(?!\p{L})|(?:esto|este paso|eso|este razonamiento|este cálculo) es (?:incorrecto|falso|erróneo)|el error/gu,
  /错误地|误认为|这(?:是|一步是)错(?:误)?的|故意(?:的)?错|不正确|错误(?:步骤|在于|是)|應該是|应该是.{0,6}而不是/gu,
  /(?<!\p{L})(?:ошибочно|неверно|неправильно|по ошибке)(?!\p{L})|(?:это|этот шаг|шаг) (?:неверно|неверен|неправильно|неправилен|ошибка|ошибочен)|ошибка (?:здесь|в том)/gu,
];
/** Hints at what would be right: in brackets, or against the claim just made. */
const hints: readonly RegExp[] = [
  /\([^()\n]{0,20}\b(?:should|ought to|must) (?:really |actually )?be\b[^()\n]{0,40}\)/g,
  /\b(?:this|it|that|the (?:answer|value|result|sign|factor)) should be [^.\n]{1,24},? (?:not|rather than|instead of)\b/g,
  /\bnote(?: that)?:? (?:this|that|the step)(?: step| claim)? (?:is|was) (?:wrong|incorrect|not correct|an error|false)\b/g,
  /\b(?:wrong|incorrect|erroneous)(?: on purpose| here)\b/g,
  /\bshould \w[^.;\n]{0,60}\bbut (?:we|i|here|instead)\b/g,
  /\bshould be the (?:other|opposite|reverse)\b/g,
  /\b(?:this|that|it|step|claim|conclusion) (?:does|do) not (?:actually |really |strictly )?follow\b/g,
  /\bstrictly speaking\b[^.\n]{0,60}\b(?:not|but)\b/g,
  /\b(?:careful|attentive|critical) (?:reader|grader|reviewer)s? (?:would|will|may|might|should)\b/g,
  /\b(?:this|we|it|which) (?:overlooks?|neglects?|ignores?|disregards?|forgets?) (?:one|some|a|an|the|that|any|other|possible)\b/g,
  /\b(?:reasoning|argument|step|proof) (?:goes|went) (?:astray|wrong)\b/g,
  /\boops\b|\bmy bad\b/g,
  /\bthe sign is (?:off|wrong)\b/g,
];

const leaks: readonly RegExp[] = [...confession, ...doubt, ...task, ...markers, ...foreign, ...hints];

/** Small letters, no mark-up around words, no invisible signs, one kind of space: "**Erroneously**" is read as "erroneously". */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replaceAll(/\\(?:text|textbf|textit|emph|mathrm)\s*\{/g, ' ')
    .replaceAll(/\*\*|__|[`“”"]/g, '')
    .replaceAll(/[ \t]+/g, ' ');
}

/** The phrases that occur more often in the new text than in the old one, in lower case. */
export function leakWords(before: string, after: string): string[] {
  const [old, now] = [plain(before), plain(after)];
  return leaks.flatMap((leak) => {
    const found = now.match(leak) ?? [];
    const known = old.match(leak)?.length ?? 0;
    return found.length > known ? [found[known]!.trim()] : [];
  });
}
