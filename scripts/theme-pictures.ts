/**
 * Pictures of the playground's themes on a phone, for docs/theming.md: `npm run theme-pictures`. They are kept in the
 * repository, so they are small.
 */
import { mkdir } from 'node:fs/promises';
import { themes, type Theme } from '../demo/playground/themes.ts';
import { DemoShop } from '../test/e2e/demo-shop.ts';
import { until } from '../test/e2e/until.ts';

const folder = 'docs/images/themes';
const schemes = ['light', 'dark'] as const;
/** Enough for words that are read at this size. */
const quality = 42;

const demo = new DemoShop();
await mkdir(folder, { recursive: true });
await demo.start();
try {
  for (const [name, theme] of Object.entries<Theme>(themes))
    for (const scheme of theme.scheme ? [theme.scheme] : schemes) {
      const { visitor, shop } = await demo.open(`/taller#theme=${name}&scheme=${scheme}`, (page) =>
        page.setViewport({ width: 1440, height: 1000 }),
      );
      const { page } = shop;
      const isReady = () => page.$eval('.stage-state output', (output) => output.textContent === 'ready');
      await until(isReady, `${name} to be ready`);
      await page.evaluate(() => {
        // What the phone stands on would show in its round corners.
        const style = document.createElement('style');
        style.textContent =
          '.frame.phone { padding: 0; border-radius: 0; box-shadow: none; } .frame.phone iframe { border-radius: 0; }';
        document.head.append(style);
      });
      const frame = await page.$('.stage-place iframe');
      await frame?.screenshot({ path: `${folder}/${name}-${scheme}.webp`, type: 'webp', quality });
      await visitor.close();
    }
} finally {
  await demo.stop();
}
