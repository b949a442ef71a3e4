// The titles of a table's columns.

/** A title over right-aligned numbers. */
interface NumberColumn {
  readonly number: string;
}

export const number = (title: string): NumberColumn => ({ number: title });

export function TableHead({ columns }: { columns: readonly (string | NumberColumn)[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) =>
          typeof column === 'string' ? (
            <th key={column} scope="col">
              {column}
            </th>
          ) : (
            <th key={column.number} scope="col" class="number">
              {column.number}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}
