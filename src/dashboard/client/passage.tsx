// Text with formulas. Plain text stays text; the only markup set from a string is what KaTeX made on the server.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatCount } from '../../report/format.ts';
import type { Passage, Segment } from '../api-record.ts';

function Formula({ segment }: { segment: Extract<Segment, { kind: 'math' }> }) {
  const place = useRef<HTMLSpanElement>(null);
  const { html, source, display } = segment;
  useLayoutEffect(() => {
    if (place.current !== null && html !== null) place.current.innerHTML = html;
  }, [html]);
  if (html === null) {
    return (
      <code class="unset" title="This formula could not be set; its source is shown.">
        {source}
      </code>
    );
  }
  return <span ref={place} class={display ? 'formula display' : 'formula'} />;
}

export function Segments({ segments }: { segments: readonly Segment[] }) {
  return (
    <>
      {segments.map((segment, at) =>
        segment.kind === 'text' ? (
          <span key={at}>{segment.text}</span>
        ) : (
          <Formula key={at} segment={segment} />
        ),
      )}
    </>
  );
}

export function Text({ passage }: { passage: Passage }) {
  return (
    <div class="text" dir="auto">
      <Segments segments={passage.segments} />
      {passage.left > 0 && <span class="cut"> … {formatCount(passage.left)} more characters (see JSON)</span>}
    </div>
  );
}
