// A table that may be wider than the window: it then scrolls by itself, by the arrow keys as well.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export function Wide({ title, children }: { title: string; children: ComponentChildren }) {
  const host = useRef<HTMLElement>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const { current } = host;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setCut(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <section class="scroll" ref={host} {...(isCut ? { tabIndex: 0, 'aria-label': title } : {})}>
      {children}
    </section>
  );
}
