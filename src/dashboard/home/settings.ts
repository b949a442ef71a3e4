// What a run was made with, by name, for a table of several runs.
import { clipText, visibleLine } from '../../report/visible-text.ts';
import { isRow, type Row } from '../../storage/rows.ts';

const maxSettings = 200;
const maxLength = 200;

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return visibleLine(clipText(text, maxLength).text);
}

/** Of a manifest; a stage that is there several times is counted from its second time on (`filter 2.where`). */
export function settingsOf(manifest: Row | null): Readonly<Record<string, string>> {
  const found: [string, unknown][] = [
    ['version', manifest?.tool_version],
    ['seed', manifest?.seed],
  ];
  const inputs = Array.isArray(manifest?.inputs) ? manifest.inputs.filter(isRow) : [];
  if (inputs.length > 0) found.push(['input', inputs.map(({ path }) => path).join(', ')]);
  const times = new Map<string, number>();
  for (const { name, config } of Array.isArray(manifest?.stages) ? manifest.stages.filter(isRow) : []) {
    if (typeof name !== 'string' || !isRow(config)) continue;
    const nth = (times.get(name) ?? 0) + 1;
    times.set(name, nth);
    const stage = nth === 1 ? name : `${name} ${nth}`;
    for (const [key, value] of Object.entries(config)) found.push([`${stage}.${key}`, value]);
  }
  return Object.fromEntries(
    found.slice(0, maxSettings).flatMap(([name, value]) => {
      const text = textOf(value);
      return text === null ? [] : [[name, text]];
    }),
  );
}
