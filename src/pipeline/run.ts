// Runs a pipeline into a run folder: records.parquet, results.json, summary.json, report.html, with injections
// injection.html and, last, the manifest. Every file appears whole or not at all.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { endpointConfig } from '../config/endpoint-config.ts';
import { type Config, wholeNumber } from '../config/resolve.ts';
import type { Role } from '../config/settings.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import type { ModelLedger } from '../endpoints/ledger.ts';
import type { LateBenchError } from '../errors.ts';
import { usualBreakdowns } from '../metrics/breakdown.ts';
import type { ScoreObject } from '../records/score.ts';
import type { Solution } from '../records/solution.ts';
import { writeFileAtomic, writeJsonAtomic } from '../storage/atomic-write.ts';
import { writeManifest } from '../storage/manifest.ts';
import { openOutput } from '../storage/output.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import { runStream } from '../stream/run.ts';
import { sinkStream } from '../stream/sink-stream.ts';
import { rowStream } from '../stream/source.ts';
import type { StageStep } from '../stream/step.ts';
import type { Tally } from '../stream/tally.ts';
import { until } from '../stream/until.ts';
import { buildStage, rolesOf } from './build-stage.ts';
import { createCollector } from './collector.ts';
import { resultsOfCritic } from './critic-results.ts';
import type { PipelineDefinition } from './define.ts';
import { createInjectionCollector } from './injection-collector.ts';
import { injectionReport } from './injection-report.ts';
import { leaderboardOf, writeLeaderboard } from './leaderboard-report.ts';
import type { Endpoints } from './open-endpoint.ts';
import { resultsSink } from './results.ts';
import { scoreReport } from './score-report.ts';
import { openSource } from './source.ts';

export interface RunContext {
  readonly folder: string;
  readonly config: Config;
  readonly endpoints: Endpoints;
  readonly policy: ErrorPolicy;
  readonly tally: Tally;
  readonly say: (line: string) => void;
  /** Read no more input, but finish what is in flight. */
  readonly stopReading: AbortSignal;
  readonly abandon: AbortSignal;
  /** Told of an error that ends the run cleanly. */
  readonly onStop: (reason: LateBenchError) => void;
}

export interface RunResult {
  readonly complete: boolean;
  readonly score: ScoreObject;
  readonly models: Readonly<Record<string, string>>;
  readonly spent: ModelLedger;
}

function votesOf(definition: PipelineDefinition): { protocol: string | null; votes: number | null } {
  const critic = definition.stages.find((stage) => stage.use === 'critic');
  return critic === undefined
    ? { protocol: null, votes: null }
    : { protocol: critic.with.protocol ?? 'first_error', votes: critic.with.votes ?? 1 };
}

export async function runPipeline(definition: PipelineDefinition, context: RunContext): Promise<RunResult> {
  const { folder, config, endpoints, policy, tally, say } = context;
  const { seed } = definition;
  const opened = new Map<string, Promise<ChatEndpoint>>();
  const endpoint = (role: Role, model?: string): Promise<ChatEndpoint> => {
    const wanted = endpointConfig(config, role);
    const of = { ...wanted, model: model ?? wanted.model };
    const key = `${role} ${of.model}`;
    const known = opened.get(key) ?? endpoints.open(of);
    opened.set(key, known);
    return known;
  };
  // Everything is built, and so checked, before the first call.
  const concurrency = wholeNumber(config, 'concurrency', 1) ?? 1;
  const steps: StageStep[] = [];
  for (const stage of definition.stages) steps.push(await buildStage(stage, { seed, concurrency, endpoint }));
  await mkdir(folder, { recursive: true });

  const source = openSource(definition.source, { onBad: (bad) => policy.reject(bad), say });
  const scoring = { seed, by: usualBreakdowns, ...definition.score };
  const collector = createCollector(scoring);
  const injects = definition.stages.some(({ use }) => use === 'inject');
  const injections = injects ? createInjectionCollector() : undefined;
  const leaderboard = leaderboardOf(definition);
  const records = await openOutput(join(folder, 'records.parquet'));
  const results = resultsSink(join(folder, 'results.json'));
  const resultFiles = steps.flatMap((step) => resultsOfCritic(folder, step));
  const rows = rowStream(until(source.groups, context.stopReading), () => {
    tally.read += 1;
  });
  const sink = sinkStream(
    {
      async write(row) {
        policy.accepted();
        collector.add(row as Solution);
        injections?.add(row as Solution);
        leaderboard?.add(row as Solution);
        for (const files of resultFiles) await files.add(row as Solution);
        await results.write(row);
        await records.write(row);
      },
      async close() {
        await results.close();
        for (const files of resultFiles) await files.close();
        return records.close();
      },
      async abort() {
        await results.abort();
        for (const files of resultFiles) await files.abort();
        await records.abort();
      },
    },
    { tally, mayPublish: () => !context.stopReading.aborted },
  );
  const transforms = steps.map((step) =>
    step.open({
      policy,
      tally,
      order: 'input',
      signal: context.abandon,
      stopping: context.stopReading,
      onStop: context.onStop,
    }),
  );
  const ending = await runStream(rows, transforms, sink, context.abandon);
  const complete = ending === 'complete' && !context.stopReading.aborted;
  if (complete) policy.finish();

  const score = collector.score();
  const { models } = collector;
  const spent = endpoints.ledger.total();
  const counts = {
    read: tally.read,
    written: tally.written,
    dropped: Object.fromEntries(tally.drops),
    bad: policy.rejected,
  };
  const roles = [...new Set(definition.stages.flatMap(rolesOf))];
  if (complete) {
    const byModel = Object.fromEntries(endpoints.ledger.byModel);
    await writeJsonAtomic(join(folder, 'summary.json'), {
      ...score,
      run: { pipeline: definition.name, counts, models, spent: byModel },
    });
    const { about, name } = definition;
    const inputs = [
      ...source.inputs.map(({ path, sha256 }) => ({ source: path, sha256 })),
      ...(definition.source.synthetic === undefined
        ? []
        : [
            {
              source: `synthetic, seed ${definition.source.synthetic.seed}`,
              records: definition.source.synthetic.count,
            },
          ]),
    ];
    const facts = { title: `${name}: ${about}`, inputs, seed, ...votesOf(definition) };
    await writeFileAtomic(join(folder, 'report.html'), scoreReport(collector, 'html', facts));
    if (leaderboard !== undefined) await writeLeaderboard(folder, `${name}: critics`, leaderboard);
    if (injections !== undefined) {
      const page = injectionReport(injections, { title: `${name}: injections`, inputs, seed });
      await writeFileAtomic(join(folder, 'injection.html'), page);
    }
  }
  await writeManifest(join(folder, 'manifest.json'), {
    command: `run ${definition.name}`,
    inputs: source.inputs,
    stages: steps.map(({ name, version, config: stageConfig }) => ({ name, version, config: stageConfig })),
    endpoints: await Promise.all(
      roles.map(async (role) => {
        const { name, model } = await endpoint(role);
        return { role, name, model };
      }),
    ),
    seed,
    counts,
    complete,
    source: definition.source,
    declaration: { stages: definition.stages, score: scoring },
  });
  return { complete, score, models, spent };
}
