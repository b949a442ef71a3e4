// Several runs side by side: how their critics did, with intervals, and the settings in which they differ.
import { dash, formatCount, formatDecimal } from '../../report/format.ts';
import type { HomeSource } from '../api-home.ts';
import { ShareBar } from './share-bar.tsx';
import { address, go } from './state.ts';
import { Wide } from './wide.tsx';
import { dateName, shortCritic } from './words.ts';

const parameter = 'side';

/** By name, so that a link means the same runs when others were made since. */
export function isBeside({ name }: HomeSource): boolean {
  return address.value.query.getAll(parameter).includes(name);
}

export function toggleBeside({ name }: HomeSource): void {
  const query = new URLSearchParams(address.value.query);
  const chosen = query.getAll(parameter);
  query.delete(parameter);
  for (const one of chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name])
    query.append(parameter, one);
  const text = query.toString();
  go(text === '' ? address.value.path : `${address.value.path}?${text}`, true);
}

/** Settings that are not the same in all of them. */
export function differingSettings(sources: readonly HomeSource[]): readonly string[] {
  const names = new Set(sources.flatMap(({ settings }) => Object.keys(settings)));
  return [...names].filter((name) => new Set(sources.map(({ settings }) => settings[name])).size > 1);
}

export function SideBySide({ sources }: { sources: readonly HomeSource[] }) {
  const chosen = sources.filter(isBeside);
  if (chosen.length < 2) return null;
  const critics = [...new Set(chosen.flatMap(({ critics: own }) => (own ?? []).map(({ critic }) => critic)))];
  const settings = differingSettings(chosen);
  return (
    <section aria-labelledby="side-title">
      <h2 id="side-title">Side by side</h2>
      <Wide title="Runs side by side">
        <table class="home-table beside">
          <thead>
            <tr>
              <td />
              {chosen.map((one) => (
                <th key={one.id} scope="col">
                  <a href={`/s/${one.id}/records`} dir="auto">
                    {one.name}
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Made</th>
              {chosen.map(({ id, made, kind, date }) => (
                <td key={id}>
                  {made ?? kind}, {dateName(date)}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">Records</th>
              {chosen.map(({ id, rows, simulated }) => (
                <td key={id}>
                  {formatCount(rows)}
                  {simulated && ' (simulation)'}
                </td>
              ))}
            </tr>
            {settings.map((name) => (
              <tr key={name} class="setting">
                <th scope="row">{name}</th>
                {chosen.map((one) => (
                  <td key={one.id}>{one.settings[name] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
          {critics.map((name) => {
            const own = chosen.map(({ id, critics: all }) => ({
              id,
              critic: all?.find(({ critic }) => critic === name) ?? null,
            }));
            return (
              <tbody key={name}>
                <tr>
                  <th scope="rowgroup" colSpan={chosen.length + 1} title={name}>
                    {shortCritic(name)}
                  </th>
                </tr>
                <tr>
                  <th scope="row">F1</th>
                  {own.map(({ id, critic }) => (
                    <td key={id}>
                      {critic !== null && (critic.f1 === null ? dash : formatDecimal(critic.f1 * 100, 1))}
                      {critic !== null && <span class="note"> of {formatCount(critic.n)}</span>}
                    </td>
                  ))}
                </tr>
                <tr>
                  <th scope="row">Exact step</th>
                  {own.map(({ id, critic }) => (
                    <td key={id}>{critic !== null && <ShareBar share={critic.exact} />}</td>
                  ))}
                </tr>
                <tr>
                  <th scope="row">Correct passed</th>
                  {own.map(({ id, critic }) => (
                    <td key={id}>{critic !== null && <ShareBar share={critic.passed} tone="quiet" />}</td>
                  ))}
                </tr>
              </tbody>
            );
          })}
        </table>
      </Wide>
      <p class="note">
        Settings that are the same in all of them are left out. Intervals are 95% (Wilson); whether a
        difference is more than chance says <a href={`/s/${chosen[0]!.id}/compare`}>the comparison</a>.
      </p>
    </section>
  );
}
