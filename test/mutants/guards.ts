/** A line that protects money or card data, and the test file that has to notice when it is gone. */
export interface Guard {
  /** What it sees to. */
  name: string;
  file: string;
  /** Its text, which the file holds exactly once. */
  text: string;
  /** What stands in its place once it is taken out. */
  without: string;
  /** A test file of `npm test` that has to fail then. */
  test: string;
}

const keyOfEachAttempt = `attemptCall(send, {
      ...call,
      request: { ...call.request, headers: { ...call.request.headers, 'idempotency-key': crypto.randomUUID() } },
    })`;

export const guards: readonly Guard[] = [
  // One payment, once.
  {
    name: 'One submission at a time',
    file: 'src/checkout/transition.ts',
    text: `if (state.status !== 'ready' || state.handedOver) return state;`,
    without: '',
    test: 'test/checkout/state-machine.test.ts',
  },
  {
    name: 'What is settled stays settled',
    file: 'src/checkout/transition.ts',
    text: `if (state.status === 'settled' || state.status === 'failed') return state;`,
    without: '',
    test: 'test/checkout/state-machine.test.ts',
  },
  {
    name: 'A payment under way never fails for other trouble',
    file: 'src/checkout/transition.ts',
    text: `if (isUnderWay(state) || state.status === 'settled') return state;`,
    without: '',
    test: 'test/checkout/state-machine.test.ts',
  },
  {
    name: 'One tab at a time sends for a purchase',
    file: 'src/checkout/submission.ts',
    text: `if (!release) return { kind: 'elsewhere' };`,
    without: '',
    test: 'test/checkout/following.test.ts',
  },
  {
    name: 'What the payer turned from is looked up before anything else is sent',
    file: 'src/checkout/ledger/may-send.ts',
    text: `if (unseen) return unseen;`,
    without: '',
    test: 'test/checkout/method-flows.test.ts',
  },
  {
    name: 'A payment under way is looked up before the form asks again',
    file: 'src/checkout/opening.ts',
    text: `this.#stage.isLookingUp
      ? this.#find(signal).catch((thrown: unknown) => asCheckoutError(thrown))
      : undefined`,
    without: `undefined`,
    test: 'test/checkout/following.test.ts',
  },
  {
    name: 'A payment is written down before it is sent',
    file: 'src/checkout/submission.ts',
    text: `ledger.recordSending(order, method);`,
    without: '',
    test: 'test/checkout/following.test.ts',
  },
  {
    name: 'Nothing is sent once another tab has written down that it sends',
    file: 'src/checkout/submission.ts',
    text: `if (verdict.do !== 'send' || verdict.order.reference !== reference) return { kind: 'changed' };`,
    without: '',
    test: 'test/checkout/following.test.ts',
  },
  {
    name: 'A press waits for the other answer where one has failed, so that no order and no token is asked for twice',
    file: 'src/checkout/submission.ts',
    text: `await Promise.allSettled(parts);`,
    without: '',
    test: 'test/checkout/round-trips.test.ts',
  },
  {
    name: 'An order that no transaction has used is kept for the next press',
    file: 'src/checkout/submission.ts',
    text: `if (drops === this.#drops) this.#held = { order, method };`,
    without: '',
    test: 'test/checkout/round-trips.test.ts',
  },
  {
    name: 'A card token goes with one payment alone',
    file: 'src/ui/card-fields.ts',
    text: `      delete this.#problems[name];
    }
    this.#token.drop();`,
    without: `      delete this.#problems[name];
    }`,
    test: 'test/ui/card-form.test.ts',
  },
  {
    name: 'A card token goes when the public key or the service changes',
    file: 'src/ui/card-fields.ts',
    text: `if (changed.has('service')) this.#token.drop();`,
    without: '',
    test: 'test/ui/card-form.test.ts',
  },
  {
    name: 'A card token goes when a field of the card changes',
    file: 'src/ui/card-fields.ts',
    text: `if (!isField(name)) return;
    this.#token.drop();`,
    without: `if (!isField(name)) return;`,
    test: 'test/ui/card-form.test.ts',
  },
  {
    name: 'A card token is not kept for a card that has changed while it was made',
    file: 'src/ui/unsent-token.ts',
    text: `if (drops === this.#drops) this.#kept = made;`,
    without: `this.#kept = made;`,
    test: 'test/ui/card-form.test.ts',
  },
  {
    name: 'A card token that has expired is not sent',
    file: 'src/ui/unsent-token.ts',
    text: `if (kept && !(Date.parse(kept.expires_at ?? '') <= this.#now() + marginMs)) return kept;`,
    without: `if (kept) return kept;`,
    test: 'test/checkout/round-trips.test.ts',
  },
  {
    name: 'Nobody waits twice for anti-fraud ids that cannot be had',
    file: 'src/checkout/stage.ts',
    text: `return isInVain ? {} : asked;`,
    without: `return asked;`,
    test: 'test/checkout/round-trips.test.ts',
  },
  {
    name: 'Of two tabs that have written at the same moment one sends',
    file: 'src/checkout/submission.ts',
    text: `if (ledger.attempt(reference)?.fate !== 'sent') return { kind: 'changed' };`,
    without: '',
    test: 'test/checkout/following.test.ts',
  },
  {
    name: 'A refusal that may answer a second delivery is open, not refused',
    file: 'src/checkout/outcome.ts',
    text: `return isClear ? { kind: 'refused', error, frees: true } : { kind: 'open', error };`,
    without: `return { kind: 'refused', error, frees: true };`,
    test: 'test/checkout/unknown-outcome.test.ts',
  },
  {
    name: 'A reference that is used belongs to a payment, which is looked up',
    file: 'src/checkout/outcome.ts',
    text: `if (fields['reference']) return { kind: 'open', error: refusedAs('reference_used', error), closes: true };`,
    without: '',
    test: 'test/checkout/unknown-outcome.test.ts',
  },
  {
    name: 'A reference whose transaction has ended is not sent again',
    file: 'src/checkout/ledger/may-send.ts',
    text: `if (used?.id !== undefined) return`,
    without: `if (false) return`,
    test: 'test/checkout/checkout-flow.test.ts',
  },
  {
    name: 'Whatever comes first, nothing is sent beside what is pending',
    file: 'src/checkout/ledger/may-send.ts',
    text: `if (pending) return { do: 'follow', attempt: pending };`,
    without: '',
    test: 'test/checkout/scheduled/scenarios.test.ts',
  },
  {
    name: 'Whatever comes first, the purchase is looked at once more under the lock',
    file: 'src/checkout/submission.ts',
    text: `if (verdict.do !== 'send' || verdict.order.reference !== reference) return { kind: 'changed' };`,
    without: '',
    test: 'test/checkout/scheduled/scenarios.test.ts',
  },
  {
    name: 'Whatever it says, a refusal of a second delivery is no end',
    file: 'src/checkout/outcome.ts',
    text: `return isClear ? { kind: 'refused', error, frees: true } : { kind: 'open', error };`,
    without: `return { kind: 'refused', error, frees: true };`,
    test: 'test/checkout/scheduled/scenarios.test.ts',
  },
  {
    name: 'Whenever it is approved, what the payer turned from is looked up first',
    file: 'src/checkout/ledger/may-send.ts',
    text: `if (unseen) return unseen;`,
    without: '',
    test: 'test/checkout/scheduled/scenarios.test.ts',
  },
  {
    name: 'What a tab has shown as paid is paid after a reload too',
    file: 'src/checkout/ledger/ledger.ts',
    text: `if (isJoined) this.#tab.write(this.#key, epoch);`,
    without: '',
    test: 'test/checkout/scheduled/scenarios.test.ts',
  },

  // What was looked at, and what may be of the same purchase.
  {
    name: 'A press waits for the tab that is sending',
    file: 'src/checkout/submission.ts',
    text: `if (await this.#isBeingSent(verdict.attempts)) {`,
    without: `if (false) {`,
    test: 'test/checkout/following.test.ts',
  },
  {
    name: 'Nothing is sent while a record cannot be read',
    file: 'src/checkout/submission.ts',
    text: `    throw missed;`,
    without: '',
    test: 'test/checkout/why-not-sent.test.ts',
  },
  {
    name: 'What the payer turned from is looked at before an order is sent again',
    file: 'src/checkout/submission.ts',
    text: `await this.#look(verdict.attempts, looked, decide);
      } catch {`,
    without: `for (const { order: { reference } } of verdict.attempts) looked.set(reference, 'read');
      } catch {`,
    test: 'test/checkout/kept-purchase.test.ts',
  },
  {
    name: 'Where that cannot be looked at, nothing is sent again',
    file: 'src/checkout/submission.ts',
    text: `return resolver.leaveOpen(open);
      }`,
    without: `for (const { order: { reference } } of verdict.attempts) looked.set(reference, 'read');
      }`,
    test: 'test/checkout/kept-purchase.test.ts',
  },
  {
    name: 'A press asks about what may be of the same purchase',
    file: 'src/checkout/submission.ts',
    text: `strangers: ledger.strangers(paidBefore)`,
    without: `strangers: []`,
    test: 'test/checkout/earlier-payment.test.ts',
  },
  {
    name: 'A page that is opened is for another purchase than the one that was paid on it',
    file: 'src/checkout/ledger/ledger.ts',
    text: `    this.move(page);
    this.#leavePaid();`,
    without: `    this.move(page);`,
    test: 'test/checkout/method-flows.test.ts',
  },
  {
    name: 'What was kept under its reference is of the cart that is named since',
    file: 'src/checkout/ledger/ledger.ts',
    text: `    this.#takeOver(page);`,
    without: '',
    test: 'test/checkout/kept-purchase.test.ts',
  },
  {
    name: 'Nobody is sent to the bank again by a page that is loaded again',
    file: 'src/checkout/resolve.ts',
    text: `hasLeft: isNamed || (attempt?.left ?? false)`,
    without: `hasLeft: false`,
    test: 'test/checkout/method-flows.test.ts',
  },
  {
    name: 'That the payer was sent to the bank is written down',
    file: 'src/checkout/pursuit.ts',
    text: `ledger.record({ type: 'noted', reference: transaction.reference, left: true });`,
    without: '',
    test: 'test/checkout/method-flows.test.ts',
  },
  {
    name: 'A challenge that the payer has left stays closed after a reload',
    file: 'src/checkout/checkout.ts',
    text: `if (left !== undefined) ledger.record({ type: 'noted', reference, left });`,
    without: '',
    test: 'test/checkout/following.test.ts',
  },
  {
    name: 'A press that has waited for another tab does not go on to send',
    file: 'src/checkout/submission.ts',
    text: `return resolver.awaitOther({ elsewhere: true });
          }
          await this.#look(`,
    without: `await resolver.awaitOther({ elsewhere: true });
            break;
          }
          await this.#look(`,
    test: 'test/checkout/kept-purchase.test.ts',
  },
  {
    name: 'A request whose single-use tokens are gone is not sent again',
    file: 'src/checkout/submission.ts',
    text: `if (sent.kind !== 'changed' && !sent.frees) resolver.forgetRequest();`,
    without: '',
    test: 'test/checkout/unknown-outcome.test.ts',
  },
  {
    name: 'An order that was used serves no other press',
    file: 'src/checkout/submission.ts',
    text: `usual === method && !this.#parts.stage.ledger.isUsed(order.reference)`,
    without: `usual === method`,
    test: 'test/checkout/kept-purchase.test.ts',
  },
  {
    name: 'A wait for another tab ends where the page sells something else',
    file: 'src/checkout/checkout.ts',
    text: `(state.status !== 'submitting' || isAwaiting(state)) && this.#move()`,
    without: `state.status !== 'submitting' && this.#move()`,
    test: 'test/checkout/kept-purchase.test.ts',
  },
  {
    name: 'What is kept of a cart is looked up as soon as the page names it',
    file: 'src/checkout/checkout.ts',
    text: `else if (hasMoved) this.#lookAgain();`,
    without: '',
    test: 'test/checkout/kept-purchase.test.ts',
  },
  {
    name: `The page's backend is asked for an order at the address that the page names`,
    file: 'src/browser/order-endpoint.ts',
    text: `    redirect: 'error',
    headers: { 'content-type'`,
    without: `    headers: { 'content-type'`,
    test: 'test/checkout/redirects.test.ts',
  },
  {
    name: `The page's backend is asked what became of a payment at the address that the page names`,
    file: 'src/browser/order-endpoint.ts',
    text: `    redirect: 'error',
    headers: { accept: 'application/json' },`,
    without: `    headers: { accept: 'application/json' },`,
    test: 'test/checkout/redirects.test.ts',
  },

  // The right payment, for the right amount.
  {
    name: 'Both contracts are accepted before anything is submitted',
    file: 'src/checkout/acceptance.ts',
    text: `this.documents.length === 2 && this.documents.every(({ field }) => this.isAccepted(field))`,
    without: `true`,
    test: 'test/checkout/checkout-flow.test.ts',
  },
  {
    name: 'A consent holds for the contract that was read alone',
    file: 'src/checkout/acceptance.ts',
    text: `this.#accepted.get(field)?.permalink === permalink`,
    without: `this.#accepted.has(field)`,
    test: 'test/checkout/checkout-flow.test.ts',
  },
  {
    name: 'An order of an amount that was not seen is asked about',
    file: 'src/checkout/ledger/may-send.ts',
    text: `if (!isSameAmount(order, seen)) return { do: 'ask', why: 'other-amount', order };`,
    without: '',
    test: 'test/checkout/checkout-flow.test.ts',
  },
  {
    name: 'A press is no answer to what can hardly have been read',
    file: 'src/checkout/submission.ts',
    text: `(this.#shownFor?.() ?? Infinity) >= readingMs`,
    without: `true`,
    test: 'test/checkout/checkout-flow.test.ts',
  },
  {
    name: 'After a half payment only the rest is paid',
    file: 'src/checkout/ledger/may-send.ts',
    text: `if (owed && !isSameAmount(owed, order)) return { do: 'refuse', code: 'invalid_order' };`,
    without: '',
    test: 'test/checkout/half-payment.test.ts',
  },
  {
    name: 'An id leads to no payment of another order',
    file: 'src/checkout/resolve.ts',
    text: `if (!isExpected(transaction, attempt, configuration))`,
    without: `if (false)`,
    test: 'test/checkout/following.test.ts',
  },
  ...[
    ['reference', `transaction.reference === payment.reference &&`],
    ['amount', `transaction.amount_in_cents === payment.amount_in_cents &&`],
    ['currency', `transaction.currency === payment.currency;`],
  ].map(([what, text = '']) => ({
    name: `A record of another ${what} is not the payment`,
    file: 'src/checkout/outcome.ts',
    text,
    without: text.endsWith('&&') ? '' : 'true;',
    test: 'test/checkout/unknown-outcome.test.ts',
  })),
  {
    name: 'What is followed stays the same payment',
    file: 'src/checkout/pursuit.ts',
    text: `if (isSamePayment(transaction, followed)) return transaction;`,
    without: `return transaction;`,
    test: 'test/checkout/following.test.ts',
  },
  {
    name: 'A status that nobody knows is no success',
    file: 'src/domain/wire/transaction.ts',
    text: `z.enum(transactionStatuses)`,
    without: `z.any()`,
    test: 'test/domain/wire.test.ts',
  },

  // Card data stays where it belongs.
  {
    name: 'No request to the service follows a redirect',
    file: 'src/api/service-request.ts',
    text: `redirect: 'error'`,
    without: `redirect: 'follow'`,
    test: 'test/checkout/redirects.test.ts',
  },
  {
    name: 'A token is of the card that is typed now',
    file: 'src/ui/card-fields.ts',
    text: `this.#token = undefined;
    this.#edition++;
    const isDeleting`,
    without: `const isDeleting`,
    test: 'test/ui/card-form.test.ts',
  },
  {
    name: 'A token that comes late is not of a card that was changed meanwhile',
    file: 'src/ui/card-fields.ts',
    text: `if (edition === this.#edition) this.#token = token;`,
    without: `this.#token = token;`,
    test: 'test/ui/card-form.test.ts',
  },
  {
    name: 'Number, expiry and code go once they are spent',
    file: 'src/ui/card-fields.ts',
    text: `this.#empty(secrets);`,
    without: '',
    test: 'test/ui/card-form.test.ts',
  },
  {
    name: 'Number, expiry and code go when the page is left',
    file: 'src/element/face.ts',
    text: `addEventListener('pagehide', () => this.#form.clearSecrets(), { signal });`,
    without: '',
    test: 'test/ui/element.test.ts',
  },
  {
    name: 'What is typed into the card fields is told to nobody outside',
    file: 'src/ui/card-fields.ts',
    text: `event.stopPropagation(); // what is typed is nobody else's business`,
    without: '',
    test: 'test/ui/card-form.test.ts',
  },

  // Strangers.
  {
    name: 'A challenge does not lead back to the page',
    file: 'src/ui/challenge/challenge-plan.ts',
    text: `if (url && isOfShop(url))`,
    without: `if (false)`,
    test: 'test/ui/challenge-parts.test.ts',
  },
  {
    name: 'Where a challenge may not lead is the page that shows it',
    file: 'src/ui/challenge/challenge-view.ts',
    text: `isOfShop: isOfShop(named)`,
    without: `isOfShop: () => false`,
    test: 'test/ui/challenge.test.ts',
  },
  {
    name: 'Where a challenge may not lead is the whole host, and what the page is embedded in',
    file: 'src/ui/challenge/shop-origins.ts',
    text: `(shop.hostname === url.hostname && !isLoopback(url.hostname))`,
    without: `false`,
    test: 'test/ui/challenge-parts.test.ts',
  },
  {
    name: 'A challenge that is too large is not parsed',
    file: 'src/ui/challenge/challenge-plan.ts',
    text: `if (isTooLarge(html)) throw invalidFragment('it is too large');`,
    without: '',
    test: 'test/ui/challenge-parts.test.ts',
  },
  {
    name: 'A challenge cannot leave its frame',
    file: 'src/ui/challenge/challenge-frame.ts',
    text: `frame.setAttribute('sandbox', sandboxTokens);`,
    without: '',
    test: 'test/ui/challenge-parts.test.ts',
  },
  {
    name: 'Nobody is sent to an address that is not safe',
    file: 'src/checkout/pursuit.ts',
    text: `if (this.#address(url)) return { kind: 'redirect', url,`,
    without: `if (url) return { kind: 'redirect', url,`,
    test: 'test/checkout/method-flows.test.ts',
  },
  {
    name: 'An address without encryption is not safe',
    file: 'src/domain/safe-address.ts',
    text: `return allowLoopback && isLoopback(url.hostname) ? url : undefined;`,
    without: `return url;`,
    test: 'test/checkout/method-flows.test.ts',
  },
  {
    name: 'An address that hides its host behind a user name is not safe',
    file: 'src/domain/safe-address.ts',
    text: `if (url.username || url.password) return;`,
    without: '',
    test: 'test/checkout/method-flows.test.ts',
  },
  {
    name: 'A parser is given no attribute that nobody keeps',
    file: 'src/ui/challenge/challenge-plan.ts',
    text: `sanitize(withoutOthers(html), {`,
    without: `sanitize(html, {`,
    test: 'test/ui/fragments.test.ts',
  },
  {
    name: 'An address under the other name of a host is not safe',
    file: 'src/domain/safe-address.ts',
    text: `if (url.hostname.endsWith('.')) return;`,
    without: '',
    test: 'test/checkout/method-flows.test.ts',
  },
  {
    name: 'A picture of a record does not keep the page busy',
    file: 'src/checkout/next-action.ts',
    text: `if (image && isSafePicture(image))`,
    without: `if (image)`,
    test: 'test/checkout/method-flows.test.ts',
  },
  {
    name: 'A drawing has listed shapes alone',
    file: 'src/domain/safe-picture.ts',
    text: `if (!piece) return false;`,
    without: `if (!piece) return true;`,
    test: 'test/domain/safe-picture.test.ts',
  },
  {
    name: 'A logo comes from the service alone',
    file: 'src/element/face.ts',
    text: `url && url.origin === parseAddress(baseUrl)?.origin ? url.href : undefined`,
    without: `url?.href`,
    test: 'test/ui/element.test.ts',
  },
  {
    name: 'A contract has an address that is safe to open',
    file: 'src/domain/wire/merchant.ts',
    text: `permalink: z.string().check(z.refine(isSafe))`,
    without: `permalink: z.string()`,
    test: 'test/domain/wire.test.ts',
  },

  // The backend.
  {
    name: 'The secrets of the backend follow no redirect',
    file: 'src/server/exchange.ts',
    text: `redirect: 'manual'`,
    without: `redirect: 'follow'`,
    test: 'test/server/server-options.test.ts',
  },
  {
    name: 'An event is believed for its checksum alone',
    file: 'src/server/verify-event.ts',
    text: `if (!equalsInConstantTime(expected, checksum))`,
    without: `if (false)`,
    test: 'test/server/server-events.test.ts',
  },
  {
    name: 'The checksum covers id, status and amount',
    file: 'src/server/verify-event.ts',
    text: `if (properties.join() !== ['id', 'status', amountName].map((name) => \`\${kind}.\${name}\`).join())`,
    without: `if (false)`,
    test: 'test/server/server-events.test.ts',
  },
  {
    name: 'An old event is not believed again',
    file: 'src/server/verify-event.ts',
    text: `if (timeMs < oldestMs)`,
    without: `if (false)`,
    test: 'test/server/server-events.test.ts',
  },
  {
    name: 'A payout is tried again under the same idempotency key',
    file: 'src/server/disbursement-call.ts',
    text: `attemptCall(send, call)`,
    without: keyOfEachAttempt,
    test: 'test/server/server-retry.test.ts',
  },
  {
    name: 'What may happen twice is not sent again without an answer',
    file: 'src/server/disbursements.ts',
    text: `isRepeatable: false`,
    without: `isRepeatable: true`,
    test: 'test/server/disbursements-batch.test.ts',
  },
  {
    name: 'A refusal says nothing of the attempt before it',
    file: 'src/server/disbursement-call.ts',
    text: `isUnknown ||= result.outcomeUnknown ?? false;`,
    without: `isUnknown = result.outcomeUnknown ?? false;`,
    test: 'test/server/disbursements-batch.test.ts',
  },

  // One open order per cart.
  {
    name: 'No second order while the first is open',
    file: 'src/server/order-book.ts',
    text: `if (open) return { kept, result: await this.#signed(open, cart) };`,
    without: '',
    test: 'test/server/order-book-property.test.ts',
  },
  {
    name: 'No order for a cart that is paid',
    file: 'src/server/order-book.ts',
    text: `if (stateOf(before).status === 'paid') throw new OrderBookError('CART_PAID');`,
    without: '',
    test: 'test/server/order-book-property.test.ts',
  },
  {
    name: 'Of many orders at once, one is given out',
    file: 'src/server/order-book.ts',
    text: `if (await this.#store.compareAndSet(key, stored, next)) return result;`,
    without: `await this.#store.compareAndSet(key, stored, next);
      return result;`,
    test: 'test/server/order-book-property.test.ts',
  },
  {
    name: 'A payment that is pending has not ended',
    file: 'src/server/order-book.ts',
    text: `(!transaction || !isFinal(transaction));`,
    without: `!transaction;`,
    test: 'test/server/order-book-property.test.ts',
  },
  {
    name: 'A half payment leaves its rest to pay, and no more',
    file: 'src/server/order-book.ts',
    text: `amountInCents: stateOf(kept).dueInCents ?? cart.amountInCents,`,
    without: `amountInCents: cart.amountInCents,`,
    test: 'test/server/order-book-property.test.ts',
  },
  {
    name: 'A record closes the order of its own amount and currency',
    file: 'src/server/order-book.ts',
    text: `known.amountInCents !== amount || known.currency !== currency`,
    without: `false`,
    test: 'test/server/order-book.test.ts',
  },
  {
    name: 'A page cannot name the transaction of another cart',
    file: 'src/server/order-book.ts',
    text: `(onlyOf !== undefined && index.cart !== onlyOf)`,
    without: `false`,
    test: 'test/server/order-book.test.ts',
  },
  {
    name: 'What is final stays, whatever comes late',
    file: 'src/server/order-book.ts',
    text: `if (!isFinal(known)) return isFinal(record);`,
    without: `if (!isFinal(known) || record) return true;`,
    test: 'test/server/order-book.test.ts',
  },
  {
    name: 'An event whose record lags behind comes again',
    file: 'src/server/order-book.ts',
    text: `throw new OrderBookError('RECORD_BEHIND');`,
    without: `await undefined;`,
    test: 'test/server/order-book.test.ts',
  },
  {
    name: 'An order that has a payment is not charged again',
    file: 'src/server/order-book.ts',
    text: `if (order.transaction) return order.transaction;`,
    without: '',
    test: 'test/server/order-book.test.ts',
  },
  {
    name: 'A payment is measured by the latest price',
    file: 'src/server/order-book.ts',
    text: `const kept = withPrice(before, cart.amountInCents);`,
    without: `const kept = { priceInCents: cart.amountInCents, ...before };`,
    test: 'test/server/order-book.test.ts',
  },
  {
    name: 'What was not told is new',
    file: 'src/server/order-book.ts',
    text: `if (news.isNew) await this.#markTold(news);`,
    without: '',
    test: 'test/server/order-book.test.ts',
  },
  {
    name: 'An order is closed when it is old enough',
    file: 'src/server/order-book.ts',
    text: `throw new OrderBookError('STILL_OPEN');`,
    without: `await undefined;`,
    test: 'test/server/order-book.test.ts',
  },
  {
    name: 'Files are changed one at a time',
    file: 'src/server/file-store.ts',
    text: `last.then(() => set(...change))`,
    without: `set(...change)`,
    test: 'test/server/order-stores.test.ts',
  },
  {
    name: 'Files are changed by who has seen them last',
    file: 'src/server/file-store.ts',
    text: `if ((await get(key))?.version !== expected?.version) return false;`,
    without: '',
    test: 'test/server/order-stores.test.ts',
  },
  {
    name: 'A page of another origin gets no order',
    file: 'src/server/checkout-routes.ts',
    text: `if (!isSame)`,
    without: `if (false)`,
    test: 'test/server/checkout-routes.test.ts',
  },
  {
    name: 'The body of a request is bounded',
    file: 'src/server/checkout-routes.ts',
    text: `if (size > maxBodyBytes)`,
    without: `if (false)`,
    test: 'test/server/checkout-routes.test.ts',
  },
];
