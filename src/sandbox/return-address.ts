/**
 * The address at which a payer comes back: `id` and `env=test` in the query, everything else as the merchant wrote it.
 * The query stands before the hash also when the shop routes by hash.
 * @param address an absolute address
 */
export function returnAddress(address: string, transactionId: string): string {
  const url = new URL(address);
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !/^(id|env)(=|$)/.test(part));
  url.search = [...kept, `id=${encodeURIComponent(transactionId)}`, 'env=test'].join('&');
  return url.href;
}
