// ProcessBench rows, as its own script and evalscope's `process_bench` read them. evalscope takes its subsets from
// the names of the files: write one file a subset.
import { bool, type Columns, int32, keepNull, list, utf8 } from '../../storage/columnar/column.ts';
import { isDrop } from '../../stream/stage.ts';
import { type ExportFormat, labelledFormat } from './format.ts';
import { labelOf, sourceId } from './gold.ts';

const columns: Columns = {
  id: utf8,
  generator: keepNull(utf8),
  problem: utf8,
  steps: list(utf8),
  final_answer_correct: keepNull(bool),
  label: int32,
};

export const processbenchFormat = labelledFormat({
  name: 'processbench',
  about: 'ProcessBench rows: steps with the label of the first error (0-based, -1 = none)',
  columns,
  row(record, gold) {
    return {
      id: sourceId(record, 'processbench'),
      generator: record.generator ?? null,
      problem: record.problem,
      steps: record.steps,
      final_answer_correct: record.final_answer_correct ?? null,
      label: labelOf(gold),
    };
  },
});

export const evalscopeFormat: ExportFormat = {
  name: 'evalscope',
  about: "rows for evalscope's process_bench (one file a subset)",
  columns: { ...columns, subset: utf8 },
  row(record, options) {
    const row = processbenchFormat.row(record, options);
    return isDrop(row) ? row : { ...row, subset: record.subset ?? 'default' };
  },
};
