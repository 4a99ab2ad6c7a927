import { CheckoutError } from '../../domain/checkout-error.ts';

/** Longest fragment that is looked at, in characters after decoding. Parsing is not linear: 600 KB of tags stop a page for minutes. */
const maxLength = 65_536;
/** Most opening tags, and most closing ones. */
const maxTags = 500;
/** The longest entity, `&quot;`, stands for one character. */
const maxEscapedLength = maxLength * '&quot;'.length;

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

/** A fragment that nothing can be done with. */
export const invalidFragment = (reason: string): CheckoutError =>
  new CheckoutError('challenge_invalid', `The service's 3D Secure fragment cannot be shown: ${reason}.`);

/**
 * The HTML of `three_ds_method_data`, whose four entities the service delivers escaped (SPEC.md sections 2.4 and 10).
 * One pass, so that what was escaped twice stays escaped once: the bank meant it so.
 *
 * @throws CheckoutError `challenge_invalid` when there is nothing in it, or more than a challenge can need.
 */
export function decodeFragment(methodData: string): string {
  if (methodData.length > maxEscapedLength) throw invalidFragment('it is too large');
  const html = methodData.replace(/&(lt|gt|quot|amp);/g, (entity, name: string) => entities[name] ?? entity);
  if (!html.trim()) throw invalidFragment('it is empty');
  const isTooLarge = html.length > maxLength || countOf(/<[a-z]/gi, html) > maxTags || countOf(/<\//g, html) > maxTags;
  if (isTooLarge) throw invalidFragment('it is too large');
  return html;
}
