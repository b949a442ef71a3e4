// Changing the keys, in the dialog that lists them.
import { useState } from 'preact/hooks';
import { actions, keyFor, setKey } from './key-map.ts';

export function KeySettings() {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <details class="key-settings">
      <summary>Change keys</summary>
      {problem !== null && <p class="failure">{problem}</p>}
      <ul>
        {actions.map(([action, meaning]) => (
          <li key={action}>
            <label>
              <input
                class="key"
                size={2}
                maxLength={1}
                value={keyFor(action)}
                onChange={(event) => {
                  const field = event.currentTarget;
                  const why = setKey(action, field.value);
                  setProblem(why);
                  if (why !== null) field.value = keyFor(action);
                }}
              />{' '}
              {meaning}
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}
