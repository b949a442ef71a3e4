// Records in the order in which a person should look at them, each with the reasons. They wait in a temporary file until
// the last critique is read; memory holds the answers alone.

import { LateBenchError } from '../../errors.ts';
import { checkNames } from '../../records/missing-name.ts';
import { parseJson } from '../../records/parse-json.ts';
import type { Parse } from '../../records/score.ts';
import type { Solution } from '../../records/solution.ts';
import { jsonLine, keepOriginalText } from '../../storage/original-text.ts';
import type { Row } from '../../storage/rows.ts';
import { openSpillFile, type Place } from '../../storage/spill-file.ts';
import { createAnswers, type PanelCritic } from './answers.ts';
import { type ItemRanking, rankItems } from './rank-items.ts';

export interface ItemSettings {
  readonly parse: Parse;
  /** Critics that never saw the steps. */
  readonly blind: readonly string[];
  /** Critics to take for strong; the more accurate half where absent. */
  readonly strong?: readonly string[] | undefined;
}

/** What came of the ranking, once its first record is out. */
export type ItemSummary = Omit<ItemRanking, 'order' | 'reviews'> & { readonly critics: number };

function checkCritics(option: string, names: readonly string[], critics: readonly PanelCritic[]): void {
  const known = critics.map(({ name }) => name);
  checkNames(names, known, { option, nothing: 'the records have no critic of that name' });
}

/** `attach` adds predictions made elsewhere; `onRanked` is told what came of it before the first record leaves. */
export async function* rankedRecords(
  records: AsyncIterable<Row>,
  { parse, blind, strong }: ItemSettings,
  attach: (record: Solution) => Solution,
  onRanked: (summary: ItemSummary) => void,
): AsyncGenerator<Row> {
  const spill = openSpillFile();
  try {
    const answers = createAnswers(new Set(blind), parse);
    const places: Place[] = [];
    for await (const record of records) {
      const judged = attach(record as unknown as Solution);
      answers.add(judged);
      places.push(await spill.append(Buffer.from(jsonLine(judged))));
    }
    const collected = answers.result();
    const { critics } = collected;
    checkCritics('--blind-critics', blind, critics);
    checkCritics('--strong-critics', strong ?? [], critics);
    if (critics.length === 0 && places.length > 0) {
      const message =
        'no record has a critique, so items cannot be ranked: run critics first, or name their predictions with --critiques';
      throw new LateBenchError('LB_USAGE', message);
    }
    const { order, reviews, ...summary } = rankItems(collected, strong);
    onRanked({ ...summary, critics: critics.filter((critic) => !critic.blind).length });
    for (const item of order) {
      const text = (await spill.read(places[item]!)).toString('utf8');
      const row = parseJson(text) as Row;
      keepOriginalText(row, text, { asLine: false });
      yield { ...row, review: reviews[item]! };
    }
  } finally {
    spill.close();
  }
}
