// What is in the cache, as a table or as JSON.

import type { Pruned } from '../endpoints/cache/prune.ts';
import type { CacheStats } from '../endpoints/cache/stats.ts';
import { formatBytes, formatCount, formatCounted } from '../report/format.ts';
import type { TextStyle } from '../report/text-style.ts';
import { textTable } from '../report/text-table.ts';
import type { Removed } from '../storage/temporary-files.ts';

export function prunedText({ entries, bytes }: Pruned): string {
  return `${formatCount(entries)} replies, ${formatBytes(bytes)},`;
}

export function litterText({ files, bytes }: Removed, dry: boolean): string {
  const what = `${formatCounted(files, 'temporary file')} of ended processes, ${formatBytes(bytes)},`;
  return dry ? `dry run: 0 calls; ${what} would be removed` : `${what} removed`;
}

export function sayCacheStats(stats: CacheStats, format: string, style: TextStyle): string {
  if (format === 'json') return `${JSON.stringify(stats, null, 2)}\n`;
  const bytes = (value: string | number | boolean): string => formatBytes(Number(value));
  const total = { model: 'all', entries: stats.entries, bytes: stats.bytes, raw_bytes: stats.raw_bytes };
  return textTable(
    {
      columns: [
        { key: 'model', title: 'model' },
        { key: 'entries', title: 'replies', align: 'right', format: (value) => formatCount(Number(value)) },
        { key: 'bytes', title: 'kept', align: 'right', format: bytes },
        { key: 'raw_bytes', title: 'as received', align: 'right', format: bytes },
      ],
      rows: [...stats.by_model, total].map((row) => ({ ...row })),
      notes: [`The file takes ${formatBytes(stats.file_bytes)}.`],
    },
    style,
  );
}
