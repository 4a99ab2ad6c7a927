/**
 * Taps from landing on the demo to an approved payment, counted by the page from real touch events, and how far it was
 * scrolled by the payer: a target out of sight is scrolled to first.
 */
import type { BrowserContext, ElementHandle } from 'puppeteer-core';
import type { DemoShop } from '../../test/e2e/demo-shop.ts';
import type { Shop } from '../../test/e2e/shop.ts';
import type { Figure } from './figure.ts';
import { openReady } from './layout.ts';

interface Counted {
  taps: number;
  scrolled: number;
}

type Payer = (hand: Hand) => Promise<void>;

/** What a payer does with one finger. */
class Hand {
  readonly shop: Shop;
  /** The longest way that the page was scrolled to reach one thing, in pixels. */
  longest = 0;

  constructor(shop: Shop) {
    this.shop = shop;
  }

  async tap(target: ElementHandle<HTMLElement>): Promise<void> {
    const { page } = this.shop;
    const way = await target.evaluate((element) => {
      const before = scrollY;
      const { top, bottom } = element.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
      return Math.abs(scrollY - before);
    });
    this.longest = Math.max(this.longest, way);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const box = await target.boundingBox();
    if (!box) throw new Error('What should be tapped cannot be seen.');
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  }

  /** Taps the tile of a method, and nothing where it is chosen already. */
  async choose(type: string): Promise<void> {
    const radio = await this.shop.control('payment_method_type', type);
    if (await radio.evaluate((element) => (element as HTMLInputElement).checked)) return;
    await this.tap(radio);
  }

  async write(name: string, text: string): Promise<void> {
    await this.tap(await this.shop.control(name));
    await this.shop.page.keyboard.type(text);
  }

  async consentAndPay(): Promise<void> {
    for (const name of ['acceptance_token', 'accept_personal_auth']) await this.tap(await this.shop.control(name));
    await this.tap(await this.shop.part('pay-button'));
  }
}

const byCard: Payer = async (hand) => {
  await hand.choose('CARD');
  await hand.write('number', '4242424242424242');
  await hand.write('expiry', '1239');
  await hand.write('cvc', '123');
  await hand.write('card_holder', 'Laura Restrepo');
  await hand.consentAndPay();
};

/** On the bank's page the payment is decided, and the payer comes back to the shop. */
const byBank: Payer = async (hand) => {
  const { shop } = hand;
  await hand.choose('BANKDEBIT');
  await hand.write('financial_institution_code', 'Banco que aprueba');
  await hand.tap(await shop.option('Banco que aprueba'));
  await hand.write('user_legal_id', '1012345678');
  await hand.consentAndPay();
  await shop.page.waitForSelector('button[name=outcome]');
  await hand.tap((await shop.page.$('button[name=outcome]')) as ElementHandle<HTMLElement>);
};

/** The saved card is chosen already. */
const bySavedCard: Payer = (hand) => hand.consentAndPay();

/** The payer has had a card kept before, on the page of what is saved. */
async function keepCard(demo: DemoShop): Promise<BrowserContext> {
  const { visitor, shop } = await demo.open('/tarjetas');
  await shop.waitForState('ready');
  await shop.acceptContracts();
  await shop.fillCard();
  await shop.pay();
  await shop.waitForText(/Tu tarjeta quedó lista/);
  return visitor;
}

const byWallet: Payer = async (hand) => {
  await hand.choose('WALLET_A');
  await hand.consentAndPay();
};

async function count(demo: DemoShop, pay: Payer): Promise<Counted> {
  const { shop, close } = await openReady(demo, { width: 360, height: 740 });
  const counted = await countIn(shop, pay);
  await close();
  return counted;
}

async function countSaved(demo: DemoShop): Promise<Counted> {
  const visitor = await keepCard(demo);
  const shop = await demo.openTab(visitor, '/tarjetas', (page) =>
    page.setViewport({ width: 360, height: 740, hasTouch: true, isMobile: true }),
  );
  await shop.waitForText(/Pagar \$/);
  await shop.page.waitForNetworkIdle({ idleTime: 300 });
  const counted = await countIn(shop, bySavedCard);
  await visitor.close();
  return counted;
}

/** In the page: tells of each finger that is lifted. */
function heedTaps(): void {
  addEventListener('touchend', () => (globalThis as unknown as { countTap: () => void }).countTap(), { capture: true });
}

async function countIn(shop: Shop, pay: Payer): Promise<Counted> {
  // Whoever pays comes to the checkout first, as the demo's page leads there.
  await shop.page.$eval('pay-checkout', (element) => element.scrollIntoView({ behavior: 'instant' }));
  let taps = 0;
  await shop.page.exposeFunction('countTap', () => (taps += 1));
  await shop.page.evaluate(heedTaps);
  // The bank's page as well.
  await shop.page.evaluateOnNewDocument(heedTaps);
  const hand = new Hand(shop);
  await pay(hand);
  const { transaction } = await shop.waitForState('settled');
  if ((transaction as { status: string }).status !== 'APPROVED') throw new Error('The payment was not approved.');
  return { taps, scrolled: Math.round(hand.longest) };
}

export async function measureTaps(demo: DemoShop): Promise<Figure[]> {
  const card = await count(demo, byCard);
  const wallet = await count(demo, byWallet);
  const bank = await count(demo, byBank);
  const saved = await countSaved(demo);
  return [
    { what: 'taps to an approved payment by card', value: card.taps, most: 7 },
    { what: 'taps to an approved payment by push wallet', value: wallet.taps, most: 4 },
    { what: 'the longest scroll in it', value: wallet.scrolled, most: 370, unit: 'px' },
    { what: 'taps to an approved payment by bank debit, at the bank too', value: bank.taps, most: 8 },
    { what: 'taps to an approved payment by saved card', value: saved.taps, most: 4 },
  ];
}
