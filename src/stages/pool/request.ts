// From the options of a pool build to what the pool is asked to be: its settings, the sampling of its traces, and how
// many there are to be after this run.
import type { EndpointConfig } from '../../config/endpoint-config.ts';
import { planBuild } from '../../deepconf/pool/build-plan.ts';
import { PoolManifest } from '../../deepconf/pool/manifest.ts';
import { readPoolSettings } from '../../deepconf/pool/pool-settings.ts';
import type { PoolSpecification } from '../../deepconf/pool/prepare.ts';
import { promptHash, promptTemplate } from '../../deepconf/pool/prompt.ts';
import type { Sampling } from '../../deepconf/pool/sampling.ts';
import { isSimulated } from '../../report/simulation.ts';
import type { PoolAsked } from './options.ts';
import { storedScores } from './stored-scores.ts';

/** Where samples are asked for, and how keys call it. */
export type PoolTarget = EndpointConfig & { readonly name: string };

export interface PoolRequest {
  /** Samples of each problem. */
  readonly n: number;
  readonly sampling: Sampling;
  readonly requested: PoolSpecification;
}

const paperTemperature = 0.6;

/** A parameter of DeepSeek; other servers may reject unknown parameters. */
type SamplingAsked = Pick<PoolAsked, 'temperature' | 'topP' | 'maxTokens' | 'topLogprobs' | 'thinking'>;

function thinkingOf(how: PoolAsked['thinking'], { baseUrl, model }: PoolTarget): 'disabled' | null {
  if (how === 'disabled') return 'disabled';
  if (how === 'unset' || !URL.canParse(baseUrl)) return null;
  const isDeepSeek = new URL(baseUrl).hostname.endsWith('deepseek.com');
  return isDeepSeek && /^deepseek/i.test(model) ? 'disabled' : null;
}

export function samplingOf(asked: SamplingAsked, seed: number, target: PoolTarget): Sampling {
  const { temperature, topP, maxTokens, topLogprobs, thinking } = asked;
  return {
    temperature: topP === undefined ? (temperature ?? paperTemperature) : null,
    top_p: topP ?? null,
    max_tokens: maxTokens,
    top_logprobs: topLogprobs,
    seed,
    thinking: thinkingOf(thinking, target),
  };
}

type SampledAsked = Pick<PoolAsked, 'fallback' | 'keepTop'> & Parameters<typeof storedScores>[0];

/** What the pool of a sampled model says about its traces, however they were asked for. */
export function sampledBy(asked: SampledAsked, { name, model }: PoolTarget, sampling: Sampling) {
  return {
    endpoint: name,
    model,
    simulated: isSimulated(model),
    prompt: { template: promptTemplate, sha256: promptHash },
    sampling,
    k: sampling.top_logprobs,
    answers: { mode: 'aime', fallback: asked.fallback },
    scores: storedScores(asked),
    keep_top: asked.keepTop,
  } as const;
}

/** How many samples this run is to come to: what an earlier run has begun is finished before the pool grows further. */
async function samplesNow({ pool, n, grow, rebuild }: PoolAsked): Promise<number> {
  if (grow === undefined) return n;
  const known = rebuild ? undefined : await readPoolSettings(pool);
  if (known === undefined) return Math.min(n, grow);
  const { readPoolProblems } = await import('../../deepconf/pool/problems-file.ts');
  const [manifest, problems] = await Promise.all([PoolManifest.read(pool), readPoolProblems(pool)]);
  const unfinished = planBuild(manifest, problems, known.n).length > 0;
  return Math.max(known.n, Math.min(n, unfinished ? known.n : known.n + grow));
}

/** Looks at the pool only where it is to grow step by step. */
export async function poolRequest(asked: PoolAsked, seed: number, target: PoolTarget): Promise<PoolRequest> {
  const n = await samplesNow(asked);
  const sampling = samplingOf(asked, seed, target);
  return {
    n,
    sampling,
    requested: { source: 'endpoint', ...sampledBy(asked, target, sampling), n },
  };
}
