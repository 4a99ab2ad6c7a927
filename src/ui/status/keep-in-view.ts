import type { ReactiveController } from 'lit';

/**
 * Keeps in the window what the payer has just brought about. What has the focus, when a notice appears that may push it
 * out. And a screen: the one that follows the form, for it is shorter, and the form's end was what the payer pressed; one
 * whose headline is given the focus, which alone would show it at the edge of a small window; and one that takes the
 * place of another before the payer's eyes, for its ways on may lie below. Whoever reads something else on the page is
 * left there, and so is a page that opens with a screen.
 */
export function keepInView({
  renderRoot,
}: {
  readonly renderRoot: HTMLElement | DocumentFragment;
}): ReactiveController {
  const headline = (): Element | null => renderRoot.querySelector('#headline');
  const bring = (part: Element | null | undefined): void => part?.scrollIntoView({ block: 'nearest' });
  /** The card fields are a tree of their own. */
  const focused = (): Element | null | undefined => {
    const { activeElement } = renderRoot as ShadowRoot;
    return activeElement?.shadowRoot?.activeElement ?? activeElement;
  };
  const bringScreen = (): void => bring(headline()?.closest('.status'));
  /** The headline; empty while the form is shown, undefined until it is known what the page opens with. */
  let shown: string | undefined;
  let notice: Element | null;
  renderRoot.addEventListener('focusin', ({ target }) => target === headline() && bringScreen());
  return {
    hostUpdated() {
      const noticed = notice;
      notice = renderRoot.querySelector('.notice');
      if (notice !== noticed) bring(focused());
      const before = shown;
      const title = headline();
      shown = title?.textContent ?? '';
      if (!title || shown === before || before === undefined) return;
      const { top } = title.getBoundingClientRect();
      // Nobody has touched a page that opens with one, such as a bank's return: it stays at its beginning.
      const isTouched = navigator.userActivation?.hasBeenActive ?? true;
      if (!before || (isTouched && top >= 0 && top < innerHeight)) bringScreen();
    },
  };
}
