import type { ReactiveController } from 'lit';

/** How long a screen stands before it is said, in ms: what follows it sooner is said in its place. */
const restMs = 150;

const titleId = 'headline';

/**
 * The headline of the screen that is shown, the sentence below it, and that the result cannot be asked for, where a screen
 * says so elsewhere; empty while the form is.
 */
export const readScreen = (root: ParentNode): string[] => {
  const title = root.querySelector(`#${titleId}`);
  return [title, title?.nextElementSibling, root.querySelector('.missed')].map((one) => one?.textContent?.trim() ?? '');
};

/**
 * Says each screen that follows the form once and politely, as it is read: the headline, and what it means. Where the
 * focus goes to the headline, that is read by itself, and a live region that said it too would say it twice.
 *
 * @returns what is to be told of each rendering.
 */
export function announcer({ renderRoot }: { readonly renderRoot: HTMLElement | DocumentFragment }): ReactiveController {
  const region = document.createElement('p');
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Until the screens were there, a plain line has said where the payment stands.
  let said = renderRoot.querySelector('.base > [role=status]')?.textContent ?? '';
  /** What the headline said when it was given the focus, unless that went on at once. */
  let read = '';
  const line = (): string => readScreen(renderRoot).filter(Boolean).join('. ');
  const say = (): void => {
    const now = line();
    const heard = read || said;
    read = '';
    if (now === said && now === heard) return;
    said = now;
    region.lang = renderRoot.querySelector<HTMLElement>('.base')?.lang ?? '';
    // What a plain line has said ahead of the screens is the headline: what it means is news.
    const news = now === heard ? '' : now.slice(now.startsWith(`${heard}. `) ? heard.length + 2 : 0);
    // An ellipsis ends a sentence by itself.
    region.textContent = news.replace('…. ', '… ');
  };
  region.className = 'unseen';
  region.role = 'status';
  // Outside of what is rendered, and before there is anything to say: only what changes in a region is said.
  renderRoot.append(region);
  renderRoot.addEventListener('focusin', ({ target }) => {
    read = '';
    if ((target as Element).id !== titleId) return;
    read = line();
    // What was said is over: said again, it is news.
    region.textContent = '';
  });
  return {
    hostUpdated() {
      clearTimeout(timer);
      timer = setTimeout(say, restMs);
    },
  };
}
