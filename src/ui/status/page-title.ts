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

function show({ said, ahead: before }: TitleBook): string {
  const ahead = [...said.values()].at(-1) ?? '';
  const { title } = document;
  // A page may have made its own title of the one that it found: the name of a message ahead of it, say.
  const own = before === '' ? title : title === before ? '' : title.replace(`${before} – `, '');
  const next = [ahead, own].filter(Boolean).join(' – ');
  if (next !== title) document.title = next;
  return ahead;
}

/** Says something ahead of the page's title, in place of what the same one has said before; an empty text takes it back. */
export function sayInTitle(who: object, text: string): void {
  const titles = book();
  if (titles.said.get(who) !== text) titles.said.delete(who);
  if (text) titles.said.set(who, text);
  titles.ahead = show(titles);
}
