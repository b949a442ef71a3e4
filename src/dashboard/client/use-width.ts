// How wide a chart may be: the room that its element has, within bounds.
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

const minWidth = 300;

/** In CSS pixels; `host` goes on the element. */
export function useWidth(maxWidth: number): {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly width: number;
} {
  const host = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(maxWidth);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined)
        setWidth(Math.round(Math.min(maxWidth, Math.max(minWidth, entry.contentRect.width))));
    });
    observer.observe(host.current!);
    return () => observer.disconnect();
  }, [maxWidth]);
  return { host, width };
}
