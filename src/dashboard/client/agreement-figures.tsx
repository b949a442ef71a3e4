// The figures of agreement: over blind judgements with their intervals, and what each person has done.
import type { BlindAgreement } from '../../metrics/blind-agreement.ts';
import { formatCount, formatCounted, formatDecimal } from '../../report/format.ts';
import type { Measured } from '../../statistics/resampled.ts';
import type { AgreementPage } from '../api-analysis.ts';
import { NamedValues } from './named-values.tsx';
import { number, TableHead } from './table-head.tsx';
import { Wide } from './wide.tsx';

function measured(name: string, { value, interval }: Measured): readonly [string, string, string | null] {
  const bounds = interval?.map((bound) => formatDecimal(bound, 3)).join(' to ');
  return [name, formatDecimal(value, 3), bounds === undefined ? null : `95% interval ${bounds}`];
}

export function BlindFigures({ blind }: { blind: BlindAgreement }) {
  const { decisions, notBlind, records, alphaDecision, alphaFirstError, pairs } = blind;
  return (
    <section aria-label="Agreement of blind judgements">
      <p class="note">
        Agreement is measured over blind judgements only: {formatCount(decisions)} of{' '}
        {formatCount(decisions + notBlind)}, on {formatCounted(records, 'record')} that two or more judged.
      </p>
      {records > 0 && (
        <NamedValues
          kind="figures"
          rows={[
            measured("Krippendorff's alpha, decisions, blind", alphaDecision),
            measured("Krippendorff's alpha, first error, blind", alphaFirstError),
            ...pairs.map(({ first, second, n, kappa }) =>
              measured(`Cohen's kappa, ${first} and ${second}, blind (n = ${formatCount(n)})`, kappa),
            ),
          ]}
        />
      )}
    </section>
  );
}

export function People({ annotators }: Pick<AgreementPage, 'annotators'>) {
  const isAssigned = annotators.some(({ assigned }) => assigned !== undefined);
  return (
    <Wide title="Annotators">
      <table class="slices narrow">
        <TableHead
          columns={[
            'Annotator',
            ...(isAssigned ? [number('Assigned'), number('Of these judged')] : []),
            number('Decisions'),
            number('Blind'),
            number('Seconds per record'),
          ]}
        />
        <tbody>
          {annotators.map(({ name, decisions, blind, assigned, meanSeconds }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {isAssigned && (
                <td class="number">{assigned === undefined ? '' : formatCount(assigned.records)}</td>
              )}
              {isAssigned && (
                <td class="number">{assigned === undefined ? '' : formatCount(assigned.judged)}</td>
              )}
              <td class="number">{formatCount(decisions)}</td>
              <td class="number">{formatCount(blind)}</td>
              <td class="number">{formatDecimal(meanSeconds, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
