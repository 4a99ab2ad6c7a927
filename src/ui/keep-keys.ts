/**
 * What is typed into the form is nobody else's business: outside of the shadow tree a key seems to be pressed on the
 * checkout itself, so a page's shortcuts (`/` for its search) would take it. Keys that are no character go on. Enter at a
 * choice that is not made yet makes it: to the browser it would mean to send the form as it was.
 */
export function keepKeys(event: KeyboardEvent): void {
  const { key } = event;
  const target = event.target as HTMLElement;
  if (key.length < 2) event.stopPropagation();
  if (key !== 'Enter' || !target.matches('[type=radio]:not(:checked)')) return;
  event.preventDefault();
  target.click();
}
