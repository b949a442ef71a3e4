// The form of a stage, drawn from its option rows: a field for each option, with its default and what it is about. What
// was typed goes to the server as text, where the stage's schema checks it.
import { useId, useRef, useState } from 'preact/hooks';
import { isWholeText, optionLabel, type Typed } from '../../stages/form-fields.ts';
import type { StageOption } from '../../stages/option.ts';
import type { ShownForm } from '../api.ts';
import { stepName } from './words.ts';

export interface Typing {
  readonly typed: Typed;
  set(key: string, value: string | boolean): void;
}

/** `onTyped` is told of every key. */
export function useTyping(initial: Typed = {}, onTyped: (typed: Typed) => void = () => {}): Typing {
  const [typed, setTyped] = useState<Typed>(initial);
  const latest = useRef(typed);
  return {
    typed,
    set(key, value) {
      latest.current = { ...latest.current, [key]: value };
      setTyped(latest.current);
      onTyped(latest.current);
    },
  };
}

interface FieldProps {
  readonly row: StageOption;
  readonly typing: Typing;
  /** Steps of the record, for options that name one. */
  readonly steps: number;
}

/** What the server makes of a number field whose text the browser does not give away. */
const unreadable = '?';

/** Of codes: `first_error` → `first error`. */
const words = (code: string): string => code.replaceAll('_', ' ');

function Choice({ row, typing, id, steps }: FieldProps & { id: string }) {
  const { key, choices, default: preset } = row;
  const options =
    choices === undefined
      ? Array.from({ length: steps }, (_, at) => [String(at + 1), stepName(at)] as const)
      : choices.map((choice) => [choice, words(choice)] as const);
  return (
    <select
      id={id}
      aria-describedby={`${id}-about`}
      value={String(typing.typed[key] ?? preset ?? '')}
      onChange={(event) => typing.set(key, event.currentTarget.value)}
    >
      {preset === undefined && <option value="">not given</option>}
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Several({ row, typing, id }: FieldProps & { id: string }) {
  const { key, offers = [] } = row;
  const chosen = String(typing.typed[key] ?? '')
    .split(',')
    .filter((one) => one !== '');
  const names = offers.filter((one) => chosen.includes(one.key)).map(({ name }) => name);
  const toggle = (one: string): void =>
    typing.set(
      key,
      (chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]).join(),
    );
  return (
    <details class="several">
      <summary>
        {optionLabel(row)}: {names.length === 0 ? 'any' : names.join(', ')}
      </summary>
      <fieldset class="plain" aria-describedby={`${id}-about`}>
        <legend class="sr">{optionLabel(row)}</legend>
        {offers.map((one) => (
          <label key={one.key}>
            <input type="checkbox" checked={chosen.includes(one.key)} onChange={() => toggle(one.key)} />
            {one.name}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

function Text({ row, typing, id }: FieldProps & { id: string }) {
  const { key, default: preset, example } = row;
  const rest = {
    id,
    'aria-describedby': `${id}-about`,
    value: String(typing.typed[key] ?? ''),
    placeholder: preset ?? example ?? '',
  };
  if (isLong(row)) {
    return <textarea {...rest} rows={2} onInput={(event) => typing.set(key, event.currentTarget.value)} />;
  }
  return <input {...rest} type="text" onInput={(event) => typing.set(key, event.currentTarget.value)} />;
}

function NumberInput({ row, typing, id }: FieldProps & { id: string }) {
  const { key, kind, min, max, default: preset } = row;
  return (
    <input
      id={id}
      type="number"
      aria-describedby={`${id}-about`}
      min={min}
      max={max}
      step={kind === 'whole' ? 1 : 'any'}
      placeholder={preset ?? ''}
      value={String(typing.typed[key] ?? '')}
      onInput={({ currentTarget: { validity, value } }) =>
        typing.set(key, validity.badInput ? unreadable : value)
      }
    />
  );
}

/** Free text, a text that the command line takes from a file, or several texts, one a line. */
function isLong(row: StageOption): boolean {
  return row.value === 'TEXT' || isWholeText(row) || (row.multiple === true && row.spelling === undefined);
}

function controlOf(row: StageOption) {
  if (row.spelling === 'stepFromOne' || row.choices !== undefined) return Choice;
  return row.kind === 'text' || row.numbers === true ? Text : NumberInput;
}

function Field(props: FieldProps) {
  const { row, typing } = props;
  const id = useId();
  const about = (
    <p class="about" id={`${id}-about`}>
      {row.negates === true ? 'Off: ' : ''}
      {row.about}
    </p>
  );
  if (row.offers !== undefined) {
    return (
      <div class="field wide">
        <Several {...props} id={id} />
        {about}
      </div>
    );
  }
  if (row.kind === 'switch') {
    return (
      <div class="field wide">
        <label class="switch">
          <input
            type="checkbox"
            aria-describedby={`${id}-about`}
            checked={(typing.typed[row.key] ?? row.negates === true) === true}
            onChange={(event) => typing.set(row.key, event.currentTarget.checked)}
          />
          {optionLabel(row)}
        </label>
        {about}
      </div>
    );
  }
  const Control = controlOf(row);
  return (
    <div class={isLong(row) ? 'field wide' : 'field'}>
      <label for={id}>{optionLabel(row)}</label>
      <Control {...props} id={id} />
      {about}
    </div>
  );
}

/** The options that are always in sight, then all others folded away. */
export function OptionForm(props: { form: ShownForm; typing: Typing; steps: number }) {
  const { form, typing, steps } = props;
  const first = form.first.flatMap((key) => form.rows.find((row) => row.key === key) ?? []);
  const rest = form.rows.filter((row) => !first.includes(row));
  const fields = (rows: readonly StageOption[]) => (
    <div class="fields">
      {rows.map((row) => (
        <Field key={row.key} row={row} typing={typing} steps={steps} />
      ))}
    </div>
  );
  return (
    <div class="option-form">
      {fields(first)}
      {rest.length > 0 && (
        <details>
          <summary>More options</summary>
          {fields(rest)}
        </details>
      )}
    </div>
  );
}
