import { isLoopback, parseAddress } from '../domain/safe-address.ts';

/** What of a window tells whose page it shows. */
interface Page {
  origin: string;
  location: { origin: string; ancestorOrigins?: ArrayLike<string> };
  document: { referrer: string };
  parent: unknown;
}

/** What the page has given, as whole addresses. */
export interface Named {
  /** The shop's: its backend and its return page. */
  shop: readonly (string | undefined)[];
  /** The service's, whose host may hold challenges and the checkout's script alike. */
  service: string | null | undefined;
}

/**
 * Whether an address is the shop's. The shell of a challenge has the page's origin, so what it asks of the shop is the
 * shop's own request: it carries SameSite=Strict cookies, and a document that answers it could reach into the page.
 *
 * The shop's are the page, the pages that it is embedded in, the checkout's script, and what the page has named. Cookies
 * know neither port nor scheme, so the whole host is the shop's; but not this machine, where the banks of a test stand.
 */
export function isOfShop(named: Named, page: Page = window, script = import.meta.url): (url: URL) => boolean {
  const { origin, location, document, parent } = page;
  // Some browsers tell nothing of what is around a page; one that is embedded came from there.
  const around = location.ancestorOrigins ?? (parent === page ? [] : [document.referrer]);
  const hostOf = (address: string | null | undefined): string | undefined => parseAddress(address)?.hostname;
  const own = hostOf(script) === hostOf(named.service) ? [] : [script];
  const shops = [origin, location.origin, ...Array.from(around), ...own, ...named.shop].flatMap(
    (address) => parseAddress(address) ?? [],
  );
  return (url) =>
    shops.some((shop) => shop.origin === url.origin || (shop.hostname === url.hostname && !isLoopback(url.hostname)));
}

/**
 * The same of an address that the page itself would go to or call. Neither the script's host counts, where a service may
 * have its pages too, nor where an embedded page came from: once the payer is back, that is the bank.
 */
export function isOfPage(named: Named, { origin, location, parent }: Page = window): (url: URL) => boolean {
  return isOfShop(named, { origin, location, parent, document: { referrer: '' } }, '');
}
