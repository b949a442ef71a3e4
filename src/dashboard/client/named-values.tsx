// A list of values with their names: the numbers of an overview, the results of a test.

interface NamedValuesProps {
  /** Its looks. */
  readonly kind: 'figures' | 'tests';
  /** Names, each once, and values as text. */
  readonly rows: readonly (readonly [name: string, value: string])[];
}

export function NamedValues({ kind, rows }: NamedValuesProps) {
  return (
    <dl class={kind}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
