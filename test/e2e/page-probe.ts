/** What the recorded events say, reduced to what JSON can hold. */
export interface RecordedEvent {
  readonly type: string;
  /** The document that told it, of all that the page has shown. */
  readonly document: number;
  readonly [field: string]: unknown;
}

/** Questions to the page that see through open shadow roots, as a payer's eyes and an autofill tool do. */
interface PageProbe {
  /** All that a selector finds in the trees of the page, seen or not. */
  find<Found extends Element = HTMLElement>(selector: string): Found[];
  /** Visible form controls with this name, and of radios and check boxes those with this value. */
  controls(name: string, value?: string): HTMLElement[];
  /** Visible elements that carry this part. */
  parts(name: string): HTMLElement[];
  /** Visible buttons and links that say this. */
  buttons(label: string): HTMLElement[];
  /** Visible elements with this role that contain this text. */
  withRole(role: string, text: string): HTMLElement[];
  /** The element that has the focus, inside of whatever shadow tree. */
  focused(): Element | null;
  /** What can be read on the page, top to bottom. */
  text(): string;
  /** Resolves with the next frame: at once in a tab that is not in front, and after a second where none is drawn. */
  painted(): Promise<unknown>;
  /** Watches what the next press hits, which is meant for this element. */
  watchPress(target: Element): void;
  /** What the watched press hit instead; undefined when it hit what was meant, or nothing yet. */
  pressedInstead(): string | undefined;
}

declare global {
  // `var` is the one declaration that becomes a property of the global object's type.
  var pageProbe: PageProbe;
}

/** Console lines with this start carry records instead of words: they survive a navigation, and need no page's consent. */
export const recordMark = 'e2e-record ';

/**
 * Runs in each page before its own scripts: records the widget's events and CSP violations, and offers `pageProbe`.
 * It is sent to the page as text, so it may use nothing from outside.
 */
export function installPageProbe(types: readonly string[], mark: string): void {
  const plain = (value: unknown, depth = 0): unknown => {
    if (value instanceof Error) {
      const { name, message } = value;
      return { ...Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'cause')), name, message };
    }
    if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
    if (typeof value !== 'object' || value === null) return typeof value === 'function' ? '[function]' : value;
    if (depth > 8) return '[deep]';
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner, depth + 1)]));
  };
  const fieldsOf = (event: Event): Record<string, unknown> => {
    const names = new Set(Object.keys(event));
    for (
      let step = Object.getPrototypeOf(event);
      step && step !== Event.prototype;
      step = Object.getPrototypeOf(step)
    ) {
      for (const [name, described] of Object.entries(Object.getOwnPropertyDescriptors(step))) {
        if ('get' in described && described.get) names.add(name);
      }
    }
    names.delete('isTrusted');
    return Object.fromEntries([...names].map((name) => [name, plain(Reflect.get(event, name))]));
  };
  let count = 0;
  // A page that comes back from the back/forward cache says all of its console lines again: the key tells them apart.
  const record = (told: { type: string; [field: string]: unknown }): void => {
    const entry: RecordedEvent = { ...told, document: performance.timeOrigin };
    const key = `${entry.document}-${(count += 1)}`;
    globalThis.console.debug(mark + JSON.stringify({ key, entry }));
  };
  for (const type of types) {
    globalThis.addEventListener(type, (event) => record({ ...fieldsOf(event), type }), { capture: true });
  }
  globalThis.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    record({ type: 'securitypolicyviolation', effectiveDirective, blockedURI, sample }),
  );

  // The second name is the one of engines of some years ago.
  const asSeen = { visibilityProperty: true, checkVisibilityCSS: true };
  const elements = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) =>
      element.shadowRoot ? [element, ...elements(element.shadowRoot)] : [element],
    );
  const visible = (test: (element: HTMLElement) => boolean): HTMLElement[] =>
    elements(document).filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement && test(element) && element.checkVisibility(asSeen),
    );
  const readable = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element || node instanceof ShadowRoot)) return '';
    if (node instanceof Element) {
      if (/^(?:script|style|template|svg)$/i.test(node.localName)) return '';
      if (!node.checkVisibility(asSeen) && getComputedStyle(node).display !== 'contents') return '';
    }
    const slotted = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
    const inner = node instanceof Element && node.shadowRoot ? [node.shadowRoot] : [...node.childNodes];
    const text = (slotted.length > 0 ? slotted : inner).map(readable).join('');
    return node instanceof Element && getComputedStyle(node).display.startsWith('inline') ? text : `\n${text}\n`;
  };
  let instead: string | undefined;
  globalThis.pageProbe = {
    find: <Found extends Element>(selector: string) =>
      elements(document).filter((element): element is Found => element.matches(selector)),
    controls: (name, value) =>
      visible(
        (element) =>
          element.getAttribute('name') === name &&
          (value === undefined || !('value' in element) || element.value === value),
      ),
    buttons: (label) => visible((element) => element.matches('button, a') && element.innerText.trim() === label),
    parts: (name) => visible((element) => element.part.contains(name)),
    withRole: (role, text) =>
      visible((element) => element.getAttribute('role') === role && (element.textContent ?? '').includes(text)),
    focused: () => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active;
    },
    text: () =>
      readable(document.body)
        .replaceAll(/[ \t\u00a0\u202f]+/g, ' ')
        .replaceAll(/\s*\n\s*/g, '\n')
        .trim(),
    painted: async () => {
      const late = new Promise((done) => setTimeout(done, 1000));
      return document.hidden || Promise.race([new Promise(requestAnimationFrame), late]);
    },
    watchPress: (target) => {
      instead = undefined;
      const look = (event: Event): void => {
        const [hit, ...around] = event.composedPath();
        if (hit !== target && !around.includes(target)) instead = hit instanceof Element ? hit.outerHTML : 'the page';
      };
      globalThis.addEventListener('pointerdown', look, { capture: true, once: true });
    },
    pressedInstead: () => instead,
  };
}
