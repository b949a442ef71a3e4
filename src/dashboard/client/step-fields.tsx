// A text field for each step of a solution from one on.
import { stepName } from './words.ts';

export function StepFields(props: {
  /** All steps, those before `from` too. */
  texts: readonly string[];
  from: number;
  onChange: (texts: readonly string[]) => void;
}) {
  const { texts, from, onChange } = props;
  return (
    <ol class="editing" start={from + 1}>
      {texts.slice(from).map((text, after) => (
        <li key={from + after}>
          <label>
            {stepName(from + after)}
            <textarea
              rows={Math.min(8, 1 + Math.ceil(text.length / 90))}
              value={text}
              onInput={(event) => onChange(texts.with(from + after, event.currentTarget.value))}
            />
          </label>
        </li>
      ))}
    </ol>
  );
}
