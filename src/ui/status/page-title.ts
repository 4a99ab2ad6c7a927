/**
 * What all checkouts of a page, also of two versions of this package, say ahead of the page's own title. Each that has
 * something to say is in it once. What the page itself says is never stored: it is the title without what stands ahead.
 */
interface TitleBook {
  /** What stands ahead now. */
  ahead: string;
  /** What each of them says; the latest one is shown. */
  readonly said: Map<object, string>;
}

const shared = Symbol.for('pay-checkout.title');

const book = (): TitleBook => {
  const page = globalThis as unknown as { [shared]?: TitleBook };
  return (page[shared] ??= { ahead: '', said: new Map() });
};

function show(titles: TitleBook, isPassing: boolean): void {
  const { said, ahead: before } = titles;
  const ahead = [...said.values()].at(-1) ?? '';
  const { title } = document;
  // A page may have made its own title of the one that it found: the name of a message ahead of it, say.
  const own = before === '' ? title : title === before ? '' : title.replace(`${before} – `, '');
  const next = [ahead, own].filter(Boolean).join(' – ');
  if (isPassing && next !== own) passing.set(next, own);
  if (next !== title) document.title = next;
  titles.ahead = ahead;
}

/** Whole titles that spoke of payments under way, each with what the page itself had said in it. */
const passing = new Map<string, string>();
/** At most so often, in ms, a title is put right: another script may insist on its own. */
const pauseMs = 1000;
let watch: MutationObserver | undefined;

/** Takes off what is true no more: a chat, say, keeps the title that it finds and gives it back after the end. */
function takeOffPassed(): void {
  if (book().said.size > 0) return;
  let { title } = document;
  for (const [whole, own] of passing) title = title.replace(whole, () => own);
  if (title !== document.title) document.title = title;
}

function watchTitle(): void {
  if (watch) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  watch = new MutationObserver(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      takeOffPassed();
    }, pauseMs);
  });
  watch.observe(document.head, { childList: true, subtree: true, characterData: true });
}

/**
 * Says something ahead of the page's title, in place of what the same one has said before; an empty text takes it back.
 *
 * @param isPassing it is true until the payment has ended, and then no more.
 */
export function sayInTitle(who: object, text: string, isPassing = false): void {
  const titles = book();
  if (titles.said.get(who) !== text) titles.said.delete(who);
  if (text) titles.said.set(who, text);
  show(titles, isPassing);
  if (text) watchTitle();
  else takeOffPassed();
}
