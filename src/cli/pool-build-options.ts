// From the command line to what a pool build is asked for.
import type { EndpointConfig } from '../config/endpoint-config.ts';
import type { WantedPool } from '../deepconf/pool/prepare.ts';
import { promptHash, promptTemplate } from '../deepconf/pool/prompt.ts';
import type { PoolProblem } from '../deepconf/pool/read.ts';
import type { Sampling } from '../deepconf/pool/sampling.ts';
import { LateBenchError } from '../errors.ts';
import { endpointName } from '../executor/open-endpoint.ts';
import { isSimulated } from '../report/simulation.ts';
import type { Call } from './command.ts';
import type { ParsedOptions } from './parse-options.ts';
import { storedScores } from './pool-options.ts';

export interface BuildWishes {
  readonly config: EndpointConfig;
  readonly problems: readonly PoolProblem[];
  readonly n: number;
  readonly sampling: Sampling;
  readonly wanted: WantedPool;
  readonly keepRaw: boolean;
  readonly allowDegenerate: boolean;
}

const paperTemperature = 0.6;

function usage(message: string): LateBenchError {
  return new LateBenchError('LB_USAGE', message);
}

/** DeepSeek has the switch; other servers may refuse what they do not know. */
function thinkingOf(options: ParsedOptions, { baseUrl, model }: EndpointConfig): 'disabled' | null {
  const how = options.text('thinking');
  if (how === 'disabled') return 'disabled';
  if (how === 'unset' || !URL.canParse(baseUrl)) return null;
  const isDeepSeek = new URL(baseUrl).hostname.endsWith('deepseek.com');
  return isDeepSeek && /^deepseek/i.test(model) ? 'disabled' : null;
}

function samplingOf(options: ParsedOptions, config: EndpointConfig): Sampling {
  const temperature = options.number('temperature', 0, 2);
  const topP = options.number('top-p', 0, 1);
  if (temperature !== undefined && topP !== undefined) {
    throw usage('--temperature and --top-p: give one of them, as the API advises');
  }
  const top_logprobs = options.whole('top-logprobs', 1) ?? 20;
  if (top_logprobs > 20) throw usage(`--top-logprobs ${top_logprobs}: no API gives more than 20`);
  return {
    temperature: topP === undefined ? (temperature ?? paperTemperature) : null,
    top_p: topP ?? null,
    max_tokens: options.whole('max-tokens', 1) ?? 4096,
    top_logprobs,
    seed: options.whole('seed', 0) ?? 0,
    thinking: thinkingOf(options, config),
  };
}

export function buildWishes(
  { options }: Call,
  config: EndpointConfig,
  problems: readonly PoolProblem[],
): BuildWishes {
  if (options.flag('keep-top') && options.flag('no-keep-top')) {
    throw usage('--keep-top and --no-keep-top: give one of them');
  }
  const n = options.whole('n', 1) ?? 4096;
  const sampling = samplingOf(options, config);
  const wanted: WantedPool = {
    source: 'endpoint',
    endpoint: endpointName(config),
    model: config.model,
    simulated: isSimulated(config.model),
    prompt: { template: promptTemplate, sha256: promptHash },
    sampling,
    k: sampling.top_logprobs,
    answers: { mode: 'aime', fallback: !options.flag('no-fallback') },
    scores: storedScores(options),
    keep_top: !options.flag('no-keep-top'),
    n,
  };
  return {
    config,
    problems,
    n,
    sampling,
    wanted,
    keepRaw: options.flag('keep-raw'),
    allowDegenerate: options.flag('allow-degenerate'),
  };
}
