import type { Browser } from 'puppeteer-core';
import { OpenPage } from './open-page.ts';
import { conditions, type Target } from './target.ts';

/** What one mount and unmount leaves behind, on average. */
export interface CycleFigures {
  nodes: number;
  listeners: number;
  /** Bytes. */
  heap: number;
}

const warmUp = 5;
const cycles = 50;

/** Takes the form out of its page and puts a new one in, fifty times, and counts what stays. */
export async function cycleFigures(browser: Browser, target: Target & { mounted: string }): Promise<CycleFigures> {
  const opened = await OpenPage.open(browser, target, conditions.fast);
  try {
    await opened.marks(target);
    await turnOver(opened, target, warmUp);
    const before = await standing(opened);
    await turnOver(opened, target, cycles);
    const after = await standing(opened);
    const each = (name: keyof CycleFigures): number => (after[name] - before[name]) / cycles;
    return { nodes: each('nodes'), listeners: each('listeners'), heap: each('heap') };
  } finally {
    await opened.close();
  }
}

async function standing(opened: OpenPage): Promise<CycleFigures> {
  await opened.rest();
  const heap = await opened.heap();
  return { nodes: await opened.metric('Nodes'), listeners: await opened.metric('JSEventListeners'), heap };
}

function turnOver(opened: OpenPage, { mounted, visible, usable = visible }: Target, count: number): Promise<void> {
  return opened.page.evaluate(
    async (selector, usableSelector, rounds) => {
      const frame = (): Promise<number> => new Promise(requestAnimationFrame);
      for (let round = 0; round < rounds; round += 1) {
        const form = document.querySelector(selector);
        const fresh = form?.cloneNode(true);
        if (!form || !fresh) throw new Error(`${selector} is not in the page.`);
        form.replaceWith(fresh);
        while (!globalThis.benchFind(usableSelector)) await frame();
        await frame();
      }
    },
    mounted ?? '',
    usable,
    count,
  );
}
