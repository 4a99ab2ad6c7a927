import { parsed } from './parsed.ts';

/** What the page's policy has kept out. */
interface Violation {
  directive: string;
  address: string;
  sample: string;
}

const cures: Record<string, string> = {
  'connect-src': 'no payment can be made',
  'script-src': 'a script of the checkout cannot be loaded',
  'style-src': 'the checkout has no style',
  'trusted-types': 'add "lit-html pay-checkout" to the policies',
};

const originOf = (address: string | null | undefined): string | undefined => parsed(address)?.origin;

/** Names the directive of the page's Content-Security-Policy that keeps something of the checkout out, also earlier. */
export function watchPolicy(
  addresses: readonly (string | null | undefined)[],
  say: (text: string) => void,
  signal: AbortSignal,
): void {
  const origins = new Set([...addresses.map(originOf), originOf(import.meta.url)].filter(Boolean));
  const tell = ({ directive, address, sample }: Violation): void => {
    const kind = directive.replace(/-(elem|attr)$/, '');
    const origin = originOf(address);
    const isOurs = origin ? origins.has(origin) : directive === 'trusted-types' && sample.startsWith('pay-checkout');
    if (isOurs)
      say(
        `The page's Content-Security-Policy keeps ${origin ?? address} out: ${cures[kind] ?? 'something is missing'}. Open ${kind} for it.`,
      );
  };
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective: directive, blockedURI: address, sample }) => tell({ directive, address, sample }),
    { signal },
  );
  // What was kept out before the doctor came: only some browsers tell.
  if (!('ReportingObserver' in window)) return;
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) {
        const { effectiveDirective = '', blockedURL = '', sample = '' } = body as Record<string, string | undefined>;
        tell({ directive: effectiveDirective, address: blockedURL ?? '', sample: sample ?? '' });
      }
    },
    { types: ['csp-violation'], buffered: true },
  );
  observer.observe();
  signal.addEventListener('abort', () => observer.disconnect());
}
