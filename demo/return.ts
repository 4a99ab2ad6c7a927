import { findElement } from './find-element.ts';
import { followOrder } from './follow-order.ts';
import { applyTheme, readPreferences } from './preferences.ts';
import { shopApi } from './shop-api.ts';
import { translatePage, word, type Word } from './words.ts';

const { locale, theme, publicKey } = readPreferences();
applyTheme(theme);
translatePage(locale, document);

const checkout = findElement('pay-checkout');
const title = findElement('.return-title');
const text = findElement('.return-text');
const facts = findElement('.facts');

const say = (key: 'return-approved' | 'return-declined' | 'return-pending' | 'return-none') => {
  title.textContent = word(key, locale);
  text.textContent = word(`${key}-text` satisfies Word, locale);
};

/** The id from the address, or from the history entry once the address has been cleared of it. */
function transactionId(): string | undefined {
  const fromHistory: unknown = history.state?.transactionId;
  const id = new URLSearchParams(location.search).get('id') ?? fromHistory;
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(id) ? id : undefined;
}

const id = transactionId();
if (id) {
  // An id in the address would travel on in bookmarks and referrers; a reload finds it in the history entry.
  history.replaceState({ transactionId: id }, '', location.pathname);
  checkout.setAttribute('locale', locale);
  checkout.setAttribute('public-key', publicKey);
  checkout.setAttribute('redirect-url', new URL('/gracias', location.href).href);
  checkout.setAttribute('transaction-id', id);
  checkout.resolveReference = async (reference) => (await shopApi.resolve(reference)).transaction;

  let following: { reference: string; ending: AbortController } | undefined;
  checkout.addEventListener('pay-transaction', ({ transaction: { reference, status } }) => {
    say(status === 'APPROVED' ? 'return-approved' : status === 'PENDING' ? 'return-pending' : 'return-declined');
    if (following?.reference === reference && status === 'PENDING') return;
    following?.ending.abort();
    following = { reference, ending: new AbortController() };
    findElement('.order-reference', facts).textContent = reference;
    const place = findElement('.order-status', facts);
    place.textContent = word('status-awaiting_payment', locale);
    facts.hidden = false;
    void followOrder(
      reference,
      (known) => {
        place.textContent = word(`status-${known}`, locale);
      },
      following.ending.signal,
    );
  });
} else {
  say('return-none');
  findElement('#pago').remove();
  findElement('.skip-link').remove();
}
