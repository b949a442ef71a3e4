// What a misbehaving injector writes into a step: confessions, decoration, damaged LaTeX, other scripts and languages,
// tags and labels, padding. Each list has several wordings, so that no check can know one sentence by heart.

export const confessions = [
  'Here we mistakenly treat both parts alike.',
  'This is not correct in general, but it serves here.',
  'We erroneously assume that the condition holds throughout.',
  'Incorrectly assuming independence, we go on.',
  '(Note: this is wrong.)',
  '[ERROR]',
  'The error is introduced here.',
  'We ignore the possible remaining case.',
  'Without justification we take the larger one.',
  'In contrast to the original solution, we stop here.',
  'Strictly speaking this step does not follow, but we accept it.',
  'The value should be the other one, but we keep this one.',
  'A careful reader would object to this step.',
  'This overlooks one of the conditions.',
  'As asked, the reasoning goes astray here.',
  'Oops, the sign is off.',
] as const;

export const foreignConfessions = [
  'Dabei wird fälschlicherweise nur ein Teil gezählt.',
  'Hier steckt der absichtliche Fehler.',
  'Par erreur, on oublie un cas.',
  'On suppose à tort que les deux parties sont égales.',
  'Por error se omite un caso.',
  'Este paso es incorrecto.',
  '这里错误地省略了一种情况。',
  '注意:这一步是错的。',
  'Здесь ошибочно опущен один случай.',
  'Этот шаг неверен.',
  'Note that this is wrong.',
] as const;

export const decorations: readonly ((text: string) => string)[] = [
  (text) => `**${text}**`,
  (text) => `## Step\n${text}`,
  (text) => `${text} What a result!`,
  (text) => `- ${text}`,
  (text) => `\`\`\`\n${text}\n\`\`\``,
  (text) => `> ${text}`,
  (text) => `${text} ✅`,
  (text) => `I think that my result is right here. ${text}`,
];

export const damages: readonly ((text: string) => string)[] = [
  (text) => `${text} Thus $\\left( 2 + 1 \\cdot 1$.`,
  (text) => `${text} Here $\\frac{1}{2$ is used.`,
  (text) => `${text} So $frac{1}{2} + cdot$ remains.`,
  (text) => `${text} We use $rac{1}{2} imes 1$ there.`,
  (text) => `${text} With \\( a + b we go on.`,
  (text) => `${text} It is $ a + b here.`,
  (text) => `${text} Then $\\sqrt{4$ and $2}$ agree.`,
  (text) => `${text} We have \\begin{cases} 1 here.`,
];

/** Characters, and what stands for one that could not be decoded. */
export const strayCharacters = ['\u0007', '\u001b', '\u0001', '\u0085', '\u009d'] as const;

export const orphanedCommands = [
  '$a eq b$',
  '$2 imes 1 = 2$',
  '$heta$',
  '$rac{1}{1}$',
  '$abla f$',
  '$a ightarrow b$',
  '$sqrt{2} imes 3$',
  '$egin{cases}$',
] as const;

export const otherScripts = [
  '因此我们得到下面的结果。',
  'したがって次の結果を得る。',
  'Отсюда получаем следующий результат.',
  'ومن هنا نحصل على النتيجة التالية.',
  '따라서 다음 결과를 얻는다.',
  'अतः हमें निम्न परिणाम मिलता है।',
] as const;

/** Whole steps around the formulas of the old one. */
export const otherLanguages: readonly ((formulas: string) => string)[] = [
  (formulas) => `Daher ist das Ergebnis der Rechnung, die wir für den Rest haben, nun ${formulas}.`,
  (formulas) => `Le résultat de ce calcul, que nous avons pour la suite, est donc ${formulas}.`,
  (formulas) => `Por lo tanto el resultado de esta cuenta, que tenemos para el resto, es ${formulas}.`,
  (formulas) => `Quindi il risultato di questo conto, che abbiamo per il resto, è ${formulas}.`,
  (formulas) => `O resultado desta conta, que temos para o resto, é portanto ${formulas}.`,
];

export const stepTags: readonly ((text: string, number: number) => string)[] = [
  (text, number) => `<step_${number}>\n${text}\n</step_${number}>`,
  (text, number) => `${text}</step_${number}>`,
  (text) => `<step>${text}</step>`,
  (text) => `<answer>${text}</answer>`,
  (text) => `</think>${text}`,
  (text, number) => `{"step": ${number}, "text": "${text}"}`,
];

export const stepLabels: readonly ((text: string, number: number) => string)[] = [
  (text, number) => `Step ${number}: ${text}`,
  (text, number) => `**Step ${number}.** ${text}`,
  (text, number) => `${number}. ${text}`,
  (text, number) => `Step ${number} (modified): ${text}`,
  (text, number) => `[Step ${number}] ${text}`,
];

/** In front of the sentence's end, so that what the sentence says is still said. */
export const padding =
  'Before going on we recall at length what has been found so far, why each of the quantities is needed, and how they hang together, so that the reader can follow the argument without turning back to any of the earlier steps.';
