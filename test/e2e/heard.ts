import type { Page } from 'puppeteer-core';

declare global {
  // `var` is the one declaration that becomes a property of the global object's type.
  var heard: string[];
}

/** Runs in the page ahead of its own scripts; it is sent as text, so it may use nothing from outside. */
function installListener(): void {
  globalThis.heard = [];
  const textOf = (node: Node | null | undefined): string => (node?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const regions = '[role=status], [role=alert]';
  const said = new WeakMap<Element, string>();
  const isHidden = (element: Element): boolean => !element.checkVisibility() || element.closest('[inert]') !== null;
  const say = (region: Element): void => {
    const text = textOf(region);
    if (said.get(region) === text) return;
    said.set(region, text);
    if (text && !isHidden(region)) globalThis.heard.push(`${region.getAttribute('role')}: ${text}`);
  };
  const watch = (root: ShadowRoot): void => {
    new MutationObserver((changes) => {
      const changed = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(regions);
        if (around) changed.add(around);
        for (const node of addedNodes)
          if (node instanceof Element) {
            if (node.matches(regions)) changed.add(node);
            for (const region of node.querySelectorAll(regions)) changed.add(region);
          }
      }
      for (const region of changed) if (region.isConnected) say(region);
    }).observe(root, { subtree: true, childList: true, characterData: true });
    root.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      const label = target instanceof HTMLInputElement ? textOf(target.labels?.[0]) : textOf(target);
      const described = target.getAttribute('aria-describedby');
      const description = described ? textOf(root.getElementById(described)) : '';
      globalThis.heard.push(`focus: ${[label, description].filter(Boolean).join(' – ')}`);
    });
  };
  const attachShadow: unknown = Reflect.get(Element.prototype, 'attachShadow');
  Element.prototype.attachShadow = function (init) {
    const root = (attachShadow as (init: ShadowRootInit) => ShadowRoot).call(this, init);
    watch(root);
    return root;
  };
}

/**
 * Notes what a payer with a screen reader hears of the widget, in order: what live regions say, and what gets the focus
 * with its description.
 */
export const noteHeard = (page: Page): Promise<unknown> => page.evaluateOnNewDocument(installListener);

/** What was heard so far, from the last of these words on. */
export async function heardSince(page: Page, words: string): Promise<string[]> {
  const heard = await page.evaluate(() => globalThis.heard.map((one) => one.replace(/[\u00a0\u202f]/g, ' ')));
  return heard.slice(heard.findLastIndex((one) => one.includes(words)));
}
