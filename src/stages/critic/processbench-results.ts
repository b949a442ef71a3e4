// The outputs of a ProcessBench-style run over DeltaBench (or anything else), in the run folder:
// results/processbench/{dataset}_{model}_votes{n}.jsonl with one line a solution, and .csv with one row a task and one
// overall. Metrics are percentages; where a class is missing the cell is empty, since 0 would be a different result.
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { firstErrorOf, goldOf } from '../../metrics/gold.ts';
import { type ProcessBenchTally, processBench } from '../../metrics/processbench.ts';
import type { Critique } from '../../records/critique.ts';
import type { Solution } from '../../records/solution.ts';
import { writeFileAtomic } from '../../storage/atomic-write.ts';
import { createFolder } from '../../storage/make-folder.ts';
import type { Sink } from '../../storage/sink.ts';
import { jsonlForm, textFileSink } from '../../storage/text-sink.ts';
import { maxDatasets, pooled, type ResultsPlace, type RunResults, slug } from './run-results.ts';

interface ResultsOf extends ResultsPlace {
  /** The name of the critique that counts. */
  readonly critic: string;
  /** Of the files' names: `{model}_votes{n}`. */
  readonly label: string;
}

interface TaskTally {
  readonly figures: ProcessBenchTally;
  failed: number;
  abstained: number;
}

interface DatasetFiles {
  readonly path: string;
  readonly sink: Sink;
  readonly tasks: Map<string, TaskTally>;
}

/** Beyond these, tasks are pooled. */
const maxTasks = 500;

/** One row of the table, in percent with two decimals; `showsTies`: some task of the table has ties that abstain. */
function tableRow(
  task: string,
  { figures, failed, abstained }: TaskTally,
  showsTies: boolean,
): Record<string, string | number> {
  const { error_acc, correct_acc, f1 } = processBench.metrics(figures);
  const { nError, nClean, nNone } = processBench.sizes(figures);
  const percent = (share: number | null): string => (share === null ? '' : (share * 100).toFixed(2));
  return {
    task_l1: task,
    n: nError + nClean,
    n_error: nError,
    n_correct: nClean,
    n_unparsed: nNone - failed - abstained,
    n_failed: failed,
    ...(showsTies && { n_abstained: abstained }),
    error_acc: percent(error_acc),
    correct_acc: percent(correct_acc),
    f1: percent(f1),
  };
}

function lineOf(record: Solution, critique: Critique, label: number): Record<string, unknown> {
  const votes = critique.votes ?? [];
  const replies = votes.map(({ reply }) => reply ?? null);
  const prediction = critique.status === 'ok' ? (critique.first_error ?? null) : null;
  return {
    id: record.id,
    task_l1: record.task ?? null,
    n_steps: record.steps.length,
    label,
    prediction,
    match: prediction === label,
    status: critique.status,
    agreement: critique.agreement ?? null,
    tie: critique.tie ?? false,
    votes: votes.map(({ first_error: first }) => first ?? null),
    ...(replies.some((reply) => reply !== null) ? { generated_critique: replies } : {}),
    model: critique.model ?? null,
    prompt_version: critique.prompt_version ?? null,
  };
}

export function processBenchResults(of: ResultsOf): RunResults {
  const folder = join(of.folder, 'processbench');
  const datasets = new Map<string, DatasetFiles>();

  const filesOf = async (dataset: string): Promise<DatasetFiles> => {
    const name = datasets.has(dataset) || datasets.size < maxDatasets ? dataset : pooled;
    const known = datasets.get(name);
    if (known !== undefined) return known;
    await createFolder(folder);
    const path = join(folder, `${name}_${of.label}`);
    const opened = { path, sink: await textFileSink(`${path}.jsonl`, jsonlForm), tasks: new Map() };
    datasets.set(name, opened);
    return opened;
  };

  return {
    async add(record) {
      const gold = goldOf(record);
      const critique = record.critiques?.findLast(({ critic }) => critic === of.critic);
      if (gold === null || critique === undefined) return;
      const label = firstErrorOf(gold);
      const { sink, tasks } = await filesOf(slug(of.datasetOf(record)));
      const named = record.task ?? 'none';
      const task = tasks.has(named) || tasks.size < maxTasks ? named : pooled;
      const tally = tasks.get(task) ?? { figures: processBench.empty(), failed: 0, abstained: 0 };
      tasks.set(task, tally);
      const line = lineOf(record, critique, label);
      processBench.add(tally.figures, label, line.prediction as number | null);
      if (critique.status === 'failed') tally.failed += 1;
      if (critique.abstained === true) tally.abstained += 1;
      await sink.write(line);
    },
    async close() {
      for (const { path, sink, tasks } of datasets.values()) {
        await sink.close();
        const overall: TaskTally = { figures: processBench.empty(), failed: 0, abstained: 0 };
        for (const { figures, failed, abstained } of tasks.values()) {
          processBench.merge(overall.figures, figures);
          overall.failed += failed;
          overall.abstained += abstained;
        }
        const byTask = [...tasks].sort(([left], [right]) => (left < right ? -1 : 1));
        const rows = [...byTask, ['overall', overall] as const].map(([task, tally]) =>
          tableRow(task, tally, overall.abstained > 0),
        );
        await writeFileAtomic(`${path}.csv`, stringify(rows, { header: true }));
      }
    },
    async abort() {
      await Promise.all([...datasets.values()].map(({ sink }) => sink.abort()));
    },
  };
}
