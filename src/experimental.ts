// The entry point `latebench/experimental`: the parts below runs and pipelines. Their names and types may change in any
// release. The headings are those of docs/api.md.

// ## Stages by themselves

export { type CriticOptions, criticStage } from './critic/critic.ts';
export { type DifficultyOptions, difficultyStage } from './critic/difficulty.ts';
export { type JudgeOptions, judgeStage } from './critic/judge.ts';
export { type PrmCriticOptions, prmStage } from './critic/prm-critic.ts';
export { exportFormatNamed, exportStage } from './datasets/export/export.ts';
export { filterStage } from './datasets/filter.ts';
export type { FilterOptions } from './datasets/filter-checks.ts';
export { type ClassifyOptions, classifyStage } from './inject/classify.ts';
export { type InjectOptions, injectStage } from './inject/inject.ts';
export { createVerifier, type Verifier } from './inject/verify.ts';
export { planPipeline } from './pipeline/plan.ts';
export { pipelineSchema } from './pipeline/schema.ts';
export { type AnyStage, defineReduce, type ReduceStage } from './stages/define.ts';

// ## Streams

export { openQuarantine, type Quarantine } from './storage/quarantine.ts';
export { compose } from './stream/compose.ts';
export { createErrorPolicy } from './stream/error-policy.ts';
export { createTally } from './stream/tally.ts';
export { stageTransform } from './stream/transform.ts';

// ## Model endpoints

export type { ChatEndpoint, ChatMessage, ChatOptions, ChatReply, ChatRequest } from './endpoints/chat.ts';
export { createChatEndpoint } from './endpoints/client.ts';
export type { ClientOptions } from './endpoints/client-options.ts';
export { createUsageCounters, type UsageCounters } from './endpoints/usage-counters.ts';

// ## Reports and stored predictions

export { createInjectionCollector } from './inject/collector.ts';
export { injectionReport } from './inject/report.ts';
export { type Collector, createCollector } from './metrics/collector.ts';
export { loadCritiques } from './metrics/join-critiques.ts';
export { scoreReport } from './metrics/score-report.ts';
export { appendAnnotation } from './storage/annotations.ts';

// ## Building sample pools

export { type BuildOptions as PoolBuildOptions, buildPool } from './deepconf/pool/build.ts';
export { planBuild } from './deepconf/pool/build-plan.ts';
export { exportRows as exportPoolRows } from './deepconf/pool/export.ts';
export { openPartReplies } from './deepconf/pool/part-replies.ts';
export { preparePool } from './deepconf/pool/prepare.ts';
export { verifyPool } from './deepconf/pool/verify.ts';

// ## The Hugging Face hub

export { chooseFiles } from './datasets/hub/choose-files.ts';
export { createHubClient, type HubClient } from './datasets/hub/client.ts';
export { fetchFile } from './datasets/hub/download.ts';
export { parseHubAddress } from './datasets/hub/hub-address.ts';
export { hubSettings } from './datasets/hub/hub-settings.ts';
export { type PushPlan, push } from './datasets/hub/push.ts';
export { openSnapshot } from './datasets/hub/snapshot.ts';
