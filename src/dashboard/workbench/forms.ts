// The forms of the workbench: which stages a person may run on one record, and the options of each, from its declaration.
import { loadStage } from '../../stages/catalogue.ts';
import type { AnyStage } from '../../stages/define.ts';
import type { Typed } from '../../stages/form-fields.ts';
import { formValues } from '../../stages/form-values.ts';
import type { StageOption } from '../../stages/option.ts';
import { formRows } from '../../stages/option-rows.ts';
import type { StageUse } from '../../stream/records-plan.ts';
import type { FormName, ShownForm } from '../api.ts';

interface Form {
  /** Keys of the options that are always in sight, in this order; the others are under "More options". */
  readonly first: readonly string[];
  /** One click calls a model only so often. */
  readonly max: Readonly<Record<string, number>>;
  /** Keys of options without a meaning here: it calls the one model configured for each role and writes no result files. */
  readonly without: readonly string[];
}

const forms: Readonly<Record<FormName, Form>> = {
  inject: {
    first: ['comment', 'step', 'types'],
    max: { maxAttempts: 16, verifyVotes: 16, difficultyVotes: 16 },
    without: ['verifyModel', 'difficultyModels'],
  },
  critic: { first: ['protocol'], max: { votes: 16 }, without: ['results', 'datasetName'] },
};

/** The options of a stage for one record, from its declaration. */
export function formOf(
  { options }: Pick<AnyStage, 'options'>,
  { first, max, without }: Form = { first: [], max: {}, without: [] },
): ShownForm {
  const rows = formRows(options)
    .filter(({ key }) => !without.includes(key))
    .map((row): StageOption => {
      const limit = max[row.key];
      return limit === undefined ? row : { ...row, max: limit };
    });
  return { first, rows };
}

export async function shownForms(): Promise<Readonly<Record<FormName, ShownForm>>> {
  const [inject, critic] = await Promise.all([loadStage('inject'), loadStage('critic')]);
  return { inject: formOf(inject, forms.inject), critic: formOf(critic, forms.critic) };
}

/** The stage with what was typed into its form. Throws LB_USAGE, naming the field. */
export async function useOf(name: FormName, typed: Typed): Promise<StageUse> {
  const stage = await loadStage(name);
  return { use: name, with: formValues(formOf(stage, forms[name]).rows, stage.options, typed) };
}
