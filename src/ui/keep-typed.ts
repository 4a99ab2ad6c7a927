/**
 * Events that carry what is typed, pasted, dragged (on its whole way, in Firefox), or put together by a keyboard of Asian
 * scripts, and those at which pages ask what is selected.
 */
const telling = [
  'beforeinput',
  'input',
  'textInput',
  'copy',
  'cut',
  'paste',
  'drag',
  'dragstart',
  'dragenter',
  'dragover',
  'dragleave',
  'dragend',
  'drop',
  'compositionstart',
  'compositionupdate',
  'compositionend',
];

/**
 * Lets none of what a payer types out of a tree by an event that bubbles. To a page, a key seems to be pressed on the
 * checkout itself: its shortcuts (`/` for a search) would take what is typed. So keys of characters are not heard outside
 * of the tree; all others are. Whoever listens in the capturing phase of the document hears everything first: nothing but
 * a frame of another origin keeps a script of the page out.
 */
export function keepTyped(root: HTMLElement | DocumentFragment, signal?: AbortSignal): void {
  const keep = (event: Event): void => {
    // But what a page has put into a slot.
    if (root.contains(event.target as Node)) event.stopPropagation();
  };
  const keepKey = (event: Event): void => {
    // A key has a name, or says what it types, which may be several characters. What an input method takes has its
    // character in `code` all the same.
    if (!/^(?!Dead|Process|Unidentified)[A-Z]\w+$/.test((event as KeyboardEvent).key)) keep(event);
  };
  for (const type of telling) root.addEventListener(type, keep, { signal });
  for (const type of ['keydown', 'keypress', 'keyup']) root.addEventListener(type, keepKey, { signal });
}
