// Verdicts in words of German, French, Spanish and Chinese: a few whole sentences, because the rest of such a reply is
// not understood. An ordinal ("im 2. Absatz", "第2段") may count from 1 and is no index.
import { plainText } from './index-text.ts';

const numberPhrases: readonly RegExp[] = [
  /^(?:der (?:erste|früheste) fehler (?:ist|liegt|steckt|befindet sich) in|erster fehler ?:) (?:absatz|paragraph|paragraf)[ _](\d{1,6})$/,
  /^(?:der )?index des (?:ersten|frühesten) fehlers(?: ist| ?:) (-?\d{1,6})$/,
  /^(?:la première erreur (?:est|se trouve|se situe|apparaît) (?:dans le|au)|première erreur ?:) paragraphe[ _](\d{1,6})$/,
  /^(?:l['’]?\s?)?indice de la première erreur(?: est| ?:) (-?\d{1,6})$/,
  /^(?:el primer error (?:está|se encuentra|aparece|ocurre) en(?: el)?|primer error ?:) párrafo[ _](\d{1,6})$/,
  /^(?:el )?índice del primer error(?: es| ?:) (-?\d{1,6})$/,
  /^第一个错误(?:出现|发生)?(?:在| ?[:：]) ?(?:段落|paragraph)[ _]?(\d{1,6})中?$/,
  /^第一个错误的?(?:段落)?索引(?:是|为| ?[:：]) ?(-?\d{1,6})$/,
];

const noError =
  /^(?:die lösung (?:enthält|hat) keine(?:n)? fehler|(?:es gibt|ich (?:habe|finde)) keine(?:n)? fehler(?: in der lösung)?(?: gefunden)?|kein fehler|keine fehler|(?:il n['’]?\s?y a|la solution ne contient|je ne trouve) (?:pas d['’]?\s?|aucune )erreurs?(?: dans la solution)?|aucune erreur|pas d['’]?\s?erreurs?|(?:no hay|la solución no (?:contiene|tiene)) (?:ningún )?error(?:es)?(?: en la solución)?|ningún error|(?:该|这个)?(?:解答|解法|答案)?中?(?:没有|不存在)(?:任何)?错误)$/;

const bare = (sentence: string): string => plainText(sentence).replace(/[ .!。！]{1,9}$/, '');

/**
 * The index that the last sentence states, -1 where the whole reply says that there is no error; null for anything else:
 * a sentence behind it might take it back.
 */
export function statedElsewhere(reply: string): number | null {
  const text = reply.trim();
  if (text.length <= 100 && noError.test(bare(text))) return -1;
  const sentences = text.slice(-300).split(/(?<=[.!?])(?=\s|$)|(?<=[。！？])|\n/);
  const last = bare(sentences.findLast((one) => bare(one) !== '') ?? '');
  const found = numberPhrases.map((phrase) => phrase.exec(last)?.[1]).find((number) => number !== undefined);
  return found === undefined ? null : Number(found);
}
