let frame: HTMLIFrameElement | undefined;

/**
 * Prints a picture alone instead of the shop's page around the checkout. It stands in an empty frame as the canvas that
 * it is: no text is ever read as HTML, nothing is fetched, and a strict page policy has nothing to forbid.
 *
 * @param title what a saved sheet is called.
 * @param pressed gets the focus back, which goes to the frame's window and would go with it.
 * @param print opens the browser's print dialogue for the frame's window.
 */
export function printPicture(
  picture: HTMLCanvasElement,
  title: string,
  pressed?: HTMLElement,
  print = (view: Window): void => view.print(),
): void {
  frame?.remove();
  const made = (frame = document.createElement('iframe'));
  made.title = title;
  made.tabIndex = -1;
  made.setAttribute('aria-hidden', 'true');
  made.style.cssText = 'position:fixed;inset-inline-end:100%';
  const fill = (): void => {
    const view = made.contentWindow;
    if (!view) return;
    view.document.title = title;
    view.document.body.append(picture);
    picture.style.width = '100%';
    const end = (): void => {
      made.remove();
      pressed?.focus();
    };
    view.addEventListener('afterprint', end, { once: true });
    view.focus();
    print(view);
  };
  // An empty frame's document is there at once in one browser and only after its load event in another.
  made.addEventListener('load', fill, { once: true });
  document.body.append(made);
}
