import { resolve } from 'node:path';
import type { Page } from 'puppeteer-core';

interface AxeOptions {
  resultTypes: ['violations'];
  preload: boolean;
}

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/**
 * What axe finds wrong with a page, its open shadow trees included; empty is good.
 *
 * @param within selector of the part that is looked at; default: the whole page
 */
export async function axeProblems(page: Page, within = 'html'): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.addScriptTag({ path: resolve('node_modules/axe-core/axe.min.js') });
  const { violations } = await page.evaluate(
    async (part) =>
      (window as unknown as { axe: { run(part: string, options: AxeOptions): Promise<AxeResult> } }).axe.run(part, {
        resultTypes: ['violations'],
        preload: false,
      }),
    within,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
