// Ingest: rows of any known source become records. The source adapts them as it reads; what is left to do here is to
// check those that claim to be accepted injections.

import { z } from 'zod';
import { formatCounted } from '../../report/format.ts';
import type { Row } from '../../storage/rows.ts';
import { defineMap } from '../define.ts';
import { option } from '../described-option.ts';

const options = z.strictObject({
  n: option(z.int().min(0).optional(), 'number of synthetic records to make (--adapter synthetic)', {
    value: 'N',
    flag: 'count',
    aliases: ['n'],
    group: 'Input',
  }),
  gate: option(
    z.enum(['strict', 'off']).default('strict'),
    'reject records that claim to be accepted injections and fail the gate, or skip the check',
    { value: 'HOW' },
  ),
});

/** Only claims are looked at: other records pass as they were read. */
async function* checkedClaims(records: AsyncIterable<Row>, refused: () => void): AsyncGenerator<Row> {
  const [{ claimsAcceptance, importedRecord }, { solutionSchema }] = await Promise.all([
    import('../../inject/gated-record.ts'),
    import('../../records/solution.ts'),
  ]);
  for await (const row of records) {
    const { injection } = row as { injection?: { status?: unknown } | null };
    const parsed = injection?.status === 'accepted' ? solutionSchema.safeParse(row) : null;
    if (parsed?.success !== true || !claimsAcceptance(parsed.data)) {
      yield row;
      continue;
    }
    const record = importedRecord(parsed.data);
    if (record.injection?.status === 'rejected') refused();
    yield record === parsed.data ? row : record;
  }
}

export const ingest = defineMap({
  name: 'ingest',
  summary: 'convert rows of a dataset, or your own rows, into records',
  about:
    'Reads JSONL, JSON arrays, CSV, .gz of these, Parquet and Arrow, from files, standard input or the Hugging Face ' +
    'hub (hf:OWNER/NAME[@REV][/PATH or config/split], docs/hub.md). Each record gets the same ' +
    'fields whatever it came from; what has no separate field is kept in `meta`. A record that claims to be an ' +
    'accepted injection passes the gate on exactly its steps, or is rejected; injections of the original LateBench keep ' +
    'the label of their source (`latebench gate` checks them).',
  examples: [
    'latebench ingest processbench/gsm8k.json | latebench filter --min-steps 8 > long.jsonl',
    'latebench ingest hf:Qwen/ProcessBench/gsm8k -o gsm8k.parquet',
    'latebench ingest --problem-key question --steps-key solution mine.jsonl -o mine.parquet',
    'latebench ingest --adapter synthetic --count 1000 --seed 1 > synthetic.jsonl',
  ],
  docs: 'docs/cli.md',
  options,
  ports: { in: 'records', main: 'records' },
  onlyChooses: true,
  limits: 'input',
  generates: ({ n }) => n,
  async build({ gate }) {
    if (gate === 'off') return {};
    let refused = 0;
    return {
      after: (records) =>
        checkedClaims(records, () => {
          refused += 1;
        }),
      observe: () => ({
        add: () => {},
        summary: () =>
          refused === 0
            ? []
            : [
                `${formatCounted(refused, 'record claims to be an accepted injection and fails', 'records claim to be accepted injections and fail')} the gate: rejected, with the original steps (--gate off accepts them unchecked)`,
              ],
      }),
    };
  },
});
