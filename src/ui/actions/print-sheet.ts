import { css } from 'lit';

/** What stands on a printed sheet. */
export interface Sheet {
  title: string;
  text: string;
  /** Each with what it is called; the first two, the numbers to pay with, are large. */
  rows: readonly (readonly [name: string, value: string])[];
  /** BCP 47. */
  lang: string;
}

const rules = css`
  body { font: 12pt/1.4 system-ui, sans-serif; }
  dt { margin-top: 5mm; }
  dd { margin: 0; font-weight: 600; }
  dd:nth-of-type(-n + 2) { font-size: 24pt; }
`;

let frame: HTMLIFrameElement | undefined;

/**
 * Prints a sheet of its own instead of the shop's page around the checkout. It is built in an empty frame with nodes and
 * a constructed style sheet: no text is ever read as HTML, and a strict page policy has nothing to forbid.
 *
 * @param pressed gets the focus back, which goes to the sheet's window and would go with it.
 * @param print opens the browser's print dialogue for the sheet's window.
 */
export function printSheet(sheet: Sheet, pressed?: HTMLElement, print = (view: Window): void => view.print()): void {
  frame?.remove();
  const made = document.createElement('iframe');
  frame = made;
  made.title = sheet.title;
  made.tabIndex = -1;
  made.setAttribute('aria-hidden', 'true');
  Object.assign(made.style, { position: 'fixed', insetInlineEnd: '100%', border: '0' });
  // An empty frame's document is there at once in one browser and only after its load event in another.
  made.addEventListener('load', () => fill(made, sheet, pressed, print), { once: true });
  document.body.append(made);
}

function fill(
  made: HTMLIFrameElement,
  sheet: Sheet,
  pressed: HTMLElement | undefined,
  print: (view: Window) => void,
): void {
  const { title, text, rows, lang } = sheet;
  const { contentDocument: page, contentWindow: view } = made;
  if (!page || !view) return;
  const make = (tag: string, content?: string): HTMLElement => {
    const node = page.createElement(tag);
    node.append(content ?? '');
    return node;
  };
  const Styles = (view as Window & typeof globalThis).CSSStyleSheet;
  const styles = new Styles();
  styles.replaceSync(rules.cssText);
  page.adoptedStyleSheets = [styles];
  page.documentElement.lang = lang;
  page.title = title;
  const list = make('dl');
  for (const [name, value] of rows) list.append(make('dt', name), make('dd', value));
  page.body.replaceChildren(make('h1', title), make('p', text), list);
  const end = (): void => {
    made.remove();
    pressed?.focus();
  };
  view.addEventListener('afterprint', end, { once: true });
  view.focus();
  print(view);
}
