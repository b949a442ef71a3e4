// The library's stable entry point, `latebench`. Modules that neither this file nor experimental.ts exports are internal.
// The headings are those of docs/api.md.

// ## Runs

export { verifyRun } from './library/loaded-on-use.ts';
export type { RunSettings } from './library/open-library.ts';
export { type RunOutcome, run } from './library/run.ts';
export type { StageValue } from './library/stage-value.ts';
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

// ## Pipelines

export { loadPipeline } from './library/loaded-on-use.ts';
export { type PipelineSettings, runPipeline } from './library/run-pipeline.ts';
export { definePipeline, sampleProblems } from './pipeline/define.ts';
export type { PipelineResult } from './pipeline/run.ts';
export type { PipelineDefinition, WrittenPipeline } from './pipeline/schema.ts';

// ## Records

export { type Critique, critiqueSchema } from './records/critique.ts';
export { type Injection, injectionSchema } from './records/injection.ts';
export { type Problem, problemSchema, type Solution, solutionSchema } from './records/solution.ts';

// ## Files and rows

export { type AdaptOptions, adaptRows } from './datasets/adapt.ts';
export { syntheticRecords } from './datasets/synthetic.ts';
export { readAnnotations } from './storage/annotations.ts';
export { readInput } from './storage/input.ts';
export { openOutput } from './storage/output.ts';

// ## Scores and comparisons

export { type Comparison, createComparison } from './metrics/comparison.ts';
export { createLeaderboard, type Leaderboard } from './metrics/leaderboard.ts';
export { createScore, type Score, type ScoreSettings } from './metrics/score.ts';
export { scoreRecords } from './metrics/score-records.ts';
export type { ScoreObject } from './records/score.ts';

// ## Datasets

export { type BuildOptions, buildDataset } from './library/build-dataset.ts';
export type { BuiltDataset } from './publish/build.ts';
export { type DatasetManifest, readManifest } from './publish/dataset-manifest.ts';
export { type DatasetDiff, diffDatasets } from './publish/diff.ts';
export { type LoadedSpec, loadSpec } from './publish/load-spec.ts';
export { type DatasetSpec, type DatasetSpecInput, defineDataset } from './publish/spec.ts';
export { openTestGuard, type TestGuard, trainingRecords } from './publish/training.ts';
export { type Verified, verifyDataset } from './publish/verify-dataset.ts';

// ## Sample pools

export type { Pool } from './deepconf/pool/read.ts';
export { openPool, runSweep, runVote } from './library/loaded-on-use.ts';

// ## Configuration and endpoints

export { type EndpointConfig, endpointConfig } from './config/endpoint-config.ts';
export { type Config, resolveConfig } from './config/resolve.ts';
export { type Endpoints, type EndpointsOptions, openEndpoints } from './executor/open-endpoint.ts';
export { startSimulator } from './library/loaded-on-use.ts';
export type { Simulator } from './simulator/server.ts';

// ## Stages of your own

export { ownStage } from './library/stage-value.ts';
export { addStage } from './stages/catalogue.ts';
export { defineMap, type MapStage } from './stages/define.ts';
export { type Drop, drop, isDrop, type Stage, type StageContext } from './stream/stage.ts';
export { stageStep } from './stream/step.ts';

// ## Errors

export { type ErrorCode, exitCodes, isLateBenchError, LateBenchError, type Where } from './errors.ts';
