/** What the doctor watches while the checkout is on the page: who takes the focus, and what the page's policy keeps out. */

import { parseAddress } from '../domain/safe-address.ts';

/** A page that keeps the focus for itself takes it back within this time, in ms. */
const soonMs = 50;

const nameOf = ({ localName, id }: Element): string => (id ? `${localName}#${id}` : localName);

/** Notices a page that takes the focus out of the checkout: by a dialog that holds it, or by a script at each click. */
export function watchFocus(host: Element, say: (text: string) => void, signal: AbortSignal): void {
  let handled = -Infinity;
  let entered = -Infinity;
  const passing = { capture: true, signal } as const;
  // A payer who presses Tab or clicks elsewhere moves the focus on purpose.
  for (const type of ['keydown', 'pointerdown'])
    document.addEventListener(type, ({ timeStamp }) => (handled = timeStamp), passing);
  host.addEventListener('focusin', ({ timeStamp }) => (entered = timeStamp), { signal });
  host.addEventListener(
    'focusout',
    (event) => {
      const { relatedTarget, timeStamp } = event as FocusEvent;
      const isTaken = relatedTarget instanceof Element && relatedTarget !== host && !host.contains(relatedTarget);
      if (isTaken && handled <= entered && timeStamp - entered < soonMs)
        say(
          `The page takes the focus away from the checkout, to ${nameOf(relatedTarget)}: nobody can type. Let whatever holds the focus (a dialog, a menu) let go of it, or put the checkout inside.`,
        );
    },
    { signal },
  );
}

interface Violation {
  directive: string;
  address: string;
  sample: string;
}

const effects: Record<string, string> = {
  'connect-src': 'payments cannot be made',
  'script-src': 'a script of the checkout cannot be loaded',
  'style-src': 'the checkout has no style',
  'trusted-types': 'a policy of the checkout is not allowed',
};

const cureOf = (kind: string, address: string): string =>
  kind === 'trusted-types'
    ? 'Add "pay-checkout" to trusted-types, and "lit-html" where a bundler takes the package in.'
    : `Add ${address} to ${kind}.`;

const originOf = (address: string | null | undefined): string | undefined => parseAddress(address)?.origin;

/** Names the directive of the page's Content-Security-Policy that keeps something of the checkout out, or has done so. */
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
    const kept = origin ?? address;
    if (isOurs)
      say(
        `The page's Content-Security-Policy keeps ${kept} out: ${effects[kind] ?? 'something of the checkout is missing'}. ${cureOf(kind, kept)}`,
      );
  };
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective: directive, blockedURI: address, sample }) => tell({ directive, address, sample }),
    { signal },
  );
  // Only some browsers tell what was kept out before the doctor came.
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
