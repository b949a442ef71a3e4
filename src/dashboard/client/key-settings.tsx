// Changing the keys, in the dialog that lists them.
import { useState } from 'preact/hooks';
import { actions, keyFor, setKey } from './key-map.ts';
import { TypedField } from './typed-field.tsx';

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
              <TypedField
                class="key"
                size={2}
                maxLength={1}
                given={keyFor(action)}
                onHandedIn={(key) => {
                  const why = setKey(action, key);
                  setProblem(why);
                  return why === null;
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
