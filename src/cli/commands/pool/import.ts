// `latebench pool import`: a pool of traces that were sampled elsewhere.
import { defineCommand } from '../../command.ts';
import { errorOptions, keyOptions, problemsOption, tryOption } from '../../options.ts';
import { confidenceOptions, poolOption, rebuildOption } from '../../pool-options.ts';

export const poolImportCommand = defineCommand({
  name: 'pool import',
  summary: 'make a pool from traces that were sampled elsewhere',
  usage: 'TRACES… --problems PROBLEMS --pool DIR',
  examples: [
    'latebench pool import traces.jsonl --problems problems.jsonl --pool data/pools/mine',
    'latebench pool import responses/*.jsonl.gz --problems aime_2025.jsonl --pool data/pools/vllm',
  ],
  about:
    'A row is {problem_id, sample_id, text and/or answer, token_logprobs: [], top_logprobs: [[]]} with ' +
    'numbers or in the OpenAI form, or with token_conf: [] instead; or a response body of OpenAI or vLLM, ' +
    'alone, under `body`, or as a line of a batch file; the outputs of vLLM without a server; ' +
    'or a reply of SGLang, TGI or llama.cpp. Rows are joined with the problems by problem_id, in any order.',
  options: [
    problemsOption,
    poolOption,
    ...keyOptions.filter(({ name }) => name === 'problem-key' || name === 'answer-key'),
    ...confidenceOptions,
    { name: 'no-fallback', about: 'only boxed answers count, never the last integer', group: 'Work' },
    { name: 'no-keep-top', about: 'do not store the alternatives of tokens', group: 'Output' },
    rebuildOption,
    ...errorOptions,
    tryOption,
  ],
  docs: 'docs/deepconf.md',
  run: async (call) => (await import('../../pool-import.ts')).runPoolImport(call),
});
