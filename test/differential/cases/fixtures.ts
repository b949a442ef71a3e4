// Files that many cases begin with, in the order in which they are made.
export interface Fixture {
  /** Name of the file or folder. */
  readonly makes: string;
  readonly from?: readonly string[];
  readonly sh: string;
}

export const fixtures: readonly Fixture[] = [
  { makes: 'records.jsonl', sh: 'latebench ingest --adapter synthetic --n 10 --seed 1 > records.jsonl' },
  {
    makes: 'injected.jsonl',
    from: ['records.jsonl'],
    sh: 'latebench inject --endpoint sim --clean-fraction 0.4 --seed 1 records.jsonl > injected.jsonl',
  },
  {
    makes: 'judged.jsonl',
    from: ['injected.jsonl'],
    sh: 'latebench critic --endpoint sim --votes 2 --seed 1 injected.jsonl > judged.jsonl',
  },
  {
    makes: 'both.jsonl',
    from: ['judged.jsonl'],
    sh: 'latebench critic --endpoint sim --protocol all_errors --keep-replies judged.jsonl > both.jsonl',
  },
  {
    makes: 'told.jsonl',
    from: ['injected.jsonl'],
    sh: `node -e '
const lines = require("fs").readFileSync("injected.jsonl", "utf8").trim().split("\\n").map(JSON.parse);
for (const record of lines) {
  const [step] = record.error_steps;
  const found = step ?? -1;
  const explanations = step === undefined ? null : { [step]: "The value does not follow from the step before." };
  const critique = { critic: "someone", protocol: "all_errors", status: "ok", first_error: found, error_steps: step === undefined ? [] : [step], explanations };
  console.log(JSON.stringify({ ...record, critiques: [critique] }));
}' > told.jsonl`,
  },
  {
    makes: 'run',
    sh: `latebench run quickstart --run run --set source.files='[]' --set source.synthetic.count=10 --set critic.votes=2`,
  },
  {
    makes: 'problems.jsonl',
    sh: `head -3 {samples}/problems.jsonl > problems.jsonl`,
  },
  {
    makes: 'pool',
    from: ['problems.jsonl'],
    sh: 'latebench pool build problems.jsonl --pool pool --n 6 --endpoint sim --max-tokens 128 --top-logprobs 5',
  },
  {
    makes: 'traces.jsonl',
    from: ['pool'],
    sh: 'latebench pool export pool -o traces.jsonl',
  },
  {
    makes: 'spec.json',
    sh: `cat > spec.json <<'END'
{"name":"late-errors","version":"1.0.0","about":"Late errors in synthetic problems.",
 "sources":[{"synthetic":{"count":24,"seed":7},"licence":"mit"}],
 "inject":{"verifyVotes":1},"difficultyVotes":1,"seed":1}
END`,
  },
  {
    makes: 'dataset',
    from: ['spec.json'],
    sh: 'latebench dataset build spec.json -o dataset --endpoint sim',
  },
  {
    makes: 'bad.jsonl',
    from: ['records.jsonl'],
    sh: `{ head -2 records.jsonl; echo 'not json'; echo '{"id":5,"problem":"p","steps":["a"],"error_steps":[7]}';
      sed -n 3,4p records.jsonl; echo '[1]'; sed -n 5p records.jsonl; printf '{"id":"torn","pro'; } > bad.jsonl`,
  },
  {
    makes: 'anna.jsonl',
    from: ['judged.jsonl'],
    sh: `node -e '
const lines = require("fs").readFileSync("judged.jsonl", "utf8").trim().split("\\n").map(JSON.parse);
const at = "2026-01-02T03:04:05.000Z";
lines.slice(0, 4).forEach(({ id, steps }, n) => {
  console.log(JSON.stringify({ record_id: id, annotator: "anna", kind: "decision", value: n % 2 ? "yes" : "no", decision: n % 2 ? "yes" : "no", at }));
  console.log(JSON.stringify({ record_id: id, annotator: "anna", kind: "comment", comment: "forget the last case", target_step: steps.length - 2, at }));
});' > anna.jsonl`,
  },
];
