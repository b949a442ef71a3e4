// Files that a reader of a page has already: where a page names one, its commands find it. Made from the samples, in this
// order, by the commands themselves.

/** A pipeline of one critic on the simulation. */
function pipeline(name: string, more = ''): string {
  const stages = '"source": {"files": ["records.jsonl"]}, "stages": [{"use": "critic", "with": {}}]';
  return `cp data/samples/late-errors-test.jsonl records.jsonl
echo '{"name": "${name}", "about": "a critic", "seed": 1, ${more}${stages}, "endpoint": "sim"}' > ${name}.json`;
}

const files: readonly (readonly [name: string, made: string])[] = [
  ['records.parquet', 'latebench filter -q data/samples/late-errors-test.jsonl -o records.parquet'],
  ['problems.jsonl', 'cp data/samples/problems.jsonl problems.jsonl'],
  [
    'records.jsonl',
    `sed 's/"subset":null/"subset":"gsm8k"/' data/samples/late-errors-test.jsonl > records.jsonl`,
  ],
  [
    'scores.jsonl',
    `sed -E 's/^\\{"id":"([^"]+)".*/{"id": "\\1", "scores": [0.9, 0.1]}/' records.jsonl > scores.jsonl`,
  ],
  ['judged.jsonl', 'latebench critic --endpoint sim -q data/samples/late-errors-test.jsonl > judged.jsonl'],
  [
    'judged.parquet',
    'latebench critic --endpoint sim -q data/samples/late-errors-test.jsonl -o judged.parquet',
  ],
  ['processbench.json', 'latebench ingest -q data/samples/late-errors-test.jsonl > processbench.json'],
  [
    'Deltabench_v1.jsonl',
    'latebench export --format deltabench -q data/samples/late-errors-test.jsonl > Deltabench_v1.jsonl',
  ],
  [
    'cases.jsonl',
    `printf '%s\\n' '{"gold": "1/2", "pred": "0.5", "equal": true, "math_verify": true}' '{"gold": "3", "pred": "4", "equal": false, "math_verify": false}' > cases.jsonl`,
  ],
  [
    'samples.jsonl',
    `printf '%s\\n' '{"answer": "1/2", "completion": "It is $0.5$, so \\\\boxed{0.5}."}' > samples.jsonl`,
  ],
  ['graded.jsonl', 'cp cases.jsonl graded.jsonl'],
  [
    'my_grader.py',
    `printf 'import sys, json\\nfor line in sys.stdin: print(json.dumps({"equal": json.loads(line)["gold"] == "1/2"}), flush=True)\\n' > my_grader.py`,
  ],
  ['traces.jsonl', `printf '%s\\n' '{"text": "so the answer is \\\\boxed{204}"}' > traces.jsonl`],
  [
    'runs/mine',
    `latebench run quickstart --set source.synthetic.count=8 --run runs/mine -q
mkdir -p runs/mine/annotations
for id in samples/algebra-1 $(latebench filter -q runs/mine/records.parquet | sed -n '1s/^{"id":"\\([^"]*\\).*/\\1/p'); do
  echo '{"record_id": "'$id'", "annotator": "anna", "kind": "decision", "decision": "yes", "first_error": 1}'
done > runs/mine/annotations/anna.jsonl`,
  ],
  ['anna.jsonl', 'cp runs/mine/annotations/anna.jsonl anna.jsonl'],
  ['ben.jsonl', 'sed s/anna/ben/ anna.jsonl > ben.jsonl'],
  ['guidelines.md', "printf '# Accept\\n\\nA late error.\\n' > guidelines.md"],
  [
    'data/pools/aime25',
    'latebench pool build data/samples/problems.jsonl --limit 2 --pool data/pools/aime25 --samples 8 --endpoint sim -q',
  ],
  ['late-errors.json', pipeline('late-errors')],
  ['late.json', pipeline('late')],
  ['nightly.json', pipeline('nightly', '"schedule": {"cron": "0 2 * * *"}, ')],
  ['other.jsonl', 'cp data/samples/late-errors-test.jsonl other.jsonl'],
];

/** Whether a command writes a file before anything else names it. */
function isMadeIn(text: string, name: string): boolean {
  const at = text.indexOf(name);
  return /(?:(?<!>)>|-o) $/.test(text.slice(0, at)) && !/^\w/.test(text.slice(at + name.length));
}

/** The shell lines that make what the blocks of a page name and do not begin with making; a command may overwrite it. */
export function filesNamedIn(text: string): string {
  return files
    .filter(([name]) => text.includes(name) && !isMadeIn(text, name))
    .map(([, made]) => made)
    .join('\n');
}
