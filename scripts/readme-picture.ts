/**
 * The picture in the README, of the checkout on a phone: `npm run readme-picture`. It is kept in the repository, so it is
 * small.
 */
import { Harness } from '../test/e2e/harness.ts';
import { pageStates } from '../test/states/page-states.ts';
import { openState } from '../test/states/page-state.ts';

const file = 'docs/images/checkout.webp';
/** The card form, a payment under way, an approved and a declined payment. */
const shown = ['filled', 'processing', 'approved', 'declined'];
/** Enough for words that are read at this size. */
const quality = 45;
const viewport = { width: 360, height: 740, deviceScaleFactor: 1.5 };

const harness = new Harness();
await harness.start();
try {
  const pictures: string[] = [];
  for (const name of shown) {
    const state = pageStates.find((one) => one.name === name);
    if (!state) throw new Error(`There is no state ${name}.`);
    const options = {
      ...state.options,
      attributes: { ...state.options?.attributes, methods: 'CARD BANKDEBIT WALLET_A BANKA_QR' },
    };
    const { page } = await openState(harness, { ...state, options }, viewport);
    await page.evaluate(() => {
      document.querySelector('h1')?.remove();
      // Nothing is under the mouse, and nothing is being typed.
      (globalThis.pageProbe.focused() as HTMLElement | null)?.blur();
    });
    await page.mouse.move(0, 0);
    pictures.push(await page.screenshot({ encoding: 'base64', fullPage: true }));
    await harness.closeShops();
  }
  const { page } = await harness.openShop({ settle: false, viewport: { width: 1440, height: 100 } });
  await page.setContent(
    `<body style="margin: 0; display: flex; align-items: start; background: #f4f6f7">${pictures.map((data) => `<img width="360" src="data:image/png;base64,${data}">`).join('')}`,
  );
  await page.screenshot({ path: file, type: 'webp', quality, fullPage: true });
  await harness.closeShops();
} finally {
  await harness.stop();
}
