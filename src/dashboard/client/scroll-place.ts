// Where each page was scrolled to, for whoever comes back to it or loads it anew. What is on a page is loaded when it is
// opened, so the browser would scroll before there is anything to scroll.
const name = 'latebench.places';
/** Contents that come later than this no longer move the page. */
const patienceMs = 10_000;

interface Entry {
  readonly entry?: string;
}

function readPlaces(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

const places = readPlaces();
let stopRestoring: (() => void) | null = null;

const entryNow = (): string => (history.state as Entry | null)?.entry ?? '';

/** The state of a further page in the browser's history. */
export function newEntry(): Entry {
  stopRestoring?.();
  return { entry: `${Date.now()} ${Math.random()}` };
}

/** Goes to where the page was left, as soon as there is that much of it, until the reader does something. */
export function restorePlace(): void {
  stopRestoring?.();
  const top = places[entryNow()] ?? 0;
  scrollTo(0, top);
  if (top === 0) return;
  const observer = new ResizeObserver(() => scrollTo(0, top));
  const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    for (const input of inputs) removeEventListener(input, stop, true);
    stopRestoring = null;
  };
  const timer = setTimeout(stop, patienceMs);
  for (const input of inputs) addEventListener(input, stop, true);
  stopRestoring = stop;
  observer.observe(document.body);
}

export function followPlaces(): void {
  history.scrollRestoration = 'manual';
  // An address that is typed in begins at its top; what is loaded anew, or come back to, is known by its state.
  if (entryNow() === '') history.replaceState(newEntry(), '');
  addEventListener('scroll', () => {
    if (stopRestoring === null) places[entryNow()] = scrollY;
  });
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(name, JSON.stringify(places));
    } catch {
      // A browser that keeps nothing: the page begins at its top.
    }
  });
  addEventListener('popstate', restorePlace);
  restorePlace();
}
