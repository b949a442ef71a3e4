// Chooses one of the critics of a source.
import { shortCritic } from './words.ts';

export function CriticSelect(props: {
  class: string;
  title: string;
  critics: readonly string[];
  /** The one that is shown. */
  chosen: string | undefined;
  /** The one that the address names; it may be none of them. */
  asked: string | undefined;
  onChoose: (critic: string) => void;
}) {
  const { title, critics, chosen, asked, onChoose } = props;
  return (
    <>
      <label class={props.class}>
        {title}{' '}
        <select value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
          {critics.map((name) => (
            <option key={name} value={name}>
              {shortCritic(name)}
            </option>
          ))}
        </select>
      </label>
      {asked !== undefined && !critics.includes(asked) && (
        <p class="note" role="status">
          No critic is named {asked}: this is {chosen}.
        </p>
      )}
    </>
  );
}
