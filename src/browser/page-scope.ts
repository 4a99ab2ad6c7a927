import { isReturn } from './is-return.ts';
import { withoutReturn } from './return-address.ts';

/** Path and query of the page, by which purchases of the same amount are told apart, without what a return has added. */
export function pageScope(): string {
  const { href } = window.location;
  const { pathname, search } = isReturn(href) ? new URL(withoutReturn(href)) : window.location;
  return pathname + search;
}
