/**
 * Whether an address looks like one that a bank has sent the payer back to: with a transaction's id, or with an id and the
 * environment (SERVICE-NOTES.md "return address"). A shop's own `?id=7` is none.
 */
export const isReturn = (href: string): boolean => /[?&]id=(\d+-\d+-\d|.+&env=)/.test(href);
