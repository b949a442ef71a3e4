// All reproductions, and what is known not to be one.
import { mathVerifyAgreement } from './math-verify.ts';
import { evalscopePrompts, processbenchSubsets } from './processbench.ts';
import type { Reproduction } from './reproduction.ts';
import { deltabenchOutputs, latebenchHeadline } from './stored-predictions.ts';

export const reproductions: readonly Reproduction[] = [
  processbenchSubsets,
  evalscopePrompts,
  latebenchHeadline,
  deltabenchOutputs,
  mathVerifyAgreement,
];

/** Published numbers that no command of ours comes to, and why. */
export const notReproduced: readonly { readonly what: string; readonly why: string }[] = [
  {
    what: "F1 of models on ProcessBench (the paper's table of results)",
    why: 'the replies of the models are not published; a model of your own is `latebench run processbench`',
  },
  {
    what: "DeltaBench's leaderboard",
    why: 'its outputs are not published; those of a model of your own are scored with `--cut last --delta-gold errors+unuseful`',
  },
  {
    what: 'PRM800K: sizes of its phases, and numbers of models trained on it',
    why: 'only samples of its rows were at hand, and the sizes are of the whole files',
  },
  {
    what: 'Qwen2.5-Math: majority and best of 8',
    why: 'its repository has the scripts and none of the sampled outputs',
  },
  {
    what: 'BRUMO 2025 of MathArena and DeepConf: pass and majority',
    why: 'the outputs of MathArena were not at hand, and those of DeepConf with token probabilities are not published',
  },
  {
    what: "Math-Verify's accuracies on MATH (its README)",
    why: "the replies of the models that it graded are not published; its tests' verdicts are `math-verify`",
  },
];
