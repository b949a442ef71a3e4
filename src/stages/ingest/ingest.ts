// Ingest: rows of any known source become records. The source adapts them as it reads; what is left to do here is to
// check them, and those that claim to be accepted injections by the gate.

import { z } from 'zod';
import type { Injection } from '../../records/injection.ts';
import { recordSchema, type Solution } from '../../records/solution.ts';
import { formatCounted } from '../../report/format.ts';
import type { Row } from '../../storage/rows.ts';
import { configured, type Stage } from '../../stream/stage.ts';
import { stageStep } from '../../stream/step.ts';
import { defineMap } from '../define.ts';
import { option } from '../described-option.ts';

const options = z.strictObject({
  n: option(z.int().min(0).optional(), 'number of synthetic records to make (--adapter synthetic)', {
    value: 'N',
    flag: 'count',
    aliases: ['n'],
    group: 'Input',
    needs: ['adapter=synthetic'],
  }),
  gate: option(
    z.enum(['strict', 'off']).default('strict'),
    'reject records that claim to be accepted injections and fail the gate, or skip the check',
    { value: 'HOW' },
  ),
});

/** Only claims are looked at: the gate is loaded for the first of them. */
async function* checkedClaim(record: Row, refused: () => void): AsyncGenerator<Row> {
  const { claimsAcceptance, importedRecord } = await import('../../inject/gated-record.ts');
  const solution = record as Solution;
  const checked = claimsAcceptance(solution) ? importedRecord(solution) : solution;
  if (checked !== solution && checked.injection?.status === 'rejected') refused();
  yield checked;
}

/** Adapters make records of rows, and rows that are records already pass as they are: both are checked here. */
function ingestStage(gate: 'strict' | 'off', refused: () => void): Stage<Row, Row> {
  return {
    name: 'ingest',
    version: '1',
    input: recordSchema,
    output: recordSchema,
    ...configured({ gate }),
    run(record) {
      const { injection, steps } = record as {
        injection?: Injection | null;
        steps?: readonly string[] | null;
      };
      const claims = gate === 'strict' && injection?.status === 'accepted' && (steps?.length ?? 0) > 0;
      return claims ? checkedClaim(record, refused) : [record];
    },
  };
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
    let refused = 0;
    const stage = ingestStage(gate, () => {
      refused += 1;
    });
    return {
      step: stageStep(stage),
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
