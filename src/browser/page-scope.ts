import { isReturn } from './is-return.ts';
import { withoutReturn } from './return-address.ts';

/** Address of the page, by which purchases of the same amount are told apart, without what a return has added. */
export function pageScope(): string {
  const { URL: href } = document;
  return (isReturn(href) ? withoutReturn(href) : href).replace(/#.*/, '');
}
