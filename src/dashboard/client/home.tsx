// What was opened.
import { formatCount } from '../../report/format.ts';
import { session } from './state.ts';

export function Home() {
  const { sources, pools, teaching } = session.value!;
  return (
    <section class="home" aria-labelledby="home-title">
      <h1 id="home-title">Opened here</h1>
      <ul class="cards">
        {sources.map(({ id, name, kind, rows, run, simulated }) => (
          <li key={id}>
            <a class="card" href={`/s/${id}/${teaching ? 'learn' : 'records'}`}>
              <b dir="auto">{name}</b>
              <span>
                {kind === 'run' ? (run?.command ?? 'run') : 'file'} · {formatCount(rows)} records
                {run?.complete === false && ' · stopped early'}
                {run?.complete === null && ' · not finished'}
                {simulated && ' · simulation'}
              </span>
            </a>
          </li>
        ))}
        {pools.map(({ id, name }) => (
          <li key={id}>
            <a class="card" href={`/p/${id}`}>
              <b>{name}</b>
              <span>pool of traces</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
