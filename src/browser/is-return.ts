/**
 * Whether an address looks like one that a bank has sent the payer back to: with a transaction's id, or with an id and the
 * environment (SERVICE-NOTES.md "return address"). A shop's own `?id=7` is none.
 */
export function isReturn(href: string): boolean {
  const first = href.search(/[?&]id=/);
  return first >= 0 && (/[?&]id=\d+-\d+-\d/.test(href) || href.includes('&env=', first + '?id=x'.length));
}
