import type { Shop } from './shop.ts';

/** Types into one field of a row. */
export const type = async ({ page }: Shop, row: number, field: string, text: string) => {
  await page.focus(`.row:nth-child(${row}) [data-field=${field}]`);
  await page.keyboard.type(text);
};

/** Types one payment: key, name, e-mail and amount. */
export const fillRow = async (
  shop: Shop,
  row: number,
  [key, name, email, amount]: [string, string, string, string],
) => {
  await type(shop, row, 'key', key);
  await type(shop, row, 'name', name);
  await type(shop, row, 'email', email);
  await type(shop, row, 'amount', amount);
};

/** Pastes a table, as from a spreadsheet, into the first row. */
export const paste = async ({ page }: Shop, text: string) => {
  await page.evaluate((table) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', table);
    // Firefox takes none from the options.
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    document
      .querySelector('.row input')
      ?.dispatchEvent(Object.defineProperty(event, 'clipboardData', { value: clipboardData }));
  }, text);
};

/** Presses what this selector finds. */
export const press = async ({ page }: Shop, selector: string) => (await page.waitForSelector(selector))?.click();

/** Sends the batch, and says yes to the question. */
export const confirm = async (shop: Shop) => {
  await press(shop, '.tally .main-button');
  await press(shop, 'dialog[open] .main-button');
};
