// Reward models, the judge, classification; scores, comparisons, reports, mathematical answers.
import type { Case } from '../case.ts';

const scores =
  'node -e \'require("fs").readFileSync("injected.jsonl","utf8").trim().split("\\n").map(JSON.parse).forEach(({id,steps},n)=>' +
  "console.log(JSON.stringify({id,scores:steps.map((_,s)=>((s*7+n*3)%10)/10)})))' > scores.jsonl";

const predictions =
  'node -e \'require("fs").readFileSync("judged.jsonl","utf8").trim().split("\\n").map(JSON.parse).forEach(({id,steps},n)=>' +
  "console.log(JSON.stringify({id,pred:n%3===0?-1:steps.length-1-(n%2)})))' > mine.jsonl";

const scoring: readonly (readonly [string, string])[] = [
  ['table', ''],
  ['json', '--format json'],
  ['csv', '--format csv'],
  ['md', '--format md --by subject,injection.error_type'],
  ['by', '--by position_decile --by error_source --bootstrap 50 --seed 3'],
  ['strict', '--parse strict --cut last --delta-gold errors+unuseful --constants 0,3'],
  ['cut-none', '--cut none --format json --bootstrap 0'],
  ['gold', '--gold anna.jsonl'],
  ['limit', '--limit 5'],
  ['threshold', '--threshold-split dev --split-field subject'],
];

const mathRows = [
  { gold: '$\\frac{1}{2}$', pred: 'The answer is $0.5$.' },
  { gold: '$(1,2)$', pred: '\\boxed{(1, 3)}' },
  { gold: '$x=3$', pred: 'so $x = 3$ or $x = 4$' },
  { gold: '$\\{1,2\\}$', pred: 'It is \\boxed{\\{2,1\\}}' },
  { gold: '12', pred: '<think>13</think> 12' },
  { gold: 'B', pred: 'The answer is (B).' },
  { gold: '101_2', pred: '5' },
];

export const judgingCases: readonly Case[] = [
  {
    name: 'critic/reward-model',
    uses: ['injected.jsonl'],
    steps: [
      'latebench critic --prm --endpoint {endpoint} --model latebench-sim/prm --prm-threshold 0.5 --cache off -n 4 injected.jsonl',
      'latebench critic --prm --endpoint {endpoint} --model latebench-sim/prm --prm-split dataset=synthetic --run r injected.jsonl',
      'cat injected.jsonl | latebench critic --prm --endpoint {endpoint} --model latebench-sim/prm --prm-split dataset=synthetic --prm-split-from injected.jsonl',
      "latebench critic --prm --endpoint {endpoint} --model latebench-sim/prm --prm-separator '<s>' --prm-index 0 --prm-threshold 0.3 -n 2 injected.jsonl",
    ],
  },
  {
    name: 'critic/reward-scores',
    uses: ['injected.jsonl'],
    steps: [
      scores,
      'latebench critic --prm-scores scores.jsonl --model my-prm --prm-threshold 0.4 injected.jsonl',
      'latebench critic --prm-scores scores.jsonl --model my-prm --prm-split dataset=synthetic --run r injected.jsonl -o out.jsonl',
      'latebench critic --prm-scores none.jsonl --model my-prm injected.jsonl',
    ],
  },
  {
    name: 'judge/critic',
    uses: ['told.jsonl'],
    steps: [
      'latebench judge --endpoint {endpoint} --model latebench-sim/critic told.jsonl -o out.jsonl',
      'latebench judge --endpoint {endpoint} --model latebench-sim/critic --critic someone told.jsonl',
      'latebench judge --endpoint {endpoint} --model latebench-sim/critic --critic nobody told.jsonl',
      'for e in csv parquet arrow jsonl.gz; do latebench judge --endpoint sim -n 3 told.jsonl -o o.$e; done',
    ],
  },
  {
    name: 'classify/natural',
    uses: ['injected.jsonl'],
    steps: [
      'latebench classify --endpoint {endpoint} --model latebench-sim/critic injected.jsonl',
      'latebench-classify --all --endpoint {endpoint} --model latebench-sim/critic injected.jsonl',
      'for e in csv parquet arrow jsonl.gz; do latebench classify --all --endpoint sim -n 3 injected.jsonl -o o.$e; done',
    ],
  },
  ...scoring.map(
    ([name, options]): Case => ({
      name: `score/${name}`,
      uses: ['both.jsonl', ...(options.includes('anna') ? ['anna.jsonl'] : [])],
      steps: [`latebench score ${options} both.jsonl`],
    }),
  ),
  {
    name: 'score/critiques',
    uses: ['judged.jsonl'],
    steps: [
      predictions,
      'latebench score --critiques mine.jsonl judged.jsonl',
      'latebench score --critiques mine.jsonl --critic-name mine --format csv judged.jsonl',
      'head -4 mine.jsonl > few.jsonl; latebench score --critiques few.jsonl judged.jsonl; latebench score --critiques few.jsonl --allow-missing judged.jsonl',
      'latebench report --critiques mine.jsonl --critic-name mine --allow-missing judged.jsonl -o r.md',
    ],
  },
  {
    name: 'score/bad-input',
    uses: ['bad.jsonl'],
    steps: [
      'latebench score bad.jsonl',
      'latebench-score --on-error skip --max-errors 9 bad.jsonl',
      'latebench score --on-error fail bad.jsonl',
      'latebench score --quarantine q.jsonl --max-errors 1% bad.jsonl',
      'latebench score none.jsonl',
      'latebench score < /dev/null',
    ],
  },
  {
    name: 'compare/formats',
    uses: ['both.jsonl'],
    steps: [
      'latebench compare both.jsonl',
      'latebench compare --format json --bootstrap 100 --seed 2 both.jsonl',
      'latebench compare --format csv --headline error_acc both.jsonl',
      'latebench-compare --format md --headline exact --limit 6 both.jsonl',
    ],
  },
  {
    name: 'compare/files',
    uses: ['judged.jsonl', 'both.jsonl', 'anna.jsonl', 'bad.jsonl'],
    steps: [
      predictions,
      'latebench compare judged.jsonl mine.jsonl',
      'latebench compare both.jsonl --critics latebench-sim/critic/all_errors,latebench-sim/critic/first_error/v2',
      'latebench compare both.jsonl --critics nobody',
      'latebench compare both.jsonl --annotations anna.jsonl --parse strict --cut last --delta-gold errors+unuseful',
      'latebench compare both.jsonl bad.jsonl --on-error skip',
      'latebench compare both.jsonl bad.jsonl --quarantine q.jsonl --max-errors 1',
    ],
  },
  {
    name: 'report/score',
    uses: ['both.jsonl', 'bad.jsonl'],
    steps: [
      'latebench report both.jsonl -o report.html',
      'latebench-report both.jsonl -o report.md --title Mine --by subject --bootstrap 50 --seed 4 --constants 1,2',
      'latebench report both.jsonl -o strict.md --parse strict --cut last --delta-gold errors+unuseful --limit 5 --of score',
      'latebench report both.jsonl -o t.md --threshold-split dev --split-field subject',
      'latebench report both.jsonl -o report.txt',
      'latebench report bad.jsonl --on-error skip --max-errors 7 -o b.md',
      'latebench report bad.jsonl --quarantine q.jsonl -o b.html',
    ],
  },
  {
    name: 'report/injection',
    uses: ['injected.jsonl'],
    steps: [
      'latebench report --of injection injected.jsonl -o injection.html',
      'latebench report --of injection injected.jsonl -o injection.md',
    ],
  },
  {
    name: 'verify/options',
    steps: [
      { files: { 'cases.jsonl': `${mathRows.map((row) => JSON.stringify(row)).join('\n')}\nnot json\n` } },
      // Each its own quarantine: those without a name are named by the second.
      'latebench verify cases.jsonl --quarantine 1.jsonl',
      'latebench verify --quarantine 2.jsonl --explain --symmetric --any-part --no-strict --allow-set-relation --number-bases cases.jsonl',
      'latebench-verify --quarantine 3.jsonl --precision 2 --no-fallback --config latex --config expr --boxes last --definite cases.jsonl',
      'latebench verify --quarantine 4.jsonl --config string --choices A,B,C --ignore-thinking --max-steps 5000 --boxes none -n 6 cases.jsonl',
      'latebench verify --gold-key pred --pred-key gold --run r --on-error skip cases.jsonl -o out.parquet',
      'latebench verify --max-errors 1 --quarantine q.jsonl cases.jsonl -o out.csv',
      'latebench verify --on-error fail cases.jsonl',
    ],
  },
  {
    name: 'extract/options',
    steps: [
      {
        files: {
          'texts.jsonl': `${mathRows.map(({ gold, pred }) => JSON.stringify({ text: pred, other: gold })).join('\n')}\n[]\n`,
        },
      },
      'latebench extract texts.jsonl',
      'latebench extract --text-key other --mode aime --no-fallback texts.jsonl',
      'latebench-extract --config raw_latex --boxes all --definite --ignore-thinking --max-steps 9000 -n 4 texts.jsonl -o out.arrow',
      'latebench extract --config string --choices A,B --run r --on-error skip texts.jsonl -o out.jsonl.gz',
      'latebench extract --max-errors 1 --quarantine q.jsonl texts.jsonl -o out.csv',
    ],
  },
];
