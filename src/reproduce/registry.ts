// All reproductions, and what is known not to be one.

import { mathVerifyAgreement } from './math-verify.ts';
import { matharenaBrumo } from './matharena-outputs.ts';
import { prm800kLabels } from './prm800k-labels.ts';
import { prm800kSamples } from './prm800k-samples.ts';
import { evalscopePrompts, processbenchSubsets } from './processbench.ts';
import { qwenMathPool } from './qwen-math-pool.ts';
import type { Reproduction } from './reproduction.ts';
import { deltabenchOutputs, latebenchHeadline } from './stored-predictions.ts';

export const reproductions: readonly Reproduction[] = [
  processbenchSubsets,
  evalscopePrompts,
  latebenchHeadline,
  deltabenchOutputs,
  mathVerifyAgreement,
  prm800kLabels,
  prm800kSamples,
  qwenMathPool,
  matharenaBrumo,
];

/** Published numbers that no command reproduces, and why. */
export const notReproduced: readonly { readonly what: string; readonly why: string }[] = [
  {
    what: "F1 of models on ProcessBench (the paper's table of results)",
    why: 'the replies of the models are not published; evaluate your own model with `latebench run processbench`',
  },
  {
    what: "DeltaBench's leaderboard",
    why: 'its outputs are not published; score your own with `--cut last --delta-gold errors+unuseful`',
  },
  {
    what: 'Models trained on PRM800K',
    why: 'they are not published; `prm800k-samples` uses the samples that they scored',
  },
  {
    what: 'Qwen2.5-Math: Maj@8 and RM@8 of whole benchmarks',
    why: 'only an example of 100 problems is published, which `qwen-math-pool` uses',
  },
  {
    what: 'DeepConf: Pass@1, majority and confidence votes on BRUMO 2025 (arXiv 2508.15260, table 1: DeepSeek-8B 80.0, 93.2, 93.3)',
    why: 'traces with token probabilities are not published; make your own pool with `latebench pool build` and score it with `latebench vote --k all`',
  },
  {
    what: "Math-Verify's accuracies on MATH (its README)",
    why: 'the replies that it graded are not published; `math-verify` uses the verdicts of its tests',
  },
];
