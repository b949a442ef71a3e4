// A list of values with their names: the numbers of an overview, the results of a test.

interface NamedValuesProps {
  /** Its looks. */
  readonly kind: 'figures' | 'tests';
  /** Names, each once, values as text, and what is said of a value in small letters. */
  readonly rows: readonly (readonly [name: string, value: string, detail?: string | null])[];
}

export function NamedValues({ kind, rows }: NamedValuesProps) {
  return (
    <dl class={kind}>
      {rows.map(([name, value, detail = null]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {detail !== null && <small> {detail}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
