import assert from 'node:assert/strict';
import type { PayerPage } from './payer-page.ts';
import type { PaymentWorld } from './payment-world.ts';
import { publicKey, type ServiceRecord } from './unsteady-service.ts';

const minute = 60_000;
/** What is known of the payer in these runs: names, contact, card, device and the tokens that stand for a card. */
const personal = /ana@|ana ruiz|3001234567|4242424242|411111111|session-1|device-1|tok_/i;

/** What has to hold at every moment of every run. */
export async function check(world: PaymentWorld): Promise<void> {
  const all = await world.service.transactions();
  checkOrder(world);
  for (const page of world.pages) {
    assert.deepEqual(page.problems, []);
    for (const { id, status, reference } of page.shown.splice(0)) {
      const record = all.find((one) => one.id === id);
      assert.equal(status, record?.status, `the payer was told ${status} of ${reference}, the service says otherwise`);
      world.known.add(reference);
    }
  }
  for (const page of world.alive) {
    const { state } = page;
    if (!('transaction' in state)) continue;
    const record = all.find(({ id }) => id === state.transaction.id);
    assert.ok(record, 'a payment is shown that the service does not know');
    const { reference } = record;
    assert.ok(!page.leftBehind.has(reference), `${reference} was turned from, and comes back by itself`);
  }
  assert.equal(new Set(all.map(({ reference }) => reference)).size, all.length, 'one transaction for each reference');
  const posts = [...world.service.posts.values()].reduce((sum, count) => sum + count, 0);
  const allowed = world.presses + world.resends + world.service.staleAnswers;
  assert.ok(posts <= allowed, `${posts} creations were sent for ${allowed} wishes of the payer`);
  assert.ok(
    world.service.tokenizations <= world.presses,
    `${world.service.tokenizations} cards for ${world.presses} presses`,
  );
  for (const text of world.device.stored.values()) assert.doesNotMatch(text, personal);
  if (world.hasMemory) checkGuards(world, world.live(all));
}

/** What one page has shown as paid, no form that was open by then pays once more. */
function checkOrder(world: PaymentWorld): void {
  const { paid: before, known, sent, shownFor } = world;
  const events = world.pages.flatMap((by) => [
    ...by.shown.filter(({ status }) => status === 'APPROVED').map((shown) => ({ ...shown, by, isSent: false })),
    ...by.sent.splice(0).map((posted) => ({ ...posted, by, isSent: true })),
  ]);
  let paid = before;
  for (const { reference, at, by, isSent } of events.toSorted((one, other) => one.at - other.at)) {
    // What the payer has turned from is not written down any more, and may be paid all the same.
    if (!isSent) paid = known.has(reference) ? paid : { reference, at, by };
    else if (paid && !sent.has(reference) && world.setting.storage === 'kept') {
      const isBeside = by !== paid.by && by.begunAt < paid.at && !by.known.has(paid.reference);
      const isSame = shownFor.has(reference) && shownFor.get(reference) === shownFor.get(paid.reference);
      assert.ok(!(isBeside && isSame), `${reference} is sent by a form that was open when ${paid.reference} was paid`);
    }
    if (isSent) sent.add(reference);
    else by.known.add(reference);
  }
  world.paid = paid;
}

/** At most one payment that the payer may be charged for unawares, and no page that hides it. */
function checkGuards(world: PaymentWorld, live: ServiceRecord[]): void {
  const groups = new Map<unknown, string[]>();
  for (const { reference } of live) {
    const group = world.shownFor.get(reference) ?? reference;
    groups.set(group, [...(groups.get(group) ?? []), reference]);
  }
  for (const references of groups.values())
    assert.ok(references.length <= 1, `the payer pays several times: ${references.join(', ')}`);
  for (const page of world.alive) {
    const { status } = page.state;
    const hasFailedNow = status === 'failed' && page.seenStatus !== 'failed';
    page.seenStatus = status;
    const hidden = live.find(({ reference }) => world.isOf(page, reference))?.reference;
    if (hidden === undefined) continue;
    // A page that had failed before, and not for this payment, is not wrong for what another tab does.
    const isNews = hasFailedNow && world.liveBefore.has(hidden);
    assert.ok(!isNews, `${hidden} may be paid, and the payer is told that it failed`);
    const isGuarded = page.configuration.orders?.kind === 'fixed' || isJournalled(world, hidden);
    if (status === 'ready' && world.setting.storage === 'kept')
      assert.ok(isGuarded, `${hidden} may be paid, and the form is open for another payment`);
  }
  world.liveBefore = new Set(live.map(({ reference }) => reference));
}

const isJournalled = (world: PaymentWorld, reference: string): boolean =>
  world.device.stored.has(`pay-checkout:${publicKey}:${reference}`);

const isAtRest = (page: PayerPage): boolean => ['ready', 'settled', 'unknown', 'failed'].includes(page.state.status);

/** Nothing goes wrong any more and time passes: every page has to arrive at something with a way on. */
export async function checkEnd(world: PaymentWorld): Promise<void> {
  const { device, service } = world;
  service.calm();
  world.recover();
  device.isOnline = true;
  for (const [tab, page] of world.tabs.entries()) {
    if (page?.leftWith) world.open(tab, { returned: { id: page.leftWith, isMarked: true } });
    else if (page && !page.isGone && !page.isConnected) page.connect();
  }
  for (const page of world.alive) page.wake();
  const rest = () => device.pass(30 * minute, () => world.alive.every(isAtRest));
  await rest();
  await check(world);
  for (const page of world.alive) {
    assert.ok(isAtRest(page), `a page stays ${JSON.stringify(page.state)}`);
    await goOn(world, page, rest);
  }
  await check(world);
  if (world.setting.storage !== 'kept') return;
  for (const { reference } of await service.transactions())
    if (!world.known.has(reference)) assert.ok(isJournalled(world, reference), `${reference} is lost`);
}

/** The payer tries what the page offers, and has to arrive at a result, or at an unknown that does exist. */
async function goOn(world: PaymentWorld, page: PayerPage, rest: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 8; tries++) {
    const { state } = page;
    if (state.status === 'settled') return;
    if (state.status === 'ready' && state.error?.code === 'reference_used') return;
    if (state.status === 'failed') {
      // The page asked for one transaction by its id, and that is the service's last word on it.
      if (['foreign_transaction', 'not_found', 'unauthorized'].includes(state.error.code)) return;
      assert.ok(state.error.retryable, `no way on from ${state.error.code}: ${state.error.message}`);
      page.checkout.checkAgain();
    } else if (state.status === 'unknown') {
      const all = await world.service.transactions();
      if (tries > 1 && all.some(({ reference }) => reference === state.reference)) return;
      if (state.resendable) world.resends++;
      // It may have to wait for contracts first, and until then the payer sees what was there before.
      let isOver = false;
      void page.checkout.resend().then(() => (isOver = true));
      await world.device.pass(2 * minute, () => isOver);
    } else world.pay(page, 'approved', 1);
    await rest();
    await check(world);
  }
  assert.fail(`nothing stands against it, and the payer gets no further than ${JSON.stringify(page.state)}`);
}
