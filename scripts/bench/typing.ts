import type { OpenPage } from './open-page.ts';
import type { Target } from './target.ts';

const digits = '4242424242424242';
const times = 6;

/**
 * Types a card number a few times and gives the main thread's processor time for one key, in ms. The first time is not
 * counted: it may load what only typing needs.
 */
export async function keystrokeMs(opened: OpenPage, target: Target): Promise<number> {
  const { keyboard } = opened.page;
  for (const frame of opened.page.frames())
    await frame.evaluate((selector) => {
      const field = globalThis.benchFind(selector);
      if (field instanceof HTMLElement) field.focus();
    }, target.visible);
  const clear = async (): Promise<void> => {
    await keyboard.down('Control');
    await keyboard.press('KeyA');
    await keyboard.up('Control');
    await keyboard.press('Backspace');
  };
  const typed: number[] = [];
  for (let time = 0; time <= times; time += 1) {
    const before = await opened.metric('ThreadTime');
    for (const digit of digits) await keyboard.press(`Digit${digit}` as 'Digit4');
    await opened.rest();
    typed.push((await opened.metric('ThreadTime')) - before);
    await clear();
    await opened.rest();
  }
  return (Math.min(...typed.slice(1)) / digits.length) * 1000;
}
