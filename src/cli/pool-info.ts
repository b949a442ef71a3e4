// What `latebench pool info` prints.

import { missingLogprobsNote } from '../deepconf/missing-logprobs.ts';
import { type ProblemInfo, problemInfo } from '../deepconf/pool/info.ts';
import { checkKnownRanges } from '../deepconf/pool/known-ranges.ts';
import { openPool } from '../deepconf/pool/read.ts';
import { isReadByOlderRule, type PoolSettings, ruleOfAnswers } from '../deepconf/pool/schema.ts';
import { exitCodes } from '../errors.ts';
import { currentAimeRule } from '../mathverify/aime.ts';
import { formatBytes, formatCount, formatCounted, formatPercent } from '../report/format.ts';
import { formatTable, type TableFormat } from '../report/format-table.ts';
import { simulationNotice } from '../report/simulation.ts';
import type { Table } from '../report/table.ts';
import type { Call } from './command.ts';
import { poolFolderOf } from './pool-options.ts';
import { styleOf } from './text-style.ts';

const number = (value: unknown): string => formatCount(Number(value));
const bytes = (value: unknown): string => formatBytes(Number(value));
const percent = (value: unknown): string => formatPercent(Number(value));

function infoTable(problems: readonly ProblemInfo[], notes: readonly string[]): Table {
  const right = 'right' as const;
  return {
    columns: [
      { key: 'problem_id', title: 'problem' },
      { key: 'samples', title: 'samples', align: right, format: number },
      { key: 'mean_tokens', title: 'tokens\na sample', align: right, format: number },
      { key: 'answered', title: 'with an\nanswer', align: right, format: percent },
      { key: 'answers', title: 'different\nanswers', align: right, format: number },
      { key: 'right', title: 'right', align: right, format: percent },
      { key: 'truncated', title: 'cut at\nmax_tokens', align: right, format: percent },
      { key: 'core_bytes', title: 'core', align: right, format: bytes },
      { key: 'top_bytes', title: 'top', align: right, format: bytes },
      { key: 'parts', title: 'parts', align: right, format: number },
    ],
    rows: problems.map((problem) => ({
      ...problem,
      mean_tokens: problem.samples === 0 ? null : problem.tokens / problem.samples,
    })),
    notes,
  };
}

function answersNote(settings: PoolSettings): string {
  if (settings.answers.mode === 'given') return 'Answers as they were imported.';
  const how = settings.answers.fallback ? '' : ', boxed only';
  const again = isReadByOlderRule(settings)
    ? ` The current rule is ${currentAimeRule}: \`vote\` reads the texts again.`
    : '';
  return `Answers read by rule ${ruleOfAnswers(settings)}${how}.${again}`;
}

export async function runPoolInfo(call: Call): Promise<number> {
  const { options, stdout, command } = call;
  const pool = await openPool(poolFolderOf(options, command));
  try {
    await checkKnownRanges(pool);
    const problems: ProblemInfo[] = [];
    for (const problem of pool.problems) problems.push(await problemInfo(pool, problem));
    const sum = (
      key:
        | 'samples'
        | 'tokens'
        | 'core_bytes'
        | 'top_bytes'
        | 'missing'
        | 'sentinels'
        | 'incomplete'
        | 'without_logprob',
    ): number => problems.reduce((total, problem) => total + problem[key], 0);
    const totals = {
      problems: problems.length,
      samples: sum('samples'),
      wanted: problems.length * pool.settings.n,
      tokens: sum('tokens'),
      tokens_without_confidence: sum('missing'),
      traces_with_missing_logprobs: sum('incomplete'),
      tokens_without_logprob: sum('without_logprob'),
      sentinels: sum('sentinels'),
      core_bytes: sum('core_bytes'),
      top_bytes: sum('top_bytes'),
    };
    const answer_rule = pool.settings.answers.mode === 'given' ? null : ruleOfAnswers(pool.settings);
    if (options.text('format') === 'json') {
      stdout.write(
        `${JSON.stringify({ settings: pool.settings, answer_rule, totals, problems }, null, 2)}\n`,
      );
      return exitCodes.ok;
    }
    const { settings } = pool;
    const perToken = (count: number): string =>
      totals.tokens === 0 ? '' : ` (${(count / totals.tokens).toFixed(1)} B a token)`;
    const notes = [
      `${formatCount(totals.samples)} of ${formatCounted(totals.wanted, 'sample')}, ${formatCounted(totals.tokens, 'token')}; ` +
        `core ${formatBytes(totals.core_bytes)}${perToken(totals.core_bytes)}, top ${formatBytes(totals.top_bytes)}${perToken(totals.top_bytes)}.`,
      `${settings.source === 'import' ? 'Imported' : `From ${settings.endpoint}`}, model ${settings.model ?? 'not known'}, ` +
        `${formatCounted(settings.k, 'alternative')} a token; ${formatCounted(totals.tokens_without_confidence, 'token')} without a confidence, ` +
        `${formatCounted(totals.sentinels, 'placeholder')} among the alternatives.`,
      ...(totals.traces_with_missing_logprobs === 0
        ? []
        : [missingLogprobsNote(totals.traces_with_missing_logprobs, totals.tokens_without_logprob)]),
      answersNote(settings),
      ...(settings.simulated ? [simulationNotice] : []),
    ];
    const form = options.text('format') as TableFormat;
    stdout.write(formatTable(infoTable(problems, notes), form, styleOf(call)));
    return exitCodes.ok;
  } finally {
    await pool.close();
  }
}
