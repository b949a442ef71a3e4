// Chooses one of the critics of a source.
import { shortCritic } from './words.ts';

export function CriticSelect(props: {
  class: string;
  title: string;
  critics: readonly string[];
  chosen: string | undefined;
  onChoose: (critic: string) => void;
}) {
  const { title, critics, chosen, onChoose } = props;
  return (
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
  );
}
