// The gate over pairs that exist: an original and a changed solution, from any source.
import { z } from 'zod';
import type { Solution } from '../../records/solution.ts';
import { solutionStage } from '../../stream/solution-stage.ts';
import { stageStep } from '../../stream/step.ts';
import { defineMap } from '../define.ts';
import { createNeedWatch, lookedAt } from '../looked-at.ts';
import { rejectsPort } from '../rejects.ts';
import { regionOption, reportFileOption } from '../shared-options.ts';
import { createCheckCounts } from './check-counts.ts';

const options = z.strictObject({
  region: regionOption,
  reportFile: reportFileOption('.json', 'write the results of every check (.json)'),
});

/** Null: inject made the record without changing it. */
function isPair({ injection }: Solution): boolean | null {
  if ((injection?.original_steps ?? []).length > 0) return true;
  return injection?.status == null || injection.status === 'accepted' ? false : null;
}

export const gate = defineMap({
  name: 'gate',
  summary: 'run the quality gate over existing pairs of an original and a changed solution',
  about:
    'Reads records with injection.original_steps: injections of this or another project. A pair that passes ' +
    'every check becomes accepted, bound to its steps by injection.gate_hash. Any other is rejected: it gets ' +
    'its original steps back and is left out of stdout unless --keep-rejected is given. Records without an ' +
    'original pass unchanged; if no record has one, that is an error. The summary shows how many pairs each check rejects, and how many no other ' +
    'check rejects. No model is called.',
  examples: [
    'latebench gate general_injection_results.json > accepted.jsonl',
    'latebench gate --region whole --rejects rejected.jsonl pairs.jsonl > accepted.jsonl',
    'latebench gate --report-file gate.json pairs.jsonl > accepted.jsonl',
  ],
  docs: 'docs/injection.md',
  options,
  ports: {
    in: 'records',
    main: 'records',
    side: rejectsPort('pairs that the gate rejects', 'rejected'),
  },
  seeded: false,
  async build({ region, reportFile }) {
    const { gateOfRecord, gateVersion, withGate } = await import('../../inject/gated-record.ts');
    const counts = createCheckCounts();
    const stage = solutionStage({
      name: 'gate',
      version: '1',
      config: { region },
      inputs: ({ problem, steps, injection }) => ({
        problem,
        steps,
        original: injection?.original_steps ?? null,
      }),
      async change(record) {
        const outcome = gateOfRecord(record, region);
        counts.add(outcome);
        return outcome === null ? null : withGate(record, outcome);
      },
    });
    const hasPair = createNeedWatch(
      (row) => isPair(row as Solution),
      'gate: no record has an original solution to compare with (injection.original_steps): run latebench inject first, or name a file of pairs',
    );
    return {
      step: stageStep<Solution, Solution>(stage),
      after: lookedAt([hasPair]),
      observe: ({ write, dry }) => ({
        add: () => {},
        summary: counts.summary,
        manifest: () => ({ gate: { version: gateVersion, ...counts.result() } }),
        async finish() {
          if (reportFile !== undefined && !dry)
            await write(reportFile, `${JSON.stringify(counts.result(), null, 2)}\n`);
        },
      }),
    };
  },
});
