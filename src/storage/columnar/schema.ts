// The columns of a record file: the whole record of records/solution.ts with its nested parts as nested columns.
// Not here: how a column is built or read.
//
// JSON text is in `meta` alone: its shape is the source's own. With it is whatever else has no column, or a value that its
// column cannot hold, such as a string with half a surrogate pair (rest.ts).
// The last columns are copies of nested fields, for queries; they are not read back.
// Null and absent: a null cell comes back as null in the fields of the record that are marked so here, and is left
// out everywhere else. Keys come back in the order of the columns.
import {
  bool,
  type Column,
  type Columns,
  copyOf,
  type EntriesColumn,
  float64,
  int32,
  int64,
  jsonAndRest,
  keepNull,
  list,
  rest,
  struct,
  textOrNumber,
  utf8,
} from './column.ts';

const usage = struct({
  calls: int64,
  prompt_tokens: int64,
  completion_tokens: int64,
  reasoning_tokens: int64,
});

/** `{check: {ok, detail}}` as a list of `{check, ok, detail}`. */
const gate: EntriesColumn = {
  kind: 'entries',
  key: 'check',
  keyKind: 'utf8',
  fields: { ok: bool, detail: utf8 },
};

/** `{"3": text}` as a list of `{step: 3, text}`; steps are 0-based as everywhere in data. */
const explanations: EntriesColumn = {
  kind: 'entries',
  key: 'step',
  keyKind: 'int32',
  value: 'text',
  fields: { text: utf8 },
};

const verification = struct({
  verified: bool,
  asked: int32,
  valid: int32,
  agreed: int32,
  model: utf8,
  prompt_version: utf8,
  votes: list(struct({ sample: int32, status: utf8, first: utf8, wrong: utf8, why: utf8 })),
  usage,
});

const foundBy = struct({
  asked: int32,
  valid: int32,
  found: int32,
  score: float64,
  critics: list(struct({ model: utf8, first_errors: list(int32) })),
  usage,
});

const injection = struct({
  status: utf8,
  mode: utf8,
  error_step: int32,
  error_type: utf8,
  explanation: utf8,
  comment: utf8,
  target_step: int32,
  original_steps: list(utf8),
  original_final_answer: utf8,
  attempts: int32,
  repairs: int32,
  gate,
  gate_hash: utf8,
  refused: list(list(utf8)),
  verification,
  difficulty: foundBy,
  model: utf8,
  prompt_version: utf8,
  usage,
});

const vote = struct({
  sample: int32,
  status: utf8,
  first_error: keepNull(int32),
  first_error_strict: int32,
  error_steps: keepNull(list(int32)),
  note: utf8,
  reply: utf8,
});

const verdict: Columns = {
  status: utf8,
  first_error: keepNull(int32),
  first_error_strict: int32,
  error_steps: keepNull(list(int32)),
  explanations,
  votes: list(vote),
  agreement: float64,
  tie: bool,
  abstained: bool,
  tie_rule: utf8,
  combine_rule: utf8,
  votes_planned: int32,
  usage,
};

const critique = struct({
  critic: utf8,
  protocol: utf8,
  ...verdict,
  model: utf8,
  prompt_version: utf8,
  step_scores: list(float64),
  threshold: float64,
  probe: struct({ kind: utf8, version: utf8, ...verdict }),
  judge: struct({
    status: utf8,
    match: utf8,
    why: utf8,
    step: int32,
    model: utf8,
    prompt_version: utf8,
    usage,
  }),
});

const publication = struct({
  part: utf8,
  split: utf8,
  family: utf8,
  source: struct({ file: utf8, row_sha256: utf8 }),
  licence: keepNull(utf8),
  decisions: list(struct({ annotator: utf8, decision: utf8 })),
});

/** Copies for queries. `label` is ProcessBench's: the first wrong step, -1 for none. */
const copies: Columns = {
  label: copyOf(int32, ['error_steps', 0], -1),
  first_error: copyOf(int32, ['error_steps', 0]),
  error_type: copyOf(utf8, ['injection', 'error_type']),
  part: copyOf(utf8, ['publication', 'part']),
  split: copyOf(utf8, ['publication', 'split']),
  family: copyOf(utf8, ['publication', 'family']),
  licence: copyOf(utf8, ['publication', 'licence']),
  source: copyOf(utf8, ['publication', 'source', 'file']),
};

const recordFields: Columns = {
  id: utf8,
  dataset: keepNull(utf8),
  subset: keepNull(utf8),
  original_id: keepNull(utf8),
  generator: keepNull(utf8),
  subject: keepNull(utf8),
  difficulty: keepNull(textOrNumber),
  task: keepNull(utf8),
  problem: utf8,
  steps: list(utf8),
  answer: keepNull(utf8),
  final_answer: keepNull(utf8),
  final_answer_correct: keepNull(bool),
  error_steps: keepNull(list(int32)),
  error_source: keepNull(utf8),
  meta: jsonAndRest,
  injection,
  critiques: list(critique),
  provenance: list(struct({ stage: utf8, version: utf8, key: utf8 })),
  publication,
};

export const solutionColumns: Columns = { ...recordFields, ...copies };

/** As the columns were up to schema version 1: each struct with a column for what it has besides. */
function withRest(columns: Columns): Columns {
  const old = (column: Column): Column => {
    if (column.kind === 'struct') return { ...column, fields: withRest(column.fields) };
    if (column.kind === 'list') return { ...column, item: old(column.item) };
    if (column.kind === 'entries' && column.value === undefined) {
      return { ...column, fields: withRest(column.fields) };
    }
    return column;
  };
  const fields = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, old(column)]));
  return { ...fields, extra: rest };
}

/** The columns of a file that does not say what they mean, if it has those that every record has. */
export function recordColumns(names: readonly string[]): Columns | undefined {
  if (!['id', 'problem', 'steps'].every((name) => names.includes(name))) return undefined;
  if (names.includes('extra')) return withRest(recordFields);
  // Under some of these names other datasets have columns of their own.
  return Object.keys(copies).every((name) => names.includes(name)) ? solutionColumns : recordFields;
}
