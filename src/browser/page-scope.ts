import { isReturn } from './is-return.ts';
import { withoutReturn } from './return-address.ts';

/** Path and query of the page, by which purchases of the same amount are told apart, without what a return has added. */
export function pageScope(): string {
  const { href } = window.location;
  const { pathname, search } = new URL(isReturn(href) ? withoutReturn(href) : href);
  return pathname + search;
}
