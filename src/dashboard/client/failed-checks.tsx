// The checks of the gate that turned an injection down.
import type { ShownCheck } from '../api-record.ts';

export function FailedChecks({ checks }: { checks: readonly ShownCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <ul class="gate">
      {checks.map(({ check, detail }) => (
        <li key={check}>
          <b>{check.replaceAll('_', ' ')}</b> {detail}
        </li>
      ))}
    </ul>
  );
}
