// Reads a split through the datasets server, page by page: `https://…/rows?dataset=…&config=…&split=…`. `offset` and
// `length` of the URL choose a part of the split; without them it is read to its end.

import { LateBenchError } from '../../errors.ts';
import { parseJson } from '../../records/parse-json.ts';
import { hasSpellings, spellingsOf } from '../../storage/number-spellings.ts';
import { keepSpellings } from '../../storage/original-text.ts';
import type { BadRow, Row } from '../../storage/rows.ts';
import type { HubClient } from './client.ts';
import { readRowsPage, rowsOfPage } from './rows-form.ts';

/** Rows a request, the most that the server gives. */
const pageLength = 100;

export interface RowsAddress {
  readonly url: URL;
  /** `OWNER/NAME/CONFIG/SPLIT`. */
  readonly label: string;
  readonly offset: number;
  /** How many rows at most; null = to the end. */
  readonly length: number | null;
}

function wholeParameter(url: URL, name: string): number | null {
  const text = url.searchParams.get(name);
  if (text === null) return null;
  if (!/^\d+$/.test(text)) {
    throw new LateBenchError('LB_USAGE', `${name}=${text}: give a whole number in the rows URL`);
  }
  return Number(text);
}

export function parseRowsAddress(text: string): RowsAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new LateBenchError('LB_USAGE', `${text} is not a URL`);
  }
  const [dataset, config, split] = ['dataset', 'config', 'split'].map((name) => url.searchParams.get(name));
  if (!url.pathname.endsWith('/rows') || !dataset || !config || !split || url.username || url.password) {
    throw new LateBenchError(
      'LB_USAGE',
      `${url.origin}${url.pathname}: of web addresses only …/rows?dataset=…&config=…&split=… of the datasets server is read; files of the hub are hf:OWNER/NAME/PATH, any other download first`,
    );
  }
  return {
    url,
    label: `${dataset}/${config}/${split}`,
    offset: wholeParameter(url, 'offset') ?? 0,
    length: wholeParameter(url, 'length'),
  };
}

export interface RowsOptions {
  readonly onBad: (bad: BadRow) => void;
  readonly say: (line: string) => void;
}

/** Yields the rows of one page together. */
export async function* readRowsUrl(
  client: HubClient,
  address: RowsAddress,
  { onBad, say }: RowsOptions,
): AsyncGenerator<Row[]> {
  const { label, offset, length } = address;
  const { token, offline } = client.settings;
  if (offline) throw new LateBenchError('LB_OFFLINE', `${label} is not read, as HF_HUB_OFFLINE is set`);
  const source = `${address.url.origin}${address.url.pathname} ${label}`;
  const unusable = (reason: string): LateBenchError =>
    new LateBenchError('LB_HUB_REPLY', `${source}: ${reason}`);
  let end = length === null ? Number.POSITIVE_INFINITY : offset + length;
  for (let at = offset; at < end; ) {
    const url = new URL(address.url);
    const requested = Math.min(pageLength, end - at);
    url.searchParams.set('offset', String(at));
    url.searchParams.set('length', String(requested));
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const reply = await client.fetch(url.href, { headers });
    const text = await reply.text();
    let body: unknown;
    try {
      body = parseJson(text);
    } catch (cause) {
      throw unusable(`the answer is not JSON: ${(cause as Error).message}`);
    }
    const page = readRowsPage(body);
    if (typeof page === 'string') throw unusable(page);
    if (at === offset && page.partial === true) say(`${source}: the server knows only a part of this split`);
    if (page.num_rows_total !== undefined) end = Math.min(end, page.num_rows_total);
    page.rows.forEach(({ row_idx: index }, place) => {
      if (index !== at + place) throw unusable(`row ${index} came where row ${at + place} was due`);
    });
    if (page.rows.length === 0) {
      if (end === Number.POSITIVE_INFINITY || at >= end) return;
      throw unusable(`no rows came from row ${at} of ${end}`);
    }
    if (page.rows.length > requested)
      throw unusable(`${page.rows.length} rows came, but ${requested} were requested`);
    at += page.rows.length;
    const rows = rowsOfPage(page, source, onBad);
    if (hasSpellings(text)) {
      const spellings = spellingsOf(text, body as object);
      for (const row of rows) keepSpellings(row, spellings);
    }
    if (rows.length > 0) yield rows;
  }
}
