// Focus that goes with what had it (a chip that was taken away, a button that is disabled at the end of a list) goes to
// the heading of the page, so that the keyboard continues there and not at the top of the document.

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (found !== null && !found.hasAttribute('tabindex')) found.tabIndex = -1;
  return found;
}

/** Watches the pages from now on. */
export function keepFocus(): void {
  let last: Element | null = null;
  addEventListener('focusin', ({ target }) => {
    last = target as Element;
  });
  const restore = (): void => {
    const { activeElement, body } = document;
    if (
      last === null ||
      (activeElement !== null && activeElement !== body && !activeElement.matches(':disabled'))
    )
      return;
    if (last.isConnected && !last.matches(':disabled') && activeElement === last) return;
    const isGone = !last.isConnected || last.matches(':disabled');
    if (isGone) heading()?.focus({ preventScroll: true });
  };
  new MutationObserver(restore).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  });
}
