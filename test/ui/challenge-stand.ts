import { openBank, openShop, until, type Bank, type OpenShop } from './challenge-shop.ts';

/** A bank with one challenge, and the shop in which a test opens it. */
export class ChallengeStand {
  bank!: Bank;
  shop!: OpenShop;

  /** A challenge as most banks write it: a form that is sent by itself. */
  form(more = ''): string {
    return `<form method="post" action="${this.bank.action}"><input type="hidden" name="creq" value="1">${more}</form>`;
  }

  /** Opens a fragment in a shop's page, and waits until the bank's page or a problem is there. */
  async open(html: string, ...options: Parameters<typeof openShop>): Promise<void> {
    this.shop = await openShop(...options);
    await this.shop.element.open(html);
    await this.isDone();
  }

  isDone(): Promise<void> {
    return until(() => this.shop.hasLoaded() || this.shop.element.problems.length > 0, 'the bank’s page');
  }

  element(selector: string): HTMLElement | null {
    return this.shop.element.renderRoot.querySelector<HTMLElement>(selector);
  }

  heightOf(selector: string): number {
    return this.element(selector)?.getBoundingClientRect().height ?? 0;
  }

  get focused(): Element | null | undefined {
    return this.shop.element.shadowRoot?.activeElement;
  }
}

/** Gives the tests of the surrounding `describe` a stand: one bank for all of them, a shop for each. */
export function useChallengeStand(): ChallengeStand {
  const stand = new ChallengeStand();
  before(async () => {
    stand.bank = await openBank();
  });
  beforeEach(async () => {
    await stand.bank.loads();
  });
  afterEach(() => stand.shop.close());
  return stand;
}
