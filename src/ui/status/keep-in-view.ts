import type { LitElement, ReactiveController } from 'lit';
import type { ScreenWords } from './screen.ts';

/**
 * Scrolls what the payer has just brought about into the window:
 *
 * - the control with the focus, when a notice appears that may push it out;
 * - the first screen after the form, which is shorter than the form whose end the payer has pressed;
 * - a screen whose title gets the focus, which alone would show the title at the edge of a small window;
 * - a screen that takes the place of another one before the payer's eyes, for its ways on may lie below.
 *
 * It leaves alone who reads something else on the page, and a page that opens with a screen.
 *
 * @param isOnDuty whether, of several checkouts of the page, the payer sits before this one.
 */
export function keepInView(
  { renderRoot }: Pick<LitElement, 'renderRoot'>,
  screen: () => ScreenWords | undefined,
  isOnDuty: () => boolean,
): ReactiveController {
  const headline = (): Element | null => renderRoot.querySelector('#headline');
  const bring = (part: Element | null | undefined): void => part?.scrollIntoView?.({ block: 'nearest' });
  /** The card fields are a tree of their own. */
  const focused = (): Element | null | undefined => {
    const { activeElement } = renderRoot as ShadowRoot;
    return activeElement?.shadowRoot?.activeElement ?? activeElement;
  };
  const bringScreen = (): void => bring(headline()?.closest('.status'));
  /** The title that was shown last; empty for the form, undefined until it is known what the page opens with. */
  let shown: string | undefined;
  let notice: Element | null;
  renderRoot.addEventListener('focusin', ({ target }) => target === headline() && bringScreen());
  return {
    hostUpdated() {
      const noticed = notice;
      notice = renderRoot.querySelector('.notice');
      if (notice !== noticed) bring(focused());
      const before = shown;
      shown = screen()?.title ?? '';
      const title = headline();
      if (!title || shown === before || before === undefined || !isOnDuty()) return;
      const { top } = title.getBoundingClientRect();
      // Nobody has touched a page that opens with a screen, such as the page after the bank: it stays at its beginning.
      const isTouched = navigator.userActivation?.hasBeenActive ?? true;
      if (!before || (isTouched && top >= 0 && top < innerHeight)) bringScreen();
    },
  };
}
