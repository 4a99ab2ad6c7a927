import type { ReactiveController } from 'lit';
import { readScreen } from './announcer.ts';

/**
 * Brings a screen into view: the one that follows the form, for it is shorter, and the form's end was what the payer
 * pressed; one whose headline is given the focus, which alone would show it at the edge of a small window; and one that
 * takes the place of another before the payer's eyes, for its ways on may lie below. Whoever reads something else on the
 * page is left there, and so is a page that opens with a screen.
 */
export function keepInView({
  renderRoot,
}: {
  readonly renderRoot: HTMLElement | DocumentFragment;
}): ReactiveController {
  const headline = (): string | undefined => readScreen(renderRoot)[0];
  const bring = (): void => renderRoot.querySelector('[part~=status]')?.scrollIntoView({ block: 'nearest' });
  const isSeen = (): boolean => {
    const top = renderRoot.querySelector('#status-title')?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < innerHeight;
  };
  let shown = headline();
  renderRoot.addEventListener('focusin', ({ target }) => (target as Element).id === 'status-title' && bring());
  return {
    hostUpdated() {
      const before = shown;
      shown = headline();
      if (shown && shown !== before && (!before || isSeen())) bring();
    },
  };
}
