// DeepConf offline and live on the simulated endpoint, 30 problems of 256 traces: accuracy against tokens. The simulation
// links confidence to being right by design (separation 1), so this shows that the parts fit, and nothing of a model.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promptMessages } from '../src/deepconf/pool/prompt.ts';
import type { ThinkSummary } from '../src/deepconf/think/summary.ts';
import type { VoteSummary } from '../src/deepconf/vote-options.ts';
import { formatCount, formatPercent } from '../src/report/format.ts';
import { rightAnswer } from '../src/simulator/sampler/right-answer.ts';
import { startSimulator } from '../src/simulator/server.ts';
import { runHere } from '../test/datasets/hub/run-here.ts';
import type { Benchmark } from './benchmark.ts';

const seed = 8;
const [problems, traces, window] = [30, 256, 16];

export const benchmark: Benchmark = {
  title: `DeepConf on the simulated endpoint, ${problems} x ${traces} (a simulation: it says nothing of a model)`,
  async run() {
    const home = await mkdtemp(join(tmpdir(), 'latebench-think-'));
    const simulator = await startSimulator({
      seed,
      sampler: { accuracy: 0.4, separation: 1, tokens: [40, 120] },
    });
    const at = ['--endpoint', simulator.url, '--model', 'latebench-sim/sampler'];
    const sampled = ['--window', String(window), '--tail', String(window), '-q', '--concurrency', '32'];
    const latebench = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runHere(args, { home });
      if (code !== 0) throw new Error(stderr);
      return stdout;
    };
    try {
      const file = join(home, 'problems.jsonl');
      const rows = Array.from({ length: problems }, (_, n) => {
        const problem = `How many are there of kind ${n}?`;
        const answer = String(rightAnswer(seed, promptMessages(problem).at(-1)!.content));
        return `${JSON.stringify({ id: `p${n}`, problem, answer })}\n`;
      });
      await writeFile(file, rows.join(''));
      const pool = join(home, 'whole');
      await latebench(
        'pool',
        'build',
        file,
        '--pool',
        pool,
        '--samples',
        String(traces),
        '--no-keep-top',
        ...sampled,
        ...at,
      );
      const vote = ['vote', pool, '--k', 'all', '--repeat', '1', '--online', '--format', 'json'];
      const offline = JSON.parse(await latebench(...vote, '--run', join(home, 'run'))) as VoteSummary;
      const info = JSON.parse(await latebench('pool', 'info', pool, '--format', 'json')) as {
        totals: { tokens: number };
      };
      const full = info.totals.tokens;
      const table: Record<string, string>[] = [];
      const add = (method: string, accuracy: number | null, tokens: number): void => {
        const share = formatPercent(tokens / full);
        table.push({
          method,
          accuracy: formatPercent(accuracy),
          tokens: formatCount(tokens),
          'of all': share,
        });
      };
      const { accuracy } = offline;
      add('Pass@1, mean', accuracy.mean_pass!, full / traces);
      add('offline majority', accuracy.cons!, full);
      for (const name of ['measure/lowest', 'measure/tail', 'top0.1/lowest', 'top0.1/tail', 'top0.9/lowest'])
        add(`offline ${name}`, accuracy[name]!, full);
      for (const { keep, accuracy: of, tokens_share } of offline.online!.modes)
        add(`replay, keeps ${keep}`, of, tokens_share! * full);
      for (const mode of ['low', 'high']) {
        for (const adaptive of [false, true]) {
          const live = join(home, `${mode}-${adaptive}`);
          const more = adaptive ? [] : ['--no-adaptive'];
          await latebench(
            'think',
            file,
            '--pool',
            live,
            '--mode',
            mode,
            '--traces',
            String(traces),
            ...more,
            ...sampled,
            ...at,
          );
          const summary = JSON.parse(await readFile(join(live, 'summary.json'), 'utf8')) as ThinkSummary;
          add(`live ${mode}${adaptive ? ', consensus 0.95' : ''}`, summary.accuracy, summary.tokens.spent);
        }
      }
      return { rows: table };
    } finally {
      await simulator.close();
      await rm(home, { recursive: true, force: true });
    }
  },
};
