// The library: the parts that the commands are made of, for programs. Modules that are not exported here are internal.

export { type EndpointConfig, endpointConfig } from './config/endpoint-config.ts';
export { type Config, resolveConfig } from './config/resolve.ts';
export { type CriticOptions, criticStage } from './critic/critic.ts';
export { type DifficultyOptions, difficultyStage } from './critic/difficulty.ts';
export { type JudgeOptions, judgeStage } from './critic/judge.ts';
export { type PrmCriticOptions, prmStage } from './critic/prm-critic.ts';
export { type AdaptOptions, adaptRows } from './datasets/adapt.ts';
export { exportFormatNamed, exportStage } from './datasets/export/export.ts';
export { type FilterOptions, filterStage } from './datasets/filter.ts';
export { chooseFiles } from './datasets/hub/choose-files.ts';
export { createHubClient, type HubClient } from './datasets/hub/client.ts';
export { fetchFile } from './datasets/hub/download.ts';
export { parseHubAddress } from './datasets/hub/hub-address.ts';
export { hubSettings } from './datasets/hub/hub-settings.ts';
export { type PushPlan, push } from './datasets/hub/push.ts';
export { openSnapshot } from './datasets/hub/snapshot.ts';
export { syntheticRecords } from './datasets/synthetic.ts';
export { type BuildOptions as PoolBuildOptions, buildPool } from './deepconf/pool/build.ts';
export { planBuild } from './deepconf/pool/build-plan.ts';
export { exportRows as exportPoolRows } from './deepconf/pool/export.ts';
export { openPartReplies } from './deepconf/pool/part-replies.ts';
export { preparePool } from './deepconf/pool/prepare.ts';
export { openPool, type Pool } from './deepconf/pool/read.ts';
export { verifyPool } from './deepconf/pool/verify.ts';
export { runSweepInto as runSweep } from './deepconf/sweep-run.ts';
export { runVote } from './deepconf/vote-run.ts';
export type { ChatEndpoint, ChatMessage, ChatOptions, ChatReply, ChatRequest } from './endpoints/chat.ts';
export { type ClientOptions, createChatEndpoint } from './endpoints/client.ts';
export { createUsageCounters, type UsageCounters } from './endpoints/usage-counters.ts';
export { type ErrorCode, exitCodes, isLateBenchError, LateBenchError, type Where } from './errors.ts';
export { type Endpoints, type EndpointsOptions, openEndpoints } from './executor/open-endpoint.ts';
export { type ClassifyOptions, classifyStage } from './inject/classify.ts';
export { createInjectionCollector } from './inject/collector.ts';
export { type InjectOptions, injectStage } from './inject/inject.ts';
export { injectionReport } from './inject/report.ts';
export { createVerifier, type Verifier } from './inject/verify.ts';
export { type BuildOptions, buildDataset } from './library/build-dataset.ts';
export type { RunSettings } from './library/open-library.ts';
export { type RunOutcome, run } from './library/run.ts';
export { type PipelineSettings, runPipeline } from './library/run-pipeline.ts';
export { ownStage, type StageValue } from './library/stage-value.ts';
export {
  balance,
  cascade,
  classify,
  compare,
  critic,
  difficulty,
  filter,
  ingest,
  inject,
  items,
  judge,
  power,
  prm,
  report,
  type SinkValue,
  type SourceValue,
  sample,
  score,
  write,
} from './library/stages.ts';
export { type Collector, createCollector } from './metrics/collector.ts';
export { type Comparison, createComparison } from './metrics/comparison.ts';
export { loadCritiques } from './metrics/join-critiques.ts';
export { createLeaderboard, type Leaderboard } from './metrics/leaderboard.ts';
export { createScore, type Score, type ScoreSettings } from './metrics/score.ts';
export { scoreRecords } from './metrics/score-records.ts';
export { scoreReport } from './metrics/score-report.ts';
export { definePipeline, sampleProblems } from './pipeline/define.ts';
export { loadPipeline } from './pipeline/load.ts';
export { planPipeline } from './pipeline/plan.ts';
export type { PipelineResult } from './pipeline/run.ts';
export type { RunResult } from './pipeline/run-records.ts';
export { type PipelineDefinition, pipelineSchema } from './pipeline/schema.ts';
export { verifyRun } from './pipeline/verify-run.ts';
export type { BuiltDataset } from './publish/build.ts';
export { type DatasetManifest, readManifest } from './publish/dataset-manifest.ts';
export { type DatasetDiff, diffDatasets } from './publish/diff.ts';
export { type LoadedSpec, loadSpec } from './publish/load-spec.ts';
export { type DatasetSpec, type DatasetSpecInput, defineDataset } from './publish/spec.ts';
export { openTestGuard, type TestGuard, trainingRecords } from './publish/training.ts';
export { type Verified, verifyDataset } from './publish/verify-dataset.ts';
export { type Critique, critiqueSchema } from './records/critique.ts';
export { type Injection, injectionSchema } from './records/injection.ts';
export type { ScoreObject } from './records/score.ts';
export { type Problem, problemSchema, type Solution, solutionSchema } from './records/solution.ts';
export { type Simulator, startSimulator } from './simulator/server.ts';
export { addStage } from './stages/catalogue.ts';
export { type AnyStage, defineMap, defineReduce, type MapStage, type ReduceStage } from './stages/define.ts';
export { appendAnnotation, readAnnotations } from './storage/annotations.ts';
export { readInput } from './storage/input.ts';
export { openOutput } from './storage/output.ts';
export { openQuarantine, type Quarantine } from './storage/quarantine.ts';
export { compose } from './stream/compose.ts';
export { createErrorPolicy } from './stream/error-policy.ts';
export { type Drop, drop, isDrop, type Stage, type StageContext } from './stream/stage.ts';
export { stageStep } from './stream/step.ts';
export { createTally } from './stream/tally.ts';
export { stageTransform } from './stream/transform.ts';
