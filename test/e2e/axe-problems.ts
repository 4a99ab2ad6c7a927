import { resolve } from 'node:path';
import type { Page } from 'puppeteer-core';

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/** What axe finds wrong with a page, its open shadow trees included; empty is good. */
export async function axeProblems(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.addScriptTag({ path: resolve('node_modules/axe-core/axe.min.js') });
  const { violations } = await page.evaluate(async () =>
    (window as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run(),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
