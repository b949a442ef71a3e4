// What the four filters that call a model have in common: limits, budgets, cache, journal, batches, bad input, faults,
// kills. Each case is written once and holds for every one of them.
import type { Case } from '../case.ts';

interface Calling {
  readonly command: string;
  readonly model: string;
  readonly input: string;
  /** Options without which the command makes no call on a plain row. */
  readonly extra: string;
}

const commands: readonly Calling[] = [
  { command: 'inject', model: 'latebench-sim/injector', input: 'records.jsonl', extra: '' },
  { command: 'critic', model: 'latebench-sim/critic', input: 'injected.jsonl', extra: '' },
  { command: 'judge', model: 'latebench-sim/critic', input: 'told.jsonl', extra: '' },
  { command: 'classify', model: 'latebench-sim/critic', input: 'injected.jsonl', extra: '--all' },
];

function casesOf({ command, model, input, extra }: Calling): Case[] {
  const line = `latebench ${command} ${extra}`;
  const asked = `--endpoint {endpoint} --model ${model}`;
  return [
    {
      name: `${command}/limits`,
      uses: [input],
      endpoint: { apiKey: 'sk-secret' },
      steps: [
        { files: { 'key.txt': 'sk-secret\n', 'wrong.txt': 'sk-wrong\n' } },
        `${line} --base-url {endpoint} -m ${model} --api-key-file key.txt -c 2 --rpm 60000 --tpm 100000000 ` +
          `--max-retries 0 --cache off --temperature 0 --seed 5 --order input --limit 4 --metrics-port 0 ${input}`,
        `${line} ${asked} --api-key-file wrong.txt --concurrency 1 --max-retries 0 --order any ${input}`,
        `${line} ${asked} --api-key-file none.txt ${input}`,
      ],
    },
    {
      name: `${command}/budget`,
      uses: [input],
      steps: [
        `${line} ${asked} -c 1 --run r --budget-tokens 3000 ${input}`,
        `${line} ${asked} -c 1 --run r --budget-tokens 10000000 ${input}`,
        `${line} ${asked} -c 1 --cache off --budget-usd 0.000001 --price in=1,out=2 --budget-folder b -n 3 ${input}`,
        `${line} ${asked} -c 1 --cache off --budget-usd 9 --price in=1,out=2 --budget-folder b --seed 2 -n 3 ${input}`,
        `${line} ${asked} --budget-usd 9 ${input}`,
      ],
    },
    {
      name: `${command}/dry-run`,
      uses: [input],
      steps: [
        `${line} ${asked} --dry-run ${input}`,
        `${line} --endpoint {endpoint} --model gpt-4o-mini --dry-run -n 2 -o out.jsonl --run r ${input}`,
        `${line} --endpoint sim --dry-run --batch --run s ${input}`,
      ],
    },
    {
      name: `${command}/offline`,
      uses: [input],
      steps: [
        `${line} ${asked} -n 4 --run r ${input} -o a.jsonl`,
        `${line} ${asked} -n 4 --run r --offline ${input} -o b.jsonl`,
        'cmp a.jsonl b.jsonl',
        `${line} ${asked} -n 4 --offline --cache off --run s -c 1 ${input}`,
      ],
    },
    {
      name: `${command}/batch`,
      uses: [input],
      endpoint: { batches: { timeMs: 300, expire: 0.3 } },
      calls: 'distinct',
      steps: [
        {
          sh: `${line} ${asked} --cache off --batch --run b --batch-wait 0 ${input} -o out.jsonl`,
        },
        { sh: `${line} ${asked} --cache off --batch --run b ${input} -o out.jsonl`, stderr: 'ignore' },
        `${line} ${asked} --cache off --run d ${input} -o direct.jsonl; cmp out.jsonl direct.jsonl`,
        `${line} ${asked} --batch ${input}`,
      ],
    },
    {
      name: `${command}/bad-input`,
      uses: ['bad.jsonl'],
      steps: [
        `${line} --endpoint sim --quarantine q.jsonl bad.jsonl -o out.jsonl`,
        `${line} --endpoint sim --on-error skip bad.jsonl -o out.jsonl`,
        `${line} --endpoint sim --on-error fail bad.jsonl -o out2.jsonl`,
        `${line} --endpoint sim -c 1 --max-errors 1 bad.jsonl -o out3.jsonl`,
      ],
    },
    {
      name: `${command}/rows`,
      steps: [
        {
          files: {
            'rows.jsonl':
              '{"q":"What is 1+1?","s":"Add 1 and 1.\\n\\nThe sum is 2.\\n\\nSo $1+1=2$.\\n\\nThe answer is 2.","a":"2","l":-1}\n' +
              '{"q":"What is 1+2?","s":"Add 1 and 2.\\n\\nThe sum is 4.\\n\\nSo $1+2=4$.\\n\\nThe answer is 4.","a":"3","l":1}\n',
          },
        },
        `${line} ${asked} --adapter jsonl --problem-key q --steps-key s --answer-key a --label-key l rows.jsonl`,
        `${line} ${asked} rows.jsonl`,
      ],
    },
  ];
}

/** Only where one command stands for all: the classes of cases that take longest. */
function longCasesOf({ command, model, input, extra }: Calling): Case[] {
  const line = `latebench ${command} ${extra}`;
  const asked = `--endpoint {endpoint} --model ${model}`;
  return [
    {
      name: `${command}/cache`,
      uses: [input],
      steps: [
        `${line} ${asked} -n 3 --run a ${input} -o a.jsonl`,
        `${line} ${asked} -n 4 --run b --cache read ${input} -o b.jsonl`,
        `${line} ${asked} -n 5 --run c --cache on ${input} -o c.jsonl`,
        `${line} ${asked} -n 2 --run d --cache off ${input} -o d.jsonl`,
      ],
    },
    {
      name: `${command}/faults`,
      uses: [input],
      endpoint: {
        faults: [
          { do: 'error', status: 500, when: { after_calls: 1, for_calls: 1 } },
          { do: 'rate_limit', retry_after_s: 0, when: { after_calls: 3, for_calls: 1 } },
          { do: 'reset_mid_body', when: { after_calls: 5, for_calls: 1 } },
        ],
      },
      steps: [{ sh: `${line} ${asked} -c 1 -n 6 --cache off --run r ${input}` }],
      presence: ['events.jsonl'],
    },
    {
      name: `${command}/killed`,
      uses: [input],
      steps: [
        {
          sh: `${line} ${asked} -c 1 --cache off --run r ${input} -o out.jsonl`,
          kill: { signal: 'SIGKILL', call: 3 },
        },
        `${line} ${asked} -c 1 --cache off --run r ${input} -o out.jsonl`,
        `${line} ${asked} -c 1 --cache off --run r --offline ${input} -o again.jsonl && cmp out.jsonl again.jsonl`,
      ],
    },
    {
      name: `${command}/interrupted`,
      uses: [input],
      steps: [
        {
          sh: `${line} ${asked} -c 1 --cache off --run r ${input} -o out.jsonl`,
          kill: { signal: 'SIGINT', call: 3 },
        },
        `${line} ${asked} -c 1 --cache off --run r ${input} -o out.jsonl`,
      ],
    },
  ];
}

export const callingCases: readonly Case[] = [
  ...commands.flatMap(casesOf),
  ...commands.slice(0, 2).flatMap(longCasesOf),
];
