import type { LitElement, ReactiveController } from 'lit';
import { sentences, wordsOf, type ScreenWords } from './screen.ts';

/** How long a screen has to stand before it is said, in ms: of screens that follow one another faster only the last is said. */
const restMs = 150;

export interface Announced {
  /** The screen that is shown; undefined while the form is. */
  screen: () => ScreenWords | undefined;
  /** What the payer has heard already, at the time when the screens come. */
  heard: () => string;
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, place) => one === others[place]);

/**
 * Says each screen after the form once and politely, in a live region of its own: the title, and what it means. A screen
 * reader reads the title by itself when the focus goes there. The region then keeps silent, or the payer would hear it twice.
 */
export function announcer(
  { renderRoot }: Pick<LitElement, 'renderRoot'>,
  { screen, heard: before }: Announced,
): ReactiveController {
  const region = document.createElement('p');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let said: readonly string[] = [before()].filter(Boolean);
  /** What the screen reader has read with the focus on the title, if nothing was said since. */
  let read: readonly string[] = [];
  const shown = (): string[] => wordsOf(screen() ?? { title: '' });
  const say = (): void => {
    const now = shown();
    const heard = read.length > 0 ? read : said;
    read = [];
    if (isSame(now, said) && isSame(now, heard)) return;
    said = now;
    region.lang = renderRoot.querySelector<HTMLElement>('.base')?.lang ?? '';
    // Where the payer has heard the beginning, only the rest is news.
    const isMore = heard.every((one, place) => one === now[place]);
    region.textContent = sentences(isMore ? now.slice(heard.length) : now);
  };
  region.className = 'unseen';
  region.role = 'status';
  // It stands outside of what lit renders, and is empty at first: screen readers only say what changes in a region.
  renderRoot.append(region);
  renderRoot.addEventListener('focusin', ({ target }) => {
    read = [];
    if ((target as Element).id !== 'headline') return;
    read = shown();
    // Emptied, so that the same words are news when they are said again.
    region.textContent = '';
  });
  return {
    hostUpdated() {
      clearTimeout(timer);
      timer = setTimeout(say, restMs);
    },
  };
}
