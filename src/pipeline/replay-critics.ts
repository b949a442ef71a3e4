// Reads the stored replies of a run again: builds its critic stages as they were declared, on endpoints that make no
// call, and compares their critiques of each record with the stored ones.
import type { Role } from '../config/setting-table.ts';
import { LateBenchError } from '../errors.ts';
import { buildStages, type PlannedStage } from '../executor/build-plan.ts';
import { openEndpoints } from '../executor/open-endpoint.ts';
import type { Critique } from '../records/critique.ts';
import type { Solution } from '../records/solution.ts';
import { noSink } from '../storage/no-sink.ts';
import type { Row } from '../storage/rows.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import { passRecords } from '../stream/pass.ts';
import type { StageStep } from '../stream/step.ts';
import { createTally } from '../stream/tally.ts';
import { type Difference, differences } from './differences.ts';

export interface ReplayPlan {
  readonly journalFolder: string;
  /** A critic's declaration, and what the manifest says that it was built with. */
  readonly declaration: PlannedStage;
  readonly config: { readonly critic: string; readonly endpoint: string; readonly model: string };
  readonly seed: number;
  readonly say: (line: string) => void;
}

export interface Replayed {
  /** Critiques that were made again from stored replies. */
  readonly critiques: number;
  /** Critiques with a failed call: there is no reply to read. */
  readonly failed: number;
  readonly leaves: number;
  readonly found: readonly Difference[];
}

/** No server listens here: the endpoint is offline, its address only names it. */
const nowhere = 'http://127.0.0.1:1/v1';
const inFlight = 16;

export async function replayCritic(
  records: AsyncIterable<readonly Solution[]>,
  plan: ReplayPlan,
): Promise<Replayed> {
  const { config } = plan;
  const endpoints = openEndpoints({
    journalFolder: plan.journalFolder,
    cacheFolder: plan.journalFolder,
    cacheMode: 'off',
    offline: true,
    say: plan.say,
  });
  try {
    // A cascade asks a second model, which its declaration names.
    const endpoint = (role: Role, { model = config.model }: { readonly model?: string | undefined } = {}) =>
      endpoints.open({
        role,
        baseUrl: /^https?:/.test(config.endpoint) ? config.endpoint : nowhere,
        model,
        apiKey: undefined,
        concurrency: inFlight,
        rpm: undefined,
        maxRetries: 0,
        name: config.endpoint,
      });
    const nothing = (): never => {
      throw new LateBenchError(
        'LB_CONFIG',
        'stored replies are read without the records they were asked about',
      );
    };
    const [critic] = await buildStages([plan.declaration], {
      seed: plan.seed,
      concurrency: inFlight,
      endpoint,
      rows: nothing,
      records: nothing,
      sources: [],
      dry: false,
      say: () => {},
    });
    const step = critic!.step!;
    const built = differences(config, step.config, `manifest.json: ${config.critic}: `);
    if (built.found.length > 0) return { critiques: 0, failed: 0, ...built };
    return await compareAll(records, step, config.critic);
  } finally {
    await endpoints.close();
  }
}

/** A record of a run was read before: that it cannot be read now is a find, not a bad record. */
const strictPolicy: ErrorPolicy = {
  reject: ({ code, message, where }) => {
    throw new LateBenchError(code, message, { where });
  },
  accepted: () => {},
  rejected: 0,
  counts: new Map(),
  finish: () => {},
};

async function compareAll(
  records: AsyncIterable<readonly Solution[]>,
  step: StageStep,
  critic: string,
): Promise<Replayed> {
  const waiting: Solution[] = [];
  const found: Difference[] = [];
  const counts = { critiques: 0, failed: 0, leaves: 0 };
  let missing: Error | undefined;
  const asked = async function* (): AsyncGenerator<Record<string, unknown>[]> {
    for await (const group of records) {
      for (const record of group) {
        const stored = critiqueBy(record, critic);
        if (stored === undefined) continue;
        if (hasFailed(stored)) {
          counts.failed += 1;
          continue;
        }
        if (missing !== undefined) return;
        waiting.push(record);
        yield [{ ...record, critiques: [] }];
      }
    }
  };
  const compare = (again: Row): void => {
    const record = waiting.shift()!;
    const what = `records: ${record.id}: ${critic}: `;
    const reported = critiqueBy(again as Solution, critic);
    const compared = differences(asTheCriticLeftIt(record, critic), reported, what);
    counts.critiques += 1;
    counts.leaves += compared.leaves;
    found.push(...compared.found);
  };
  const nobody = new AbortController().signal;
  await passRecords(
    { groups: asked(), links: [{ step }], sink: { ...noSink, write: compare } },
    {
      ...{ policy: strictPolicy, tally: createTally(), stopReading: nobody, abandon: nobody },
      onStop(error) {
        missing = error;
      },
    },
  );
  if (missing !== undefined) {
    const id = waiting[0]?.id ?? 'a record';
    found.push({ what: `journal: ${id}: ${critic}`, stored: 'no reply', recomputed: missing.message });
  }
  return { ...counts, found };
}

function critiqueBy(record: Solution, critic: string): Critique | undefined {
  return record.critiques?.find((critique) => critique.critic === critic);
}

/** A judge that came later wrote into the critique; its replies are not the critic's. */
function asTheCriticLeftIt(record: Solution, critic: string): Partial<Critique> | undefined {
  const stored = critiqueBy(record, critic);
  if (stored === undefined) return undefined;
  const { judge: _judge, ...own } = stored;
  return own;
}

function hasFailed({ status, votes }: Critique): boolean {
  return status === 'failed' || (votes ?? []).some((vote) => vote.status === 'failed');
}
