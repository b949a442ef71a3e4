// The columns of a record file: the whole record of records/solution.ts with its nested parts as nested columns.
// Not here: how a column is built or read.
//
// JSON text, because their shape is the source's or the model's own: `meta`, `injection.verification`,
// `injection.difficulty`. `extra` (in the record and in each nested struct) holds as JSON whatever has no column,
// and any value that its column cannot hold, such as a string with half a surrogate pair.
// Null and absent: a null cell comes back as null in the fields of the record that are marked so here, and is left
// out everywhere else. Keys come back in the order of the columns.
import {
  bool,
  type Columns,
  type EntriesColumn,
  float64,
  int32,
  int64,
  json,
  keepNull,
  list,
  rest,
  struct,
  textOrNumber,
  utf8,
} from './column.ts';

const usage = struct({ calls: int64, prompt_tokens: int64, completion_tokens: int64, extra: rest });

/** `{check: {ok, detail}}` as a list of `{check, ok, detail}`. */
const gate: EntriesColumn = {
  kind: 'entries',
  key: 'check',
  keyKind: 'utf8',
  fields: { ok: bool, detail: utf8, extra: rest },
};

/** `{"3": text}` as a list of `{step: 3, text}`; steps are 0-based as everywhere in data. */
const explanations: EntriesColumn = {
  kind: 'entries',
  key: 'step',
  keyKind: 'int32',
  value: 'text',
  fields: { text: utf8 },
};

const injection = struct({
  status: utf8,
  mode: utf8,
  error_step: int32,
  error_type: utf8,
  explanation: utf8,
  comment: utf8,
  original_steps: list(utf8),
  original_final_answer: utf8,
  attempts: int32,
  gate,
  verification: json,
  difficulty: json,
  model: utf8,
  prompt_version: utf8,
  usage,
  extra: rest,
});

const vote = struct({
  sample: int32,
  status: utf8,
  first_error: keepNull(int32),
  first_error_strict: int32,
  error_steps: keepNull(list(int32)),
  note: utf8,
  extra: rest,
});

const critique = struct({
  critic: utf8,
  protocol: utf8,
  status: utf8,
  first_error: keepNull(int32),
  first_error_strict: int32,
  error_steps: keepNull(list(int32)),
  explanations,
  votes: list(vote),
  agreement: float64,
  model: utf8,
  prompt_version: utf8,
  usage,
  extra: rest,
});

/** The columns of a file that does not say what they mean, if it has those that every record has. */
export function recordColumns(names: readonly string[]): Columns | undefined {
  return ['id', 'problem', 'steps'].every((name) => names.includes(name)) ? solutionColumns : undefined;
}

export const solutionColumns: Columns = {
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
  meta: json,
  injection,
  critiques: list(critique),
  provenance: list(struct({ stage: utf8, version: utf8, key: utf8, extra: rest })),
  extra: rest,
};
